#include "kernel/translate/ptx/body.h"

#include <string.h>

#include "kernel/translate/ptx/declare.h"
#include "kernel/translate/ptx/matrix.h"
#include "kernel/translate/ptx/operand.h"

enum { MOST_DEPTH = 200, MOST_OPERANDS = 64 };

/* ---- labels ---- */

/* Operands of jumps which name a label that was not seen yet. */
static void add_pending(struct gi_ptx_parser *parser, struct gi_ptx_operand *operands,
                        uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        struct gi_ptx_operand **place;

        if (operands[i].kind != GI_PTX_NAME_ONLY)
            continue;
        place = gi_ptx_append(parser, &parser->pending, sizeof(struct gi_ptx_operand *));
        if (place)
            *place = &operands[i];
    }
}

/* At the end of a scope: a name that was open since its start may mean a label of it. */
static void settle_pending(struct gi_ptx_parser *parser, uint32_t start, uint32_t first_label)
{
    struct gi_ptx_operand **pending = parser->pending.items;
    uint32_t kept = start;

    for (uint32_t i = start; i < parser->pending.count; i++) {
        struct gi_ptx_name *name = gi_ptx_names_find(&parser->label_names, pending[i]->name);

        if (name && name >= parser->label_names.items + first_label) {
            pending[i]->kind = GI_PTX_LABEL;
            pending[i]->index = name->item.index;
        } else {
            pending[kept++] = pending[i];
        }
    }
    parser->pending.count = kept;
    gi_ptx_names_cut(&parser->label_names, first_label);
}

static struct gi_ptx_label *add_label(struct gi_ptx_parser *parser, struct gi_ptx_text text,
                                      uint32_t first_label)
{
    struct gi_ptx_name *name = gi_ptx_names_find(&parser->label_names, text);
    struct gi_ptx_label *label;

    if (name && name >= parser->label_names.items + first_label) {
        gi_ptx_bad(parser, "the label %.*s stands twice", (int)text.length, text.start);
        return NULL;
    }
    label = gi_ptx_append(parser, &parser->labels, sizeof(*label));
    if (!label || parser->status != GI_OK)
        return NULL;
    *label = (struct gi_ptx_label){ .name = text, .line = parser->lexer.token.line,
                                    .instruction = parser->instructions.count };
    parser->status = gi_ptx_names_add(&parser->label_names, text, GI_PTX_NAME_REGISTER, &name);
    if (name)
        name->item.index = parser->labels.count - 1;
    return label;
}

/* .branchtargets a, b; and .calltargets */
static void read_targets(struct gi_ptx_parser *parser, struct gi_ptx_label *label)
{
    uint32_t base = parser->operands.count;
    uint32_t count;

    gi_ptx_next(parser);
    do {
        gi_ptx_operand(parser, 1);
    } while (gi_ptx_accept(parser, ','));
    gi_ptx_expect(parser, ';');
    label->kind = GI_PTX_TABLE;
    label->targets = gi_ptx_operands_from(parser, base, &count);
    label->target_count = count;
    add_pending(parser, label->targets, count);
}

/* .callprototype (.param .b32 _) _ (.param .b64 _) .noreturn; */
static void read_prototype(struct gi_ptx_parser *parser, struct gi_ptx_label *label)
{
    struct gi_ptx_array results = { 0 }, parameters = { 0 };

    gi_ptx_next(parser);
    if (gi_ptx_at_sign(parser, '('))
        gi_ptx_parameters(parser, &results);
    (void)gi_ptx_name(parser);
    if (gi_ptx_at_sign(parser, '('))
        gi_ptx_parameters(parser, &parameters);
    while (parser->lexer.token.kind == GI_PTX_DOTTED) {
        gi_ptx_next(parser);
        if (parser->lexer.token.kind == GI_PTX_INTEGER)
            gi_ptx_next(parser);
    }
    gi_ptx_expect(parser, ';');
    label->kind = GI_PTX_PROTOTYPE;
    label->parameters = parameters.items;
    label->parameter_count = parameters.count;
    label->results = results.items;
    label->result_count = results.count;
}

/* ---- instructions ---- */

static void add_modifier(struct gi_ptx_instruction *instruction, struct gi_ptx_text word,
                         uint32_t *spaces, bool *has_policy)
{
    enum gi_ptx_space space;
    enum gi_ptx_type type = gi_ptx_type_of(word);
    enum gi_ptx_modifier modifier = GI_PTX_M_UNKNOWN;

    if (type && instruction->type_count < GI_PTX_MOST_TYPES) {
        instruction->types[instruction->type_count++] = (uint8_t)type;
        return;
    }
    if (gi_ptx_space_of(word, &space) && *spaces < 2) {
        *((*spaces)++ ? &instruction->second_space : &instruction->space) = (uint8_t)space;
        return;
    }
    if (word.length == 2 && word.start[0] == 'v' && memchr("248", word.start[1], 3)) {
        instruction->vector = (uint8_t)(word.start[1] - '0');
        return;
    }
    if (!type)
        modifier = gi_ptx_modifier_of(word);
    if (modifier == GI_PTX_M_CACHE)
        return;
    if (modifier == GI_PTX_M_POLICY) {
        *has_policy = true;
        return;
    }
    if (instruction->modifier_count == GI_PTX_MOST_MODIFIERS)
        instruction->modifiers[GI_PTX_MOST_MODIFIERS - 1] = GI_PTX_M_UNKNOWN;
    else
        instruction->modifiers[instruction->modifier_count++] = (uint8_t)modifier;
}

