#include "kernel/translate/ptx/parse.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "kernel/translate/ptx/declare.h"
#include "kernel/translate/ptx/initial.h"

static const size_t most_text_bytes = 1u << 30;

void gi_ptx_bad(struct gi_ptx_parser *parser, const char *format, ...)
{
    char text[160];
    va_list arguments;

    if (parser->status != GI_OK)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    parser->status = gi_fail(GI_INVALID_VALUE, "PTX line %u: %s", parser->lexer.token.line, text);
    parser->lexer.token.kind = GI_PTX_END;
    parser->lexer.token.sign = 0;
}

void gi_ptx_next(struct gi_ptx_parser *parser)
{
    if (parser->status == GI_OK)
        parser->status = gi_ptx_lex_next(&parser->lexer);
    if (parser->status != GI_OK) {
        parser->lexer.token.kind = GI_PTX_END;
        parser->lexer.token.sign = 0;
    }
}

bool gi_ptx_at_sign(const struct gi_ptx_parser *parser, char sign)
{
    return parser->lexer.token.sign == sign;
}

bool gi_ptx_at_word(const struct gi_ptx_parser *parser, const char *dotted)
{
    return parser->lexer.token.kind == GI_PTX_DOTTED
        && gi_ptx_same(parser->lexer.token.text, dotted);
}

bool gi_ptx_accept(struct gi_ptx_parser *parser, char sign)
{
    if (!gi_ptx_at_sign(parser, sign))
        return false;
    gi_ptx_next(parser);
    return true;
}

void gi_ptx_expect(struct gi_ptx_parser *parser, char sign)
{
    const struct gi_ptx_token *token = &parser->lexer.token;

    if (gi_ptx_accept(parser, sign))
        return;
    if (token->kind == GI_PTX_END)
        gi_ptx_bad(parser, "'%c' was expected before the end", sign);
    else
        gi_ptx_bad(parser, "'%c' was expected, not %.*s", sign,
                   (int)(token->text.length < 40 ? token->text.length : 40), token->text.start);
}

uint64_t gi_ptx_number(struct gi_ptx_parser *parser)
{
    uint64_t value = parser->lexer.token.value;

    if (parser->lexer.token.kind != GI_PTX_INTEGER) {
        gi_ptx_bad(parser, "a number was expected");
        return 0;
    }
    gi_ptx_next(parser);
    return value;
}

struct gi_ptx_text gi_ptx_name(struct gi_ptx_parser *parser)
{
    struct gi_ptx_text text = parser->lexer.token.text;

    if (parser->lexer.token.kind != GI_PTX_NAME) {
        gi_ptx_bad(parser, "a name was expected");
        return (struct gi_ptx_text){ "", 0 };
    }
    gi_ptx_next(parser);
    return text;
}

struct gi_ptx_name *gi_ptx_name_here(const struct gi_ptx_parser *parser, struct gi_ptx_text text)
{
    struct gi_ptx_name *name = gi_ptx_names_find(parser->names, text);

    return name && name >= parser->names->items + parser->scope ? name : NULL;
}

void gi_ptx_bad_twice(struct gi_ptx_parser *parser, struct gi_ptx_text text)
{
    gi_ptx_bad(parser, "%.*s is declared twice", (int)(text.length < 80 ? text.length : 80),
               text.start);
}

void *gi_ptx_alloc(struct gi_ptx_parser *parser, size_t count, size_t size)
{
    void *place = gi_arena_alloc(parser->arena, count, size);

    if (!place && parser->status == GI_OK)
        parser->status = GI_OUT_OF_MEMORY;
    return place;
}

void *gi_ptx_append(struct gi_ptx_parser *parser, struct gi_ptx_array *array, size_t size)
{
    gi_status status = gi_arena_reserve(parser->arena, &array->items, array->count, &array->room,
                                        array->count + 1, size);

    if (status != GI_OK) {
        if (parser->status == GI_OK)
            parser->status = status;
        return NULL;
    }
    return (char *)array->items + size * array->count++;
}

bool gi_ptx_has(const struct gi_ptx_instruction *instruction, enum gi_ptx_modifier modifier)
{
    for (uint32_t i = 0; i < instruction->modifier_count; i++) {
        if (instruction->modifiers[i] == modifier)
            return true;
    }
    return false;
}

enum gi_ptx_type gi_ptx_type_at(const struct gi_ptx_instruction *instruction, uint32_t from_end)
{
    if (from_end >= instruction->type_count)
        return GI_PTX_T_NONE;
    return (enum gi_ptx_type)instruction->types[instruction->type_count - 1 - from_end];
}

