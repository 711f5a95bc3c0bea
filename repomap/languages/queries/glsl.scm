; inherits c
