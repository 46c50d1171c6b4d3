#include "kernel/translate/ptx/operand.h"

#include <string.h>

#include "kernel/target/target.h"
#include "kernel/translate/ptx/declare.h"

enum { MOST_DEPTH = 4, MOST_OPERANDS = 4096, MOST_DIGITS = 9 };

static struct gi_ptx_operand *push(struct gi_ptx_parser *parser, enum gi_ptx_operand_kind kind)
{
    struct gi_ptx_operand *operand = gi_ptx_append(parser, &parser->operands, sizeof(*operand));

    if (operand)
        *operand = (struct gi_ptx_operand){ .kind = (uint8_t)kind };
    return operand;
}

struct gi_ptx_operand *gi_ptx_operands_from(struct gi_ptx_parser *parser, uint32_t base,
                                            uint32_t *out_count)
{
    uint32_t count = parser->operands.count - base;
    struct gi_ptx_operand *place = gi_arena_take(parser->arena, count ? count : 1,
                                                 sizeof(*place));

    *out_count = 0;
    if (!place && parser->status == GI_OK)
        parser->status = GI_OUT_OF_MEMORY;
    if (place && count) {
        memcpy(place, (struct gi_ptx_operand *)parser->operands.items + base,
               count * sizeof(*place));
        *out_count = count;
    }
    parser->operands.count = base;
    return place;
}

/* The register that a number of a range is; 0 where the range is shorter, else the number + 1. */
static uint32_t register_of(struct gi_ptx_parser *parser, struct gi_ptx_range *range,
                            uint32_t number)
{
    void *numbers = range->numbers;
    uint32_t had = range->room;

    if (number >= range->count)
        return 0;
    if (number >= range->room) {
        gi_status status = gi_arena_reserve(parser->arena, &numbers, range->room, &range->room,
                                            number + 1, sizeof(uint32_t));

        if (status != GI_OK) {
            parser->status = status;
            return 0;
        }
        range->numbers = numbers;
        memset(range->numbers + had, 0, (range->room - had) * sizeof(*range->numbers));
    }
    if (!range->numbers[number])
        range->numbers[number] = 1 + gi_ptx_add_register(parser, range->prefix, range->type,
                                                         range->parts);
    return range->numbers[number];
}

/* Where a range of a prefix is remembered. */
static struct gi_ptx_recent *recent_of(struct gi_ptx_parser *parser, struct gi_ptx_text prefix)
{
    uint32_t first = (unsigned char)prefix.start[1 % prefix.length];
    uint32_t last = (unsigned char)prefix.start[prefix.length - 1];

    return &parser->recent[(first ^ last << 1 ^ prefix.length) % GI_PTX_RECENT];
}

/* Most operands are registers of a few ranges, and no other name looks like one: then the range
 * that the last one of this prefix was of is theirs too. */
static bool find_recent(struct gi_ptx_parser *parser, struct gi_ptx_text text,
                        uint32_t *out_register)
{
    struct gi_ptx_text prefix = text;
    const struct gi_ptx_recent *recent;
    uint32_t number = 0, power = 1, found;

    if (text.start[0] != '%' || parser->names->numbered)
        return false;
    while (prefix.length > 1 && power < 1000000000u && prefix.start[prefix.length - 1] >= '0'
           && prefix.start[prefix.length - 1] <= '9') {
        number += power * (uint32_t)(prefix.start[--prefix.length] - '0');
        power *= 10;
    }
    if (prefix.length == text.length
        || (text.start[prefix.length] == '0' && prefix.length + 1 < text.length))
        return false;
    recent = recent_of(parser, prefix);
    if (!recent->range || recent->changes != parser->names->changes
        || recent->range->prefix.length != prefix.length
        || memcmp(recent->range->prefix.start, prefix.start, prefix.length) != 0)
        return false;
    found = register_of(parser, recent->range, number);
    *out_register = found - 1;
    return found != 0;
}

/* %r12 as a number of the range %r; false where no range in sight has it. */
static bool find_in_range(struct gi_ptx_parser *parser, struct gi_ptx_text text,
                          const struct gi_ptx_name *hidden_by, uint32_t *out_register)
{
    struct gi_ptx_text prefix = text;
    struct gi_ptx_name *name;
    uint32_t digits = 0;
    uint32_t number = 0;

    while (digits < text.length && text.start[text.length - digits - 1] >= '0'
           && text.start[text.length - digits - 1] <= '9')
        digits++;
    if (digits == 0 || digits > MOST_DIGITS || digits == text.length)
        return false;
    for (uint32_t used = digits; used > 0; used--) {
        prefix.length = text.length - used;
        if (used > 1 && text.start[prefix.length] == '0')
            continue;           /* no number starts with 0 but 0 */
        number = 0;
        for (uint32_t i = prefix.length; i < text.length; i++)
            number = number * 10 + (uint32_t)(text.start[i] - '0');
        name = gi_ptx_names_find_kind(parser->names, prefix, GI_PTX_NAME_RANGE);
        if (name && (!hidden_by || name > hidden_by)) {
            uint32_t found = register_of(parser, name->item.range, number);

            if (found) {
                *out_register = found - 1;
                if (used == digits && !hidden_by)
                    *recent_of(parser, prefix) = (struct gi_ptx_recent){
                        name->item.range, parser->names->changes };
                return true;
            }
        }
    }
    return false;
}