/* ---- a module's text ---- */

static void read_version(struct gi_ptx_parser *parser)
{
    const struct gi_ptx_token *token = &parser->lexer.token;
    uint32_t numbers[2] = { 0, 0 };
    uint32_t which = 0;

    if (token->kind != GI_PTX_DOUBLE && token->kind != GI_PTX_INTEGER)
        gi_ptx_bad(parser, "a version was expected");
    for (uint32_t i = 0; i < token->text.length && i < 12; i++) {
        if (token->text.start[i] == '.')
            which = 1;
        else
            numbers[which] = numbers[which] * 10 + (uint32_t)(token->text.start[i] - '0');
    }
    parser->module->version_major = numbers[0];
    parser->module->version_minor = numbers[1];
    gi_ptx_next(parser);
}

static void read_target(struct gi_ptx_parser *parser)
{
    struct gi_ptx_text target = gi_ptx_name(parser);

    parser->module->target = target;
    for (uint32_t i = 3; i < target.length && i < 7; i++) {
        if (target.start[i] < '0' || target.start[i] > '9')
            break;
        parser->module->target_number = parser->module->target_number * 10
            + (uint32_t)(target.start[i] - '0');
    }
    while (gi_ptx_accept(parser, ','))
        (void)gi_ptx_name(parser);
}

static void read_address_size(struct gi_ptx_parser *parser)
{
    parser->module->address_bits = (uint32_t)gi_ptx_number(parser);
    if (parser->module->address_bits == 64 || parser->status != GI_OK)
        return;
    gi_ptx_bad(parser, "addresses of %u bits are not supported, as by NVIDIA's from sm_90 on",
               parser->module->address_bits);
}

/* .file 1 "name", time, size */
static void skip_file(struct gi_ptx_parser *parser)
{
    (void)gi_ptx_number(parser);
    if (parser->lexer.token.kind == GI_PTX_STRING)
        gi_ptx_next(parser);
    while (gi_ptx_accept(parser, ','))
        (void)gi_ptx_number(parser);
}

/* .section .debug_line { ... } */
static void skip_section(struct gi_ptx_parser *parser)
{
    struct gi_ptx_text inside;

    while (parser->lexer.token.kind == GI_PTX_DOTTED || parser->lexer.token.kind == GI_PTX_NAME)
        gi_ptx_next(parser);
    if (!gi_ptx_at_sign(parser, '{'))
        gi_ptx_bad(parser, "a section has no braces");
    else if (parser->status == GI_OK)
        parser->status = gi_ptx_lex_braces(&parser->lexer, &inside);
    if (parser->status != GI_OK)
        gi_ptx_next(parser);
}

/* ---- functions ---- */

static void read_three(struct gi_ptx_parser *parser, uint32_t *out)
{
    for (int i = 0; i < 3; i++)
        out[i] = 1;
    for (int i = 0; i < 3; i++) {
        uint64_t number = gi_ptx_number(parser);

        out[i] = number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
        if (!gi_ptx_accept(parser, ','))
            return;
    }
}

/* .maxntid 256, 1, 1 and the like, up to the body or the semicolon. */
static void read_directives(struct gi_ptx_parser *parser, struct gi_ptx_function *function)
{
    uint32_t numbers[3];

    while (parser->lexer.token.kind == GI_PTX_DOTTED) {
        struct gi_ptx_text word = parser->lexer.token.text;

        gi_ptx_next(parser);
        if (gi_ptx_same(word, "maxntid")) {
            read_three(parser, function->max_threads);
        } else if (gi_ptx_same(word, "reqntid")) {
            read_three(parser, function->required_threads);
        } else if (gi_ptx_same(word, "minnctapersm")) {
            function->min_blocks = (uint32_t)gi_ptx_number(parser);
        } else if (gi_ptx_same(word, "maxnreg")) {
            function->max_registers = (uint32_t)gi_ptx_number(parser);
        } else if (gi_ptx_same(word, "pragma")) {
            gi_ptx_next(parser);
            (void)gi_ptx_accept(parser, ';');
            if (parser->lexer.token.kind != GI_PTX_DOTTED && !gi_ptx_at_sign(parser, '{'))
                gi_ptx_bad(parser, "a pragma stands at the end of a declaration");
        } else if (gi_ptx_same(word, "maxnctapersm") || gi_ptx_same(word, "noreturn")
                   || gi_ptx_same(word, "unique") || gi_ptx_same(word, "blocksareclusters")) {
            if (parser->lexer.token.kind == GI_PTX_INTEGER)
                gi_ptx_next(parser);
        } else if (gi_ptx_same(word, "reqnctapercluster") || gi_ptx_same(word, "explicitcluster")
                   || gi_ptx_same(word, "maxclusterrank")) {
            function->has_clusters = true;
            if (parser->lexer.token.kind == GI_PTX_INTEGER)
                read_three(parser, numbers);
        } else {
            gi_ptx_bad(parser, "the directive .%.*s is not known", (int)word.length, word.start);
        }
    }
}

