; inherits systemverilog
