; inherits cpp