/* The function of a name, made where it is not there yet. */
static struct gi_ptx_function *function_of(struct gi_ptx_parser *parser, struct gi_ptx_text text)
{
    struct gi_ptx_function *function = gi_ptx_find_function(parser->module, text);
    struct gi_ptx_function **place;
    struct gi_ptx_name *name = NULL;

    if (function || parser->status != GI_OK)
        return function;
    if (gi_ptx_name_here(parser, text)) {
        gi_ptx_bad_twice(parser, text);
        return NULL;
    }
    function = gi_ptx_alloc(parser, 1, sizeof(*function));
    place = gi_ptx_append(parser, &parser->functions, sizeof(struct gi_ptx_function *));
    if (!function || !place)
        return NULL;
    *place = function;
    function->name = text;
    function->index = parser->functions.count - 1;
    parser->status = gi_ptx_names_add(parser->names, text, GI_PTX_NAME_FUNCTION, &name);
    if (name)
        name->item.function = function;
    return function;
}

/* Of two bodies a weak one gives way, and of two weak ones the second. */
static void read_body_place(struct gi_ptx_parser *parser, struct gi_ptx_function *function,
                            bool is_weak)
{
    struct gi_ptx_text ignored;

    if (function->has_body && !function->is_weak && !is_weak) {
        gi_ptx_bad(parser, "%.*s has two bodies", (int)function->name.length,
                   function->name.start);
        return;
    }
    if (!function->has_body || !is_weak) {
        function->has_body = true;
        function->is_weak = is_weak;
        function->body_line = parser->lexer.token.line;
        parser->status = gi_ptx_lex_braces(&parser->lexer, &function->body);
    } else {
        parser->status = gi_ptx_lex_braces(&parser->lexer, &ignored);
    }
    if (parser->status != GI_OK)
        gi_ptx_next(parser);
}

static void read_function(struct gi_ptx_parser *parser, const struct gi_ptx_linkage *linkage)
{
    struct gi_ptx_array results = { 0 };
    struct gi_ptx_array parameters = { 0 };
    struct gi_ptx_function *function;
    bool is_entry = gi_ptx_at_word(parser, "entry"), has_body;
    uint32_t line = parser->lexer.token.line;

    gi_ptx_next(parser);
    if (!is_entry && gi_ptx_at_sign(parser, '('))
        gi_ptx_parameters(parser, &results);
    function = function_of(parser, gi_ptx_name(parser));
    if (gi_ptx_at_sign(parser, '('))
        gi_ptx_parameters(parser, &parameters);
    if (!function || parser->status != GI_OK)
        return;
    function->is_entry = is_entry;
    function->line = line;
    function->is_linked |= linkage->is_named || is_entry;
    function->is_private = !function->is_linked;
    read_directives(parser, function);
    has_body = parser->status == GI_OK && gi_ptx_at_sign(parser, '{');
    if (!function->has_body || (has_body && function->is_weak && !linkage->is_weak)) {
        function->results = results.items;
        function->result_count = results.count;
        function->parameters = parameters.items;
        function->parameter_count = parameters.count;
    }
    if (has_body)
        read_body_place(parser, function, linkage->is_weak);
    else
        gi_ptx_expect(parser, ';');
}

/* .alias other, function; */
static void read_alias(struct gi_ptx_parser *parser)
{
    struct gi_ptx_text text = gi_ptx_name(parser), of;
    struct gi_ptx_function *function, *target;
    uint32_t index;

    gi_ptx_expect(parser, ',');
    of = gi_ptx_name(parser);
    gi_ptx_expect(parser, ';');
    function = function_of(parser, text);
    target = gi_ptx_find_function(parser->module, of);
    if (!function || parser->status != GI_OK)
        return;
    if (!target || !target->has_body || function->has_body || target->is_entry) {
        gi_ptx_bad(parser, "%.*s is no other name of a function",
                   (int)(text.length < 80 ? text.length : 80), text.start);
        return;
    }
    index = function->index;
    *function = *target;
    function->name = text;
    function->index = index;
}

