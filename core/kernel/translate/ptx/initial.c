#include "kernel/translate/ptx/initial.h"

#include <string.h>

/* Bytes of a variable while its values are read. */
struct filling {
    struct gi_ptx_variable *variable;
    uint8_t *data;
    uint64_t room;              /* of data, where the length is open */
    uint64_t at;
    uint64_t steps[8];          /* bytes of an element at each depth of braces */
    uint32_t depths;
    struct gi_ptx_array relocations;
};

/* Room for bytes at the place reached; false where it is behind the end. */
static bool make_room(struct gi_ptx_parser *parser, struct filling *filling, uint64_t bytes)
{
    uint64_t wanted = filling->at + bytes;
    uint8_t *data;

    if (!filling->variable->is_open && wanted > filling->variable->bytes) {
        gi_ptx_bad(parser, "%.*s has more values than it holds",
                   (int)filling->variable->name.length, filling->variable->name.start);
        return false;
    }
    if (wanted <= filling->room)
        return true;
    data = gi_ptx_alloc(parser, wanted * 2, 1);
    if (!data)
        return false;
    if (filling->room)
        memcpy(data, filling->data, filling->room);
    filling->data = data;
    filling->room = wanted * 2;
    return true;
}

static void put(struct gi_ptx_parser *parser, struct filling *filling, uint64_t bits)
{
    uint32_t bytes = gi_ptx_type_bytes(filling->variable->type);

    if (!make_room(parser, filling, bytes))
        return;
    for (uint32_t i = 0; i < bytes; i++)
        filling->data[filling->at + i] = (uint8_t)(i < 8 ? bits >> 8 * i : 0);
    filling->at += bytes;
}

/* The bits of a number as the variable's type has them. */
static uint64_t bits_as(struct gi_ptx_parser *parser, enum gi_ptx_type type, bool minus)
{
    const struct gi_ptx_token *token = &parser->lexer.token;
    uint64_t bits = token->value;
    uint32_t bytes = gi_ptx_type_bytes(type);
    double wide;
    float narrow;

    if (token->kind == GI_PTX_INTEGER) {
        if (type == GI_PTX_T_F32 || type == GI_PTX_T_F64)
            gi_ptx_bad(parser, "a whole number initialises a float");
        return minus ? 0 - bits : bits;
    }
    if (gi_ptx_type_class(type) != GI_PTX_BITS && gi_ptx_type_class(type) != GI_PTX_FLOAT) {
        gi_ptx_bad(parser, "a float initialises a whole number");
        return 0;
    }
    if (token->kind == GI_PTX_SINGLE) {
        if (bytes == 4)
            return minus ? bits ^ 0x80000000u : bits;
        memcpy(&narrow, &bits, sizeof(narrow));
        wide = narrow;
    } else {
        memcpy(&wide, &bits, sizeof(wide));
    }
    if (bytes == 8) {
        memcpy(&bits, &wide, sizeof(wide));
        return minus ? bits ^ 1ull << 63 : bits;
    }
    if (bytes != 4) {
        gi_ptx_bad(parser, "a float initialises what has no room for one");
        return 0;
    }
    narrow = (float)(minus ? -wide : wide);
    bits = 0;
    memcpy(&bits, &narrow, sizeof(narrow));
    return bits;
}

/* name, name+4, generic(name)+4; with the mask of 0xFF00(name) it stores one byte of it. */
static void put_symbol(struct gi_ptx_parser *parser, struct filling *filling, uint64_t mask)
{
    struct gi_ptx_relocation found = { .line = parser->lexer.token.line };
    struct gi_ptx_relocation *kept;

    found.bytes = (uint8_t)gi_ptx_type_bytes(filling->variable->type);
    found.symbol = gi_ptx_name(parser);
    if (gi_ptx_same(found.symbol, "generic") && gi_ptx_accept(parser, '(')) {
        found.generic = true;
        found.symbol = gi_ptx_name(parser);
        gi_ptx_expect(parser, ')');
    }
    while (gi_ptx_at_sign(parser, '+') || gi_ptx_at_sign(parser, '-')) {
        bool minus = gi_ptx_at_sign(parser, '-');
        uint64_t number;

        gi_ptx_next(parser);
        number = gi_ptx_number(parser);
        found.addend = (int64_t)((uint64_t)found.addend + (minus ? 0 - number : number));
    }
    while (mask && !(mask & 0xff)) {
        mask >>= 8;
        found.shift = (uint8_t)(found.shift + 8);
    }
    if (mask != 0 && mask != 0xff)
        gi_ptx_bad(parser, "a mask of an address takes more than one byte of it");
    if (found.bytes > 8 || (mask && found.bytes != 1))
        gi_ptx_bad(parser, "an address initialises what has no room for one");
    found.offset = filling->at;
    kept = gi_ptx_append(parser, &filling->relocations, sizeof(*kept));
    if (!kept)
        return;
    *kept = found;
    put(parser, filling, 0);
}