static void read_guard(struct gi_ptx_parser *parser, struct gi_ptx_instruction *instruction)
{
    uint32_t base = parser->operands.count;
    struct gi_ptx_operand *operand;

    gi_ptx_next(parser);
    gi_ptx_operand(parser, 1);
    if (parser->status != GI_OK)
        return;
    operand = (struct gi_ptx_operand *)parser->operands.items + base;
    if (operand->kind != GI_PTX_REGISTER
        || ((struct gi_ptx_register *)parser->registers.items)[operand->index].type
            != GI_PTX_T_PRED)
        gi_ptx_bad(parser, "a guard is no predicate");
    instruction->has_guard = true;
    instruction->guard = operand->index;
    instruction->guard_negated = operand->negated;
    parser->operands.count = base;
}

/* The rest of an instruction, whose opcode was read already. */
static void read_instruction(struct gi_ptx_parser *parser, struct gi_ptx_instruction *instruction,
                             struct gi_ptx_text opcode)
{
    uint32_t base = parser->operands.count;
    uint32_t spaces = 0;
    bool has_policy = false;
    struct gi_ptx_instruction *place;

    instruction->opcode = (uint16_t)gi_ptx_opcode_of(opcode);
    instruction->vector = 1;
    instruction->spelling = opcode;
    while (parser->lexer.token.kind == GI_PTX_DOTTED) {
        struct gi_ptx_text word = parser->lexer.token.text;

        add_modifier(instruction, word, &spaces, &has_policy);
        instruction->spelling.length = (uint32_t)(word.start + word.length - opcode.start);
        gi_ptx_next(parser);
    }
    while (parser->status == GI_OK && !gi_ptx_at_sign(parser, ';')) {
        gi_ptx_operand(parser, 0);
        if (parser->operands.count - base > MOST_OPERANDS)
            gi_ptx_bad(parser, "an instruction has more operands than are read here");
        if (!gi_ptx_accept(parser, ','))
            break;
    }
    gi_ptx_expect(parser, ';');
    if (instruction->opcode == GI_PTX_OP_wmma)
        instruction->opcode = (uint16_t)gi_ptx_opcode_of_wmma(instruction);
    instruction->operands = gi_ptx_operands_from(parser, base, &instruction->operand_count);
    if (has_policy && instruction->operand_count)
        instruction->operand_count--;
    if (instruction->opcode == GI_PTX_OP_bra || instruction->opcode == GI_PTX_OP_brx
        || instruction->opcode == GI_PTX_OP_call)
        add_pending(parser, instruction->operands, instruction->operand_count);
    if (instruction->types[0] == GI_PTX_T_B128 && instruction->type_count == 1
        && instruction->vector == 1) {
        /* 128 bits are two registers of 64 */
        instruction->types[0] = GI_PTX_T_B64;
        instruction->vector = 2;
    }
    place = gi_ptx_append(parser, &parser->instructions, sizeof(*place));
    if (place)
        *place = *instruction;
}

/* A label or an instruction starts with a name. */
static void read_named(struct gi_ptx_parser *parser, uint32_t first_label)
{
    struct gi_ptx_instruction instruction = { .line = parser->lexer.token.line };
    struct gi_ptx_text name = gi_ptx_name(parser);
    struct gi_ptx_label *label;

    if (!gi_ptx_accept(parser, ':')) {
        read_instruction(parser, &instruction, name);
        return;
    }
    label = add_label(parser, name, first_label);
    if (!label)
        return;
    if (gi_ptx_at_word(parser, "branchtargets") || gi_ptx_at_word(parser, "calltargets"))
        read_targets(parser, label);
    else if (gi_ptx_at_word(parser, "callprototype"))
        read_prototype(parser, label);
}

/* .loc 1 2 3, function_name ...: ends with its line */
static void skip_line(struct gi_ptx_parser *parser)
{
    struct gi_ptx_lexer *lexer = &parser->lexer;
    const char *end = memchr(lexer->at, '\n', (size_t)(lexer->end - lexer->at));

    lexer->at = end ? end : lexer->end;
    gi_ptx_next(parser);
}

static void read_dotted_statement(struct gi_ptx_parser *parser)
{
    if (gi_ptx_at_word(parser, "loc")) {
        skip_line(parser);
    } else if (gi_ptx_at_word(parser, "pragma")) {
        gi_ptx_next(parser);
        gi_ptx_next(parser);
        gi_ptx_expect(parser, ';');
    } else {
        gi_ptx_declare(parser, &parser->variables, NULL);
    }
}