static void special_operand(struct gi_ptx_parser *parser, struct gi_ptx_operand *operand)
{
    struct gi_ptx_text name = { operand->name.start + 1, operand->name.length - 1 };

    operand->kind = GI_PTX_SPECIAL;
    operand->index = gi_ptx_special_of(name);
    if (parser->lexer.token.kind == GI_PTX_DOTTED && parser->lexer.token.text.length == 1
        && parser->lexer.token.text.start == operand->name.start + operand->name.length + 1) {
        const char *part = memchr("xyzw", *parser->lexer.token.text.start, 4);

        if (!part)
            gi_ptx_bad(parser, "a special register has no such part");
        else
            operand->part = (uint8_t)(*part == 'w' ? 3 : *part - 'x');
        gi_ptx_next(parser);
    }
}

/* .b0 directly behind a name */
static bool accept_selector(struct gi_ptx_parser *parser, const struct gi_ptx_operand *operand,
                            struct gi_ptx_text *out_selector)
{
    const struct gi_ptx_token *token = &parser->lexer.token;

    if (token->kind != GI_PTX_DOTTED
        || token->text.start != operand->name.start + operand->name.length + 1)
        return false;
    *out_selector = token->text;
    gi_ptx_next(parser);
    return true;
}

/* A register, a part of a vector or all of one, or a register of which bytes are selected. */
static void register_operand(struct gi_ptx_parser *parser, uint32_t place)
{
    struct gi_ptx_operand *operand = (struct gi_ptx_operand *)parser->operands.items + place;
    uint32_t index = operand->index;
    uint32_t parts = ((struct gi_ptx_register *)parser->registers.items)[index].parts;
    struct gi_ptx_operand *items;

    operand->kind = GI_PTX_REGISTER;
    if (accept_selector(parser, operand, &operand->selector)) {
        static const char names[] = "xyzwrgba";
        const char *part = memchr(names, *operand->selector.start, 8);

        if (parts == 1)
            return;
        if (!part || operand->selector.length != 1 || (uint32_t)(part - names) % 4 >= parts)
            gi_ptx_bad(parser, "a vector has no such part");
        else
            operand->index += (uint32_t)(part - names) % 4;
        operand->selector.length = 0;
        return;
    }
    if (parts == 1)
        return;
    items = gi_ptx_alloc(parser, parts, sizeof(*items));
    if (!items)
        return;
    for (uint32_t i = 0; i < parts; i++)
        items[i] = (struct gi_ptx_operand){ .kind = GI_PTX_REGISTER, .index = index + i };
    operand->kind = GI_PTX_VECTOR;
    operand->to.items = items;
    operand->count = parts;
}

/* Finds the meaning of a name: the innermost of the body, then the module's. */
static void name_operand(struct gi_ptx_parser *parser)
{
    struct gi_ptx_text text = gi_ptx_name(parser);
    struct gi_ptx_operand *operand = push(parser, GI_PTX_NAME_ONLY);
    uint32_t place = parser->operands.count - 1;
    struct gi_ptx_name *name;

    if (!operand || parser->status != GI_OK)
        return;
    operand->name = text;
    if (text.length == 1 && text.start[0] == '_') {
        operand->kind = GI_PTX_SINK;
        return;
    }
    if (find_recent(parser, text, &operand->index)) {
        register_operand(parser, place);
        return;
    }
    name = gi_ptx_names_find(parser->names, text);
    if (name && name->kind == GI_PTX_NAME_RANGE)
        name = gi_ptx_names_find_kind(parser->names, text, GI_PTX_NAME_REGISTER);
    if (find_in_range(parser, text, name, &operand->index)) {
        register_operand(parser, place);
        return;
    }
    if (!name)
        name = gi_ptx_names_find(parser->outer->names, text);
    if (name && name->kind == GI_PTX_NAME_REGISTER) {
        operand->index = name->item.index;
        register_operand(parser, place);
    } else if (name && name->kind == GI_PTX_NAME_VARIABLE) {
        operand->kind = GI_PTX_VARIABLE;
        operand->to.variable = name->item.variable;
    } else if (name && name->kind == GI_PTX_NAME_FUNCTION) {
        operand->kind = GI_PTX_FUNCTION;
        operand->to.function = name->item.function;
    } else if (gi_ptx_same(text, "WARP_SZ")) {
        operand->kind = GI_PTX_INTEGER_VALUE;
        operand->value = GI_WARP_THREADS;
    } else if (text.start[0] == '%') {
        special_operand(parser, operand);
    }
}