/* .visible .entry, .extern .shared, ... */
static void read_declaration(struct gi_ptx_parser *parser)
{
    struct gi_ptx_linkage linkage = { 0 };

    while (gi_ptx_at_word(parser, "visible") || gi_ptx_at_word(parser, "extern")
           || gi_ptx_at_word(parser, "weak") || gi_ptx_at_word(parser, "common")) {
        linkage.is_named = true;
        linkage.is_extern |= gi_ptx_at_word(parser, "extern");
        linkage.is_weak |= gi_ptx_at_word(parser, "weak") || gi_ptx_at_word(parser, "common");
        gi_ptx_next(parser);
    }
    if (gi_ptx_at_word(parser, "entry") || gi_ptx_at_word(parser, "func"))
        read_function(parser, &linkage);
    else
        gi_ptx_declare(parser, &parser->variables, &linkage);
}

static void read_module(struct gi_ptx_parser *parser)
{
    while (parser->lexer.token.kind != GI_PTX_END) {
        struct gi_ptx_text word = parser->lexer.token.text;

        if (gi_ptx_accept(parser, ';'))
            continue;
        if (parser->lexer.token.kind != GI_PTX_DOTTED) {
            gi_ptx_bad(parser, "a directive was expected, not %.*s",
                       (int)(word.length < 40 ? word.length : 40), word.start);
            return;
        }
        if (gi_ptx_same(word, "version") || gi_ptx_same(word, "target")
            || gi_ptx_same(word, "address_size") || gi_ptx_same(word, "file")
            || gi_ptx_same(word, "section") || gi_ptx_same(word, "pragma")
            || gi_ptx_same(word, "alias")) {
            gi_ptx_next(parser);
            if (word.start[0] == 'v')
                read_version(parser);
            else if (word.start[0] == 't')
                read_target(parser);
            else if (gi_ptx_same(word, "alias"))
                read_alias(parser);
            else if (word.start[0] == 'a')
                read_address_size(parser);
            else if (word.start[0] == 'f')
                skip_file(parser);
            else if (word.start[0] == 's')
                skip_section(parser);
            else
                gi_ptx_next(parser);
        } else {
            read_declaration(parser);
        }
    }
}

gi_status gi_ptx_parse(struct gi_arena *arena, const char *text, size_t length,
                       struct gi_ptx_module **out_module)
{
    struct gi_ptx_parser parser = { .arena = arena };
    struct gi_ptx_module *module = gi_arena_alloc(arena, 1, sizeof(*module));

    *out_module = NULL;
    while (length && text[length - 1] == '\0')
        length--;
    if (length > most_text_bytes)
        return gi_fail(GI_NOT_SUPPORTED, "PTX of %zu bytes is longer than is read here", length);
    if (!module)
        return GI_OUT_OF_MEMORY;
    module->address_bits = 64;
    module->names = gi_arena_alloc(arena, 1, sizeof(*module->names));
    if (!module->names)
        return GI_OUT_OF_MEMORY;
    parser.status = gi_ptx_names_init(module->names, arena, length / 256);
    if (parser.status != GI_OK)
        return parser.status;
    parser.names = module->names;
    parser.module = module;
    parser.status = gi_ptx_lex_start(&parser.lexer, text, length, 1);
    if (parser.status == GI_OK && !gi_ptx_at_word(&parser, "version"))
        gi_ptx_bad(&parser, "the text does not start with .version");
    if (parser.status == GI_OK)
        read_module(&parser);
    if (parser.status != GI_OK)
        return parser.status;
    module->variables = parser.variables.items;
    module->variable_count = parser.variables.count;
    module->functions = parser.functions.items;
    module->function_count = parser.functions.count;
    parser.status = gi_ptx_check_initials(module);
    if (parser.status != GI_OK)
        return parser.status;
    *out_module = module;
    return GI_OK;
}

struct gi_ptx_function *gi_ptx_find_function(const struct gi_ptx_module *module,
                                             struct gi_ptx_text name)
{
    struct gi_ptx_name *found = gi_ptx_names_find_kind(module->names, name, GI_PTX_NAME_FUNCTION);

    return found ? found->item.function : NULL;
}

struct gi_ptx_variable *gi_ptx_find_variable(const struct gi_ptx_module *module,
                                             struct gi_ptx_text name)
{
    struct gi_ptx_name *found = gi_ptx_names_find_kind(module->names, name, GI_PTX_NAME_VARIABLE);

    return found ? found->item.variable : NULL;
}