/* Statements up to the brace that closes their scope, or to the end. */
static void read_scope(struct gi_ptx_parser *parser, uint32_t depth)
{
    uint32_t names = parser->names->count;
    uint32_t outer = parser->scope;
    uint32_t labels = parser->label_names.count;
    uint32_t pending = parser->pending.count;

    if (depth > MOST_DEPTH)
        gi_ptx_bad(parser, "braces are nested deeper than is read here");
    if (depth)
        parser->scope = names;          /* parameters are of the outermost braces */
    while (parser->lexer.token.kind != GI_PTX_END && !gi_ptx_at_sign(parser, '}')) {
        if (gi_ptx_accept(parser, ';'))
            continue;
        if (gi_ptx_accept(parser, '{')) {
            read_scope(parser, depth + 1);
            gi_ptx_expect(parser, '}');
        } else if (parser->lexer.token.kind == GI_PTX_DOTTED) {
            read_dotted_statement(parser);
        } else if (gi_ptx_at_sign(parser, '@')) {
            struct gi_ptx_instruction instruction = { .line = parser->lexer.token.line };

            read_guard(parser, &instruction);
            read_instruction(parser, &instruction, gi_ptx_name(parser));
        } else {
            read_named(parser, labels);
        }
    }
    if (parser->status != GI_OK)
        return;
    settle_pending(parser, pending, labels);
    gi_ptx_names_cut(parser->names, names);
    parser->scope = outer;
}

static void add_parameters(struct gi_ptx_parser *parser, struct gi_ptx_variable **variables,
                           uint32_t count)
{
    for (uint32_t i = 0; i < count && parser->status == GI_OK; i++) {
        struct gi_ptx_name *name = NULL;
        bool is_register = variables[i]->space == GI_PTX_REG;

        if (gi_ptx_name_here(parser, variables[i]->name)) {
            parser->status = gi_fail(GI_INVALID_VALUE, "PTX line %u: %.*s is declared twice",
                                     variables[i]->line, (int)variables[i]->name.length,
                                     variables[i]->name.start);
            return;
        }
        parser->status = gi_ptx_names_add(parser->names, variables[i]->name,
                                          is_register ? GI_PTX_NAME_REGISTER
                                                      : GI_PTX_NAME_VARIABLE, &name);
        if (!name)
            return;
        name->item.variable = variables[i];
        if (is_register)
            name->item.index = gi_ptx_add_register(parser, variables[i]->name, variables[i]->type,
                                                   1);
    }
}

static void keep_body(const struct gi_ptx_parser *parser, struct gi_ptx_body *body)
{
    body->instructions = parser->instructions.items;
    body->instruction_count = parser->instructions.count;
    body->registers = parser->registers.items;
    body->register_count = parser->registers.count;
    body->labels = parser->labels.items;
    body->label_count = parser->labels.count;
    body->variables = parser->variables.items;
    body->variable_count = parser->variables.count;
}

gi_status gi_ptx_parse_body(struct gi_arena *arena, const struct gi_ptx_module *module,
                            const struct gi_ptx_function *function, struct gi_ptx_body **out_body)
{
    struct gi_ptx_parser parser = { .arena = arena, .outer = module };
    struct gi_ptx_names names;

    *out_body = NULL;
    if (!function->has_body)
        return gi_fail(GI_INVALID_VALUE, "PTX line %u: %.*s has no body", function->line,
                       (int)function->name.length, function->name.start);
    parser.body = gi_arena_alloc(arena, 1, sizeof(*parser.body));
    if (!parser.body)
        return GI_OUT_OF_MEMORY;
    parser.status = gi_ptx_names_init(&names, arena, function->body.length / 64);
    if (parser.status == GI_OK)
        parser.status = gi_ptx_names_init(&parser.label_names, arena, function->body.length / 256);
    if (parser.status != GI_OK)
        return parser.status;
    parser.names = &names;
    add_parameters(&parser, function->parameters, function->parameter_count);
    add_parameters(&parser, function->results, function->result_count);
    if (parser.status == GI_OK)
        parser.status = gi_ptx_lex_start(&parser.lexer, function->body.start,
                                         function->body.length, function->body_line);
    if (parser.status == GI_OK)
        read_scope(&parser, 0);
    if (parser.status == GI_OK && parser.lexer.token.kind != GI_PTX_END)
        gi_ptx_bad(&parser, "a brace closes none");
    if (parser.status == GI_OK && parser.pending.count) {
        const struct gi_ptx_operand *first = *(struct gi_ptx_operand **)parser.pending.items;

        gi_ptx_bad(&parser, "nothing is named %.*s", (int)first->name.length, first->name.start);
    }
    if (parser.status != GI_OK)
        return parser.status;
    keep_body(&parser, parser.body);
    *out_body = parser.body;
    return GI_OK;
}
