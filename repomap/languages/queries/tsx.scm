; inherits typescript
; inherits jsx
