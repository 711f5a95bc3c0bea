((jsx_opening_element name: [(identifier) (member_expression)] @reference.call) (#match? @reference.call "^[^a-z]|[.]"))
((jsx_self_closing_element name: [(identifier) (member_expression)] @reference.call) (#match? @reference.call "^[^a-z]|[.]"))
(jsx_expression [(identifier) (member_expression)] @reference.use)
