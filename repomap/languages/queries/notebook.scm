; inherits python
