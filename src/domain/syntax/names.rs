//! Which nodes of a language are names, declarations, comments and strings: tables, one place for each question.

use super::{Grammar, SymbolKind};

/// Tells whether a node is a name.
pub(super) fn is_name(kind: &str) -> bool {
    matches!(
        kind,
        "identifier"
            | "type_identifier"
            | "property_identifier"
            | "private_property_identifier"
            | "shorthand_property_identifier"
            | "shorthand_property_identifier_pattern"
            | "field_identifier"
            | "package_identifier"
            | "constant"
    )
}

/// Tells whether a node is a comment.
pub(super) fn is_comment(kind: &str) -> bool {
    matches!(kind, "comment" | "line_comment" | "block_comment" | "html_comment" | "uninterpreted")
}

/// Tells whether a node is a literal whose text is no code; what is interpolated in it is code again.
pub(super) fn is_string(kind: &str) -> bool {
    matches!(
        kind,
        "string"
            | "template_string"
            | "string_literal"
            | "raw_string_literal"
            | "char_literal"
            | "interpreted_string_literal"
            | "verbatim_string_literal"
            | "interpolated_string_expression"
            | "character_literal"
            | "jsx_text"
            | "heredoc_body"
            | "regex"
            | "rune_literal"
            | "string_array"
            | "symbol_array"
    )
}

/// Tells whether a node within a string is code again.
pub(super) fn is_interpolation(kind: &str) -> bool {
    matches!(kind, "template_substitution" | "interpolation")
}

/// What a node declares, if it declares a name in its field `name`.
pub(super) fn declares(grammar: Grammar, kind: &str) -> Option<SymbolKind> {
    use SymbolKind::{Class, Member, Type, Value};
    let found = match kind {
        "function_declaration"
        | "generator_function_declaration"
        | "function_signature"
        | "variable_declarator"
        | "function_item"
        | "function_signature_item"
        | "const_item"
        | "static_item"
        | "macro_definition"
        | "function_definition"
        | "const_spec"
        | "var_spec"
        | "local_function_statement" => Value,
        "method_definition"
        | "method_signature"
        | "abstract_method_signature"
        | "public_field_definition"
        | "field_definition"
        | "property_signature"
        | "method_declaration"
        | "constructor_declaration"
        | "property_declaration"
        | "field_declaration"
        | "enum_constant"
        | "enum_variant"
        | "enum_member_declaration"
        | "event_declaration"
        | "method"
        | "singleton_method"
        | "method_elem" => Member,
        "class_declaration"
        | "abstract_class_declaration"
        | "class_definition"
        | "enum_declaration"
        | "struct_item"
        | "enum_item"
        | "union_item"
        | "trait_item"
        | "mod_item"
        | "type_spec"
        | "struct_declaration"
        | "record_declaration"
        | "record_struct_declaration"
        | "annotation_type_declaration"
        | "internal_module"
        | "class"
        | "module"
        | "delegate_declaration" => Class,
        "interface_declaration" => {
            if grammar.is_script() {
                Type
            } else {
                Class
            }
        }
        "type_alias_declaration" => Type,
        // A type of Rust or Go lives on as one.
        "type_item" | "type_alias" | "associated_type" => Class,
        _ => return None,
    };
    Some(found)
}

/// Tells whether a node is a function, whose inner names are nobody else's.
pub(super) fn is_function(kind: &str) -> bool {
    matches!(
        kind,
        "function_declaration"
            | "generator_function_declaration"
            | "function_expression"
            | "arrow_function"
            | "method_definition"
            | "function_item"
            | "closure_expression"
            | "function_definition"
            | "lambda"
            | "func_literal"
            | "method_declaration"
            | "constructor_declaration"
            | "local_function_statement"
            | "lambda_expression"
            | "method"
            | "singleton_method"
    )
}

/// Tells whether a node holds members.
pub(super) fn is_type(kind: &str) -> bool {
    matches!(
        kind,
        "class_declaration"
            | "abstract_class_declaration"
            | "class"
            | "class_definition"
            | "interface_declaration"
            | "enum_declaration"
            | "struct_item"
            | "enum_item"
            | "trait_item"
            | "impl_item"
            | "struct_declaration"
            | "record_declaration"
            | "record_struct_declaration"
            | "type_spec"
    )
}
