#include "kernel/translate/ptx/declare.h"

#include "kernel/translate/ptx/initial.h"

enum { MOST_DIMENSIONS = 8 };
static const uint64_t most_bytes = 1ull << 40;

/* The words before the names of a declaration. */
struct declared {
    enum gi_ptx_space space;
    enum gi_ptx_type type;
    uint64_t align;
    uint32_t vector;
    struct gi_ptx_linkage linkage;
    bool is_managed;
    bool is_private;
};

static uint64_t read_align(struct gi_ptx_parser *parser)
{
    uint64_t align = gi_ptx_number(parser);

    if (align == 0 || align & (align - 1) || align > 1u << 20)
        gi_ptx_bad(parser, "an alignment is no power of two");
    return align;
}

/* .ptr .global .align 16: says nothing that is needed. */
static void skip_pointer_hints(struct gi_ptx_parser *parser)
{
    while (parser->lexer.token.kind == GI_PTX_DOTTED) {
        enum gi_ptx_space space;

        if (gi_ptx_at_word(parser, "align")) {
            gi_ptx_next(parser);
            (void)gi_ptx_number(parser);
        } else if (gi_ptx_space_of(parser->lexer.token.text, &space)) {
            gi_ptx_next(parser);
        } else {
            return;
        }
    }
}

/* .attribute(.managed, .unified(1, 2)) */
static void read_attribute(struct gi_ptx_parser *parser, struct declared *declared)
{
    uint32_t depth = 1;

    gi_ptx_expect(parser, '(');
    while (parser->status == GI_OK && depth) {
        if (parser->lexer.token.kind == GI_PTX_END)
            gi_ptx_bad(parser, "an attribute does not end");
        declared->is_managed |= gi_ptx_at_word(parser, "managed");
        depth += gi_ptx_at_sign(parser, '(');
        depth -= gi_ptx_at_sign(parser, ')');
        gi_ptx_next(parser);
    }
}

static void read_head(struct gi_ptx_parser *parser, struct declared *declared)
{
    *declared = (struct declared){ .vector = 1 };
    if (gi_ptx_at_word(parser, "reg"))
        declared->space = GI_PTX_REG;
    else if (!gi_ptx_space_of(parser->lexer.token.text, &declared->space))
        gi_ptx_bad(parser, "a declaration has no state space");
    gi_ptx_next(parser);
    while (parser->lexer.token.kind == GI_PTX_DOTTED) {
        struct gi_ptx_text word = parser->lexer.token.text;

        gi_ptx_next(parser);
        if (gi_ptx_type_of(word))
            declared->type = gi_ptx_type_of(word);
        else if (gi_ptx_same(word, "align"))
            declared->align = read_align(parser);
        else if (gi_ptx_same(word, "v2") || gi_ptx_same(word, "v4"))
            declared->vector = word.start[1] == '2' ? 2 : 4;
        else if (gi_ptx_same(word, "ptr"))
            skip_pointer_hints(parser);
        else if (gi_ptx_same(word, "attribute"))
            read_attribute(parser, declared);
        else
            gi_ptx_bad(parser, "a declaration has the unknown word .%.*s", (int)word.length,
                       word.start);
    }
    if (!declared->type)
        gi_ptx_bad(parser, "a declaration has no type");
    if (declared->space == GI_PTX_REG && declared->type == GI_PTX_T_B128
        && declared->vector == 1) {
        declared->type = GI_PTX_T_B64;
        declared->vector = 2;
    }
}

uint32_t gi_ptx_add_register(struct gi_ptx_parser *parser, struct gi_ptx_text text,
                             enum gi_ptx_type type, uint32_t parts)
{
    uint32_t first = parser->registers.count;

    for (uint32_t i = 0; i < parts; i++) {
        struct gi_ptx_register *added = gi_ptx_append(parser, &parser->registers, sizeof(*added));

        if (!added)
            return first;
        *added = (struct gi_ptx_register){ .name = text, .type = type, .parts = parts };
    }
    return first;
}

static void add_range(struct gi_ptx_parser *parser, struct declared *declared,
                      struct gi_ptx_text text)
{
    struct gi_ptx_name *name = NULL;
    uint64_t count = gi_ptx_number(parser);

