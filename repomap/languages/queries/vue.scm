; inherits typescript