static void put_value(struct gi_ptx_parser *parser, struct filling *filling)
{
    const struct gi_ptx_token *token = &parser->lexer.token;
    bool minus = gi_ptx_accept(parser, '-');
    uint64_t bits;

    if (token->kind == GI_PTX_NAME && !minus) {
        put_symbol(parser, filling, 0);
        return;
    }
    if (token->kind != GI_PTX_INTEGER && token->kind != GI_PTX_SINGLE
        && token->kind != GI_PTX_DOUBLE) {
        gi_ptx_bad(parser, "a value was expected");
        return;
    }
    bits = token->kind == GI_PTX_INTEGER ? token->value : 0;
    if (token->kind == GI_PTX_INTEGER && !minus) {
        struct gi_ptx_token kept = *token;

        gi_ptx_next(parser);
        if (gi_ptx_accept(parser, '(')) {
            put_symbol(parser, filling, bits);
            gi_ptx_expect(parser, ')');
            return;
        }
        struct gi_ptx_token ahead = *token;

        parser->lexer.token = kept;
        bits = bits_as(parser, filling->variable->type, false);
        parser->lexer.token = ahead;
    } else {
        bits = bits_as(parser, filling->variable->type, minus);
        gi_ptx_next(parser);
    }
    put(parser, filling, bits);
}

/* Plain integers up to the last of a run of them. Tables of bytes are half of some modules. */
static void put_run(struct gi_ptx_parser *parser, struct filling *filling)
{
    enum { MOST = 64 };
    enum gi_ptx_class class = gi_ptx_type_class(filling->variable->type);
    uint64_t values[MOST];
    uint32_t count = MOST;

    if (class == GI_PTX_FLOAT)
        return;
    while (count == MOST && parser->status == GI_OK
           && parser->lexer.token.kind == GI_PTX_INTEGER) {
        count = gi_ptx_lex_integers(&parser->lexer, values, MOST);
        for (uint32_t i = 0; i < count && parser->status == GI_OK; i++)
            put(parser, filling, values[i]);
    }
}

/* {values}: missing values up to a whole element of the depth are zero. */
static void put_braces(struct gi_ptx_parser *parser, struct filling *filling, uint32_t depth)
{
    uint64_t start = filling->at;

    gi_ptx_expect(parser, '{');
    if (depth >= filling->depths) {
        gi_ptx_bad(parser, "values are in more braces than the variable has dimensions");
        return;
    }
    while (parser->status == GI_OK && !gi_ptx_at_sign(parser, '}')) {
        put_run(parser, filling);
        if (gi_ptx_at_sign(parser, '{'))
            put_braces(parser, filling, depth + 1);
        else
            put_value(parser, filling);
        if (!gi_ptx_accept(parser, ','))
            break;
    }
    gi_ptx_expect(parser, '}');
    if (depth && parser->status == GI_OK && filling->at - start < filling->steps[depth]) {
        uint64_t end = start + filling->steps[depth];

        if (make_room(parser, filling, end - filling->at))
            filling->at = end;
    }
}

void gi_ptx_initialise(struct gi_ptx_parser *parser, struct gi_ptx_variable *variable,
                       uint64_t *dimensions, uint32_t dimension_count)
{
    uint64_t element = gi_ptx_type_bytes(variable->type);
    struct filling filling = { .variable = variable, .depths = dimension_count };

    for (uint32_t i = dimension_count; i-- > 0;) {
        if (i || !variable->is_open)
            element *= dimensions[i];       /* the caller has checked the product */
        filling.steps[i] = element;
    }
    if (!variable->is_open) {
        filling.data = gi_ptx_alloc(parser, variable->bytes, 1);
        filling.room = variable->bytes;
        if (!filling.data)
            return;
    }
    if (gi_ptx_at_sign(parser, '{'))
        put_braces(parser, &filling, 0);
    else
        put_value(parser, &filling);
    if (variable->is_open) {
        variable->bytes = filling.at;
        variable->is_open = false;
    }
    variable->data = filling.data;
    variable->relocations = filling.relocations.items;
    variable->relocation_count = filling.relocations.count;
}

gi_status gi_ptx_check_initials(const struct gi_ptx_module *module)
{
    for (uint32_t i = 0; i < module->variable_count; i++) {
        const struct gi_ptx_variable *variable = module->variables[i];

        for (uint32_t k = 0; k < variable->relocation_count; k++) {
            const struct gi_ptx_relocation *held = &variable->relocations[k];

            if (!gi_ptx_find_variable(module, held->symbol)
                && !gi_ptx_find_function(module, held->symbol))
                return gi_fail(GI_INVALID_VALUE, "PTX line %u: Invalid initial value symbol "
                               "'%.*s'", held->line, (int)held->symbol.length,
                               held->symbol.start);
        }
    }
    return GI_OK;
}