    gi_ptx_expect(parser, '>');
    if (parser->status == GI_OK)
        parser->status = gi_ptx_names_add(parser->names, text, GI_PTX_NAME_RANGE, &name);
    if (parser->status != GI_OK)
        return;
    name->item.range = gi_ptx_alloc(parser, 1, sizeof(*name->item.range));
    if (name->item.range)
        *name->item.range = (struct gi_ptx_range){
            .prefix = text, .type = declared->type, .parts = declared->vector,
            .count = count > UINT32_MAX ? UINT32_MAX : (uint32_t)count };
}

/* Whether a register is one of a range that the scope has. */
static bool is_in_range(const struct gi_ptx_parser *parser, struct gi_ptx_text text)
{
    const struct gi_ptx_name *name;
    uint32_t length = text.length;
    uint64_t number = 0;

    while (length > 0 && text.start[length - 1] >= '0' && text.start[length - 1] <= '9')
        length--;
    if (length == text.length || text.length - length > 10 ||
        (text.start[length] == '0' && text.length - length > 1))
        return false;
    for (uint32_t i = length; i < text.length; i++)
        number = number * 10 + (uint64_t)(text.start[i] - '0');
    name = gi_ptx_name_here(parser, (struct gi_ptx_text){ text.start, length });
    return name && name->kind == GI_PTX_NAME_RANGE && number < name->item.range->count;
}

static void add_register(struct gi_ptx_parser *parser, struct declared *declared,
                         struct gi_ptx_text text)
{
    struct gi_ptx_name *name = gi_ptx_name_here(parser, text);
    bool is_range;

    if (!parser->body) {
        gi_ptx_bad(parser, "a register is declared outside of a body");
        return;
    }
    is_range = gi_ptx_accept(parser, '<');
    if ((name && (name->kind == GI_PTX_NAME_RANGE) == is_range) ||
        (!is_range && is_in_range(parser, text))) {
        gi_ptx_bad_twice(parser, text);
        return;
    }
    if (is_range) {
        add_range(parser, declared, text);
        return;
    }
    parser->status = gi_ptx_names_add(parser->names, text, GI_PTX_NAME_REGISTER, &name);
    if (parser->status == GI_OK)
        name->item.index = gi_ptx_add_register(parser, text, declared->type, declared->vector);
}

/* [3][4]; true where brackets were there. */
static uint32_t read_dimensions(struct gi_ptx_parser *parser, uint64_t *dimensions, bool *out_open)
{
    uint32_t count = 0;

    *out_open = false;
    while (gi_ptx_accept(parser, '[')) {
        uint64_t length = 0;

        if (count == MOST_DIMENSIONS - 1) {
            gi_ptx_bad(parser, "an array has more dimensions than are read here");
            return count;
        }
        if (gi_ptx_at_sign(parser, ']'))
            *out_open = count == 0;
        else
            length = gi_ptx_number(parser);
        dimensions[count++] = length;
        gi_ptx_expect(parser, ']');
    }
    return count;
}

static void read_variable(struct gi_ptx_parser *parser, const struct declared *declared,
                          struct gi_ptx_variable *variable)
{
    uint64_t dimensions[MOST_DIMENSIONS];
    uint32_t count = read_dimensions(parser, dimensions, &variable->is_open);
    uint64_t bytes = gi_ptx_type_bytes(declared->type);

    if (declared->vector > 1)
        dimensions[count++] = declared->vector;
    for (uint32_t i = variable->is_open; i < count; i++) {
        if (__builtin_mul_overflow(bytes, dimensions[i], &bytes) || bytes > most_bytes) {
            gi_ptx_bad(parser, "a variable is larger than any memory");
            return;
        }
    }
    variable->bytes = variable->is_open ? 0 : bytes;
    variable->align = declared->align;
    if (!variable->align)
        variable->align = (uint64_t)gi_ptx_type_bytes(declared->type) * declared->vector;
    if (!gi_ptx_at_sign(parser, '=')) {
        if (variable->is_open && !variable->is_extern && variable->space != GI_PTX_PARAM)
            gi_ptx_bad(parser, "an array without a length has no values either");
        return;
    }
    gi_ptx_next(parser);
    if (variable->is_extern || (variable->space != GI_PTX_GLOBAL
                                && variable->space != GI_PTX_CONST))
        gi_ptx_bad(parser, "a variable of this space has no first value");
    else if ((count > 0) != gi_ptx_at_sign(parser, '{'))
        gi_ptx_bad(parser, "an array has values in braces, and nothing else has");
    else
        gi_ptx_initialise(parser, variable, dimensions, count);
}

