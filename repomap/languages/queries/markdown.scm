(section . (atx_heading heading_content: (_) @name) . (_)? @body) @definition.section
(setext_heading heading_content: (paragraph (inline) @name)) @definition.section