/* A number, with what is added to it: 4, -1, 2+3. */
static void number_operand(struct gi_ptx_parser *parser, bool minus)
{
    struct gi_ptx_operand *operand = push(parser, GI_PTX_INTEGER_VALUE);
    const struct gi_ptx_token *token = &parser->lexer.token;

    if (!operand)
        return;
    operand->value = token->value;
    if (token->kind == GI_PTX_SINGLE) {
        operand->kind = GI_PTX_SINGLE_VALUE;
        operand->value ^= minus ? 0x80000000u : 0;
    } else if (token->kind == GI_PTX_DOUBLE) {
        operand->kind = GI_PTX_DOUBLE_VALUE;
        operand->value ^= minus ? 1ull << 63 : 0;
    } else if (token->kind == GI_PTX_INTEGER) {
        operand->value = minus ? 0 - operand->value : operand->value;
    } else {
        gi_ptx_bad(parser, "an operand was expected");
        return;
    }
    gi_ptx_next(parser);
}

/* +4, -4, +-4 behind a name or number of an address */
static void read_offset(struct gi_ptx_parser *parser, uint64_t *value)
{
    while (gi_ptx_at_sign(parser, '+') || gi_ptx_at_sign(parser, '-')) {
        bool minus = gi_ptx_at_sign(parser, '-');
        uint64_t number;

        gi_ptx_next(parser);
        minus ^= gi_ptx_accept(parser, '-');
        number = gi_ptx_number(parser);
        *value += minus ? 0 - number : number;
    }
}

/* Operands up to a closing sign, as one operand with items. */
static void list_operand(struct gi_ptx_parser *parser, enum gi_ptx_operand_kind kind, char close,
                         uint32_t depth)
{
    uint32_t base = parser->operands.count;
    struct gi_ptx_operand *items;
    struct gi_ptx_operand *operand;
    uint32_t count;
    uint64_t offset = 0;

    gi_ptx_next(parser);
    while (parser->status == GI_OK && !gi_ptx_at_sign(parser, close)) {
        gi_ptx_operand(parser, depth + 1);
        if (kind == GI_PTX_MEMORY && parser->operands.count == base + 1)
            read_offset(parser, &offset);
        if (parser->operands.count - base > MOST_OPERANDS)
            gi_ptx_bad(parser, "a list has more operands than are read here");
        if (!gi_ptx_accept(parser, ','))
            break;
    }
    gi_ptx_expect(parser, close);
    items = gi_ptx_operands_from(parser, base, &count);
    operand = push(parser, kind);
    if (!operand)
        return;
    operand->to.items = items;
    operand->count = count;
    operand->value = offset;
    if (kind == GI_PTX_MEMORY && count == 0)
        gi_ptx_bad(parser, "an address is empty");
}

/* Joins the operand behind | and the operand before it to one. */
static void pair_operand(struct gi_ptx_parser *parser, uint32_t base, uint32_t depth)
{
    struct gi_ptx_operand *items;
    struct gi_ptx_operand *pair;
    uint32_t count;

    if (parser->status != GI_OK || !gi_ptx_accept(parser, '|'))
        return;
    gi_ptx_operand(parser, depth + 1);
    items = gi_ptx_operands_from(parser, base, &count);
    pair = push(parser, GI_PTX_PAIR);
    if (pair) {
        pair->to.items = items;
        pair->count = count;
    }
}

void gi_ptx_operand(struct gi_ptx_parser *parser, uint32_t depth)
{
    uint32_t base = parser->operands.count;
    bool negated, minus;

    if (depth > MOST_DEPTH) {
        gi_ptx_bad(parser, "operands are nested deeper than is read here");
        return;
    }
    if (gi_ptx_at_sign(parser, '{')) {
        list_operand(parser, GI_PTX_VECTOR, '}', depth);
        pair_operand(parser, base, depth);
        return;
    }
    if (gi_ptx_at_sign(parser, '(')) {
        list_operand(parser, GI_PTX_LIST, ')', depth);
        return;
    }
    if (gi_ptx_at_sign(parser, '[')) {
        list_operand(parser, GI_PTX_MEMORY, ']', depth);
        return;
    }
    negated = gi_ptx_accept(parser, '!');
    minus = !negated && gi_ptx_accept(parser, '-');
    if (parser->lexer.token.kind != GI_PTX_NAME) {
        number_operand(parser, minus);
    } else {
        negated |= minus;
        name_operand(parser);
        if (parser->status == GI_OK && depth == 0) {
            struct gi_ptx_operand *operand = (struct gi_ptx_operand *)parser->operands.items + base;

            if (operand->kind == GI_PTX_VARIABLE)
                read_offset(parser, &operand->value);
        }
    }
    if (parser->status != GI_OK)
        return;
    ((struct gi_ptx_operand *)parser->operands.items)[base].negated = negated;
    pair_operand(parser, base, depth);
}
