(unit (moduleName) @name . (interface) @body) @definition.module
(program (moduleName) @name . (_)? @body) @definition.module
(library (moduleName) @name) @definition.module
(declType name: (_) @name type: (declClass (kRecord)) @body) @definition.struct
(declType name: (_) @name type: (declClass) @body) @definition.class
(declType name: (_) @name type: (declIntf) @body) @definition.interface
(declType name: (_) @name type: (type (declEnum)) @body) @definition.enum
(declType name: (_) @name) @definition.type
(declEnumValue name: (_) @name) @definition.member
(declField name: (identifier) @name) @definition.field
(declProp name: (identifier) @name) @definition.property
(defProc header: (declProc name: (_) @name) local: (_)? @body body: (_)? @body) @definition.function
(declProc name: (_) @name) @definition.function
(declConst name: (identifier) @name) @definition.variable
(interface (declVars (declVar name: (identifier) @name) @definition.variable))
(implementation (declVars (declVar name: (identifier) @name) @definition.variable))

(exprCall entity: [(identifier) @reference.call (exprDot rhs: (identifier) @reference.call) (genericDot rhs: (identifier) @reference.call)])
(statement [(identifier) @reference.call (exprDot rhs: (identifier) @reference.call)])
(exprArgs [(identifier) @reference.use (exprDot rhs: (identifier) @reference.use)])
(assignment rhs: [(identifier) @reference.use (exprDot rhs: (identifier) @reference.use)])
(exprDot lhs: (identifier) @reference.use)
(declClass parent: (typeref (_) @reference.inherit))
(typeref (identifier) @reference.type)

(declUses (moduleName) @import.module) @import