/* Whether the second of two declarations takes the place of the first. */
static bool replaces(const struct gi_ptx_variable *variable, const struct gi_ptx_variable *before)
{
    if (variable->is_extern || before->is_extern)
        return !variable->is_extern;
    if (variable->is_weak && before->is_weak)
        return variable->bytes > before->bytes && before->data == NULL;
    return before->is_weak;
}

/* Joins a second declaration of a variable with the first: one of the two is extern or weak, and
 * the other stands. NULL where it is the first. */
static struct gi_ptx_variable *declared_before(struct gi_ptx_parser *parser,
                                               const struct gi_ptx_variable *variable)
{
    struct gi_ptx_name *name = parser->names ? gi_ptx_name_here(parser, variable->name) : NULL;
    struct gi_ptx_variable *before;
    uint32_t index;

    if (!name || name->kind == GI_PTX_NAME_RANGE)
        return NULL;
    if (name->kind != GI_PTX_NAME_VARIABLE
        || (!name->item.variable->is_extern && !variable->is_extern
            && !name->item.variable->is_weak && !variable->is_weak)) {
        gi_ptx_bad_twice(parser, variable->name);
        return NULL;
    }
    before = name->item.variable;
    if (replaces(variable, before)) {
        index = before->index;
        *before = *variable;
        before->index = index;
    }
    return before;
}

static struct gi_ptx_variable *add_variable(struct gi_ptx_parser *parser,
                                            const struct declared *declared,
                                            struct gi_ptx_text text, struct gi_ptx_array *into)
{
    struct gi_ptx_variable *variable = gi_ptx_alloc(parser, 1, sizeof(*variable));
    struct gi_ptx_variable *before;
    struct gi_ptx_variable **place;
    struct gi_ptx_name *name = NULL;

    if (!variable)
        return NULL;
    *variable = (struct gi_ptx_variable){
        .name = text, .space = declared->space, .type = declared->type,
        .line = parser->lexer.token.line, .is_extern = declared->linkage.is_extern,
        .is_weak = declared->linkage.is_weak, .is_managed = declared->is_managed,
        .is_private = declared->is_private,
        .index = into->count };
    read_variable(parser, declared, variable);
    before = declared_before(parser, variable);
    if (before)
        return before;
    place = gi_ptx_append(parser, into, sizeof(struct gi_ptx_variable *));
    if (!place)
        return NULL;
    *place = variable;
    if (parser->names && parser->status == GI_OK)
        parser->status = gi_ptx_names_add(parser->names, text, GI_PTX_NAME_VARIABLE, &name);
    if (name)
        name->item.variable = variable;
    return variable;
}

void gi_ptx_declare(struct gi_ptx_parser *parser, struct gi_ptx_array *into,
                    const struct gi_ptx_linkage *linkage)
{
    struct declared declared;

    read_head(parser, &declared);
    if (linkage)
        declared.linkage = *linkage;
    declared.is_private = linkage && !linkage->is_named;
    do {
        struct gi_ptx_text text = gi_ptx_name(parser);

        if (parser->status != GI_OK)
            return;
        if (declared.space == GI_PTX_REG)
            add_register(parser, &declared, text);
        else
            (void)add_variable(parser, &declared, text, into);
    } while (gi_ptx_accept(parser, ','));
    gi_ptx_expect(parser, ';');
}

void gi_ptx_parameters(struct gi_ptx_parser *parser, struct gi_ptx_array *into)
{
    struct gi_ptx_names *names = parser->names;

    parser->names = NULL;       /* names of parameters are the function's own */
    gi_ptx_expect(parser, '(');
    while (parser->status == GI_OK && !gi_ptx_at_sign(parser, ')')) {
        struct declared declared;

        read_head(parser, &declared);
        (void)add_variable(parser, &declared, gi_ptx_name(parser), into);
        if (!gi_ptx_accept(parser, ','))
            break;
    }
    gi_ptx_expect(parser, ')');
    parser->names = names;
}
