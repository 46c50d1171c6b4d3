#include "kernel/translate/ptx/examine.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/translate/ptx/forms.h"
#include "kernel/translate/ptx/shapes.h"

enum { TEXT_BYTES = 500, BODY_LIMIT_BYTES = 1 << 28, MOST_WORD = 80 };

static const char aborted[] = "ptxas fatal   : Ptx assembly aborted due to errors";

/* The errors that were found. */
struct findings {
    char text[TEXT_BYTES];
    size_t length;
    bool is_full;                /* the next finding did not fit */
    uint32_t count, unresolved;  /* functions, among the findings */
    bool links;
};

/* An examination of one body. */
struct body {
    struct findings *found;
    const struct gi_ptx_function *function;
    const struct gi_ptx_body *body;
    const struct gi_ptx_instruction *at;
};

/* ---- findings -------------------------------------------------------------------------------- */

static void add_line(struct findings *found, const char *line)
{
    size_t bytes = strlen(line);

    found->count++;
    if (found->is_full || found->length + bytes + sizeof aborted >= sizeof found->text) {
        found->is_full = true;
        return;
    }
    memcpy(found->text + found->length, line, bytes + 1);
    found->length += bytes;
}

GI_PRINTF(2, 3) static void complain(const struct body *body, const char *format, ...)
{
    char why[200], line[300];
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    (void)snprintf(line, sizeof line, "ptxas application ptx input, line %u; error   : %s\n",
                   body->at->line, why);
    add_line(body->found, line);
}

/* Sentences of the parser: the words before and behind a name in them, and the assembler's
 * sentence. */
static const struct phrase {
    const char *before, *behind, *ours;
    bool ends;                   /* the assembler reads no further */
} phrases[] = {
    { "' was expected, not ", "", "Parsing error near '%s': syntax error", true },
    { "a directive was expected, not ", "", "Parsing error near '%s': syntax error", true },
    { "a declaration has the unknown word ", "", "Parsing error near '%s': syntax error", true },
    { "", " has more values than it holds", "Greater number of elements in array initializer",
      true },
    { "a version was expected", "", "Missing .version directive at start of file 'application ptx "
      "input'", true },
    { "nothing is named ", "", "Unknown symbol '%s'", false },
    { "the label ", " stands twice", "Duplicate definition of label '%s'", false },
    { "", " is declared twice", "Duplicate definition of variable '%s'", false },
    { "", " has two bodies", "Duplicate definition of function '%s'", false },
    { "a guard is no predicate", "", "Predicate expression expected", false },
};

/* Finds the assembler's sentence for one of the parser. False if there is none. */
static bool rephrase(const char *why, char *out, size_t room, bool *out_ends)
{
    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++) {
        const struct phrase *phrase = &phrases[i];
        const char *begin = strstr(why, phrase->before);
        const char *place = strstr(phrase->ours, "%s");
        size_t length, behind = strlen(phrase->behind);

        if (begin == NULL)
            continue;
        begin += strlen(phrase->before);
        length = strlen(begin);
        if (length < behind || strcmp(begin + length - behind, phrase->behind) != 0)
            continue;
        if (place == NULL)
            (void)snprintf(out, room, "%s", phrase->ours);
        else
            (void)snprintf(out, room, "%.*s%.*s%s", (int)(place - phrase->ours), phrase->ours,
                           (int)(length - behind < MOST_WORD ? length - behind : MOST_WORD), begin,
                           place + 2);
        *out_ends = phrase->ends;
        return true;
    }
    return false;
}

/* "PTX line 7: why" as the assembler says it. */
static void take_sentence(struct findings *found, const char *sentence)
{
    char line[TEXT_BYTES], why[300];
    unsigned int number = 0;
    bool ends = true;
    int end = 0;

    if (sscanf(sentence, "PTX line %u: %n", &number, &end) != 1 || end == 0) {
        (void)snprintf(line, sizeof line, "ptxas fatal   : %.300s\n", sentence);
    } else {
        if (!rephrase(sentence + end, why, sizeof why, &ends))
            (void)snprintf(why, sizeof why, "%.290s", sentence + end);
        (void)snprintf(line, sizeof line, "ptxas application ptx input, line %u; %s: %s\n", number,
                       ends ? "fatal   " : "error   ", why);
    }
    add_line(found, line);
}

static gi_status end(const struct findings *found)
{
    if (found->count == 0)
        return GI_OK;
    if (found->count == found->unresolved)       /* the linker's, and all of it */
        return gi_fail(GI_INVALID_VALUE, "%.*s", (int)found->length - 1, found->text);
    return gi_fail(GI_INVALID_VALUE, "%s%s", found->text, aborted);
}

gi_status gi_translate_as_assembler(gi_status status)
{
    struct findings found = { .count = 0 };
    char sentence[TEXT_BYTES];

    if (status != GI_INVALID_VALUE)
        return status;
    (void)snprintf(sentence, sizeof sentence, "%s", gi_last_error_detail());
    if (strncmp(sentence, "ptxas ", 6) == 0)
        return status;
    take_sentence(&found, sentence);
    return end(&found);
}

/* ---- words ----------------------------------------------------------------------------------- */

/* The word before the first dot. */
static int length_of_name(const struct gi_ptx_text *spelling)
{
    uint32_t length = 0;

    while (length < spelling->length && length < MOST_WORD && spelling->start[length] != '.')
        length++;
    return (int)length;
}

#define NAME_OF(instruction) length_of_name(&(instruction)->spelling), (instruction)->spelling.start

static bool is_in(struct gi_ptx_text word, const char *list)
{
    const char *at = list;

    while (*at != '\0') {
        size_t length = strcspn(at, " ");

        if (length == word.length && memcmp(at, word.start, length) == 0)
            return true;
        at += length + (at[length] == ' ');
    }
    return false;
}

/* Opcodes that PTX has and words.h has not. */
static bool is_other_opcode(struct gi_ptx_text word)
{
    return is_in(word, "clusterlaunchcontrol getctarank multimem tcgen05 tensormap wgmma");
}

/* Whether a word of letters alone is none of PTX. Words of other signs are not looked at, for new
 * versions have more of them, but for types of widths that do not exist. */
static bool is_no_modifier(struct gi_ptx_text word)
{
    static const char others[] =
        "acc alias alloc arrival array blockscaled bulk cancel cas col collector complete "
        "convergence cooperative cp ctas dealloc decompress demote direct discard done drop evict "
        "expect expects fence field fill first generic global get ignore im is kind lane last "
        "lastuse layout ld m metadata mma mode multicast multimem named noreturn nounroll offset "
        "ordered other pack packed param permit proxy query reduce reg relinquish replace reuse "
        "row scale sem shift smem sp sparse sreg st subtract swizzle tensor tensormap test tex "
        "texmode tile to trans try unchanged unpack use valid vec wait write ws x";
    enum gi_ptx_space space;

    if (word.length == 0 || word.length > MOST_WORD || gi_ptx_type_of(word) != GI_PTX_T_NONE ||
        gi_ptx_space_of(word, &space) || gi_ptx_modifier_of(word) != GI_PTX_M_UNKNOWN)
        return false;
    if (word.length == 2 && word.start[0] == 'v' && word.start[1] >= '0' && word.start[1] <= '9')
        return strchr("248", word.start[1]) == NULL;
    if (strchr("usbf", word.start[0]) != NULL && word.length >= 2 &&
        strspn(word.start + 1, "0123456789") >= word.length - 1) {
        struct gi_ptx_text width = { word.start + 1, word.length - 1 };

        return !is_in(width, "1 2 4 6 8 16 32 64 128 256");
    }
    for (uint32_t i = 0; i < word.length; i++) {
        if (word.start[i] < 'a' || word.start[i] > 'z')
            return false;
    }
    return !is_in(word, others);
}

/* Complains about each word behind the opcode that is none. */
static bool has_wrong_words(const struct body *body)
{
    const struct gi_ptx_text *spelling = &body->at->spelling;
    uint32_t at = 0;
    bool wrong = false;

    while (at < spelling->length) {
        struct gi_ptx_text word = { spelling->start + at, 0 };

        while (at < spelling->length && spelling->start[at] != '.')
            at++;
        word.length = (uint32_t)(spelling->start + at - word.start);
        if (word.start != spelling->start && is_no_modifier(word)) {
            complain(body, "Unknown modifier '.%.*s'", (int)word.length, word.start);
            wrong = true;
        }
        at++;
    }
    return wrong;
}

/* ---- operands -------------------------------------------------------------------------------- */

/* A name that can only be a register's: letters, and the number of one. */
static bool is_of_register(struct gi_ptx_text name)
{
    uint32_t letters = 1;

    if (name.length < 3 || name.start[0] != '%' || memcmp(name.start, "%pm", 3) == 0)
        return false;
    while (letters < name.length && name.start[letters] >= 'a' && name.start[letters] <= 'z')
        letters++;
    return letters > 1 && letters <= 4 && letters < name.length &&
           strspn(name.start + letters, "0123456789") >= name.length - letters;
}

/* Special registers that PTX has and ptx_words.h has not. */
static bool is_other_special(struct gi_ptx_text name)
{
    return is_in(name, "%clusterid %nclusterid %cluster_ctaid %cluster_nctaid %cluster_ctarank "
                 "%cluster_nctarank %is_explicit_cluster %reserved_smem_offset_begin "
                 "%reserved_smem_offset_end %reserved_smem_offset_cap %reserved_smem_offset_0 "
                 "%reserved_smem_offset_1 %current_graph_exec");
}

/* A name that nothing declares. Special registers that are not built have none here either. */
static const struct gi_ptx_operand *unknown_name(const struct gi_ptx_operand *operand)
{
    const struct gi_ptx_operand *found = NULL;

    switch ((enum gi_ptx_operand_kind)operand->kind) {
    case GI_PTX_NAME_ONLY:
        return operand->name.length != 0 &&
               (operand->name.start[0] != '%' || is_of_register(operand->name)) ? operand : NULL;
    case GI_PTX_MEMORY:
    case GI_PTX_VECTOR:
    case GI_PTX_LIST:
    case GI_PTX_PAIR:
        for (uint32_t i = 0; i < operand->count && found == NULL; i++)
            found = unknown_name(&operand->to.items[i]);
        return found;
    case GI_PTX_SPECIAL:
        return operand->index == GI_PTX_S_UNKNOWN && !is_other_special(operand->name) ? operand
                                                                                     : NULL;
    case GI_PTX_REGISTER:
    case GI_PTX_INTEGER_VALUE:
    case GI_PTX_SINGLE_VALUE:
    case GI_PTX_DOUBLE_VALUE:
    case GI_PTX_VARIABLE:
    case GI_PTX_FUNCTION:
    case GI_PTX_LABEL:
    case GI_PTX_SINK:
        break;
    }
    return NULL;
}

static void name_unknown(const struct body *body, const struct gi_ptx_operand *operand)
{
    complain(body, "Unknown symbol '%.*s'",
             (int)(operand->name.length < MOST_WORD ? operand->name.length : MOST_WORD),
             operand->name.start);
}

static uint32_t list_count(const struct gi_ptx_instruction *call, uint32_t index)
{
    if (index >= call->operand_count)
        return 0;
    return call->operands[index].kind == GI_PTX_LIST ? call->operands[index].count : 1;
}

/* Functions that a program calls without a body of its own. */
static bool is_of_system(struct gi_ptx_text name)
{
    return is_in(name, "vprintf __assertfail __assert_fail malloc free") ||
           (name.length > 2 && memcmp(name.start, "__", 2) == 0) ||
           (name.length > 4 && memcmp(name.start, "cuda", 4) == 0);
}

static enum gi_ptx_type type_of_register(const struct body *body, uint32_t index)
{
    const struct gi_ptx_body *is = body->body;

    return index < is->register_count ? is->registers[index].type : GI_PTX_T_NONE;
}

/* Arguments that are registers have the width of the parameter. */
static void examine_arguments(const struct body *body, const struct gi_ptx_function *function,
                              const struct gi_ptx_operand *arguments)
{
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        const struct gi_ptx_operand *is =
            arguments->kind == GI_PTX_LIST ? &arguments->to.items[i] : arguments;
        const struct gi_ptx_variable *formal = function->parameters[i];
        uint32_t bytes = is->kind == GI_PTX_REGISTER
                             ? gi_ptx_type_bytes(type_of_register(body, is->index)) : 0;

        if (bytes != 0 && formal->space == GI_PTX_REG && bytes != formal->bytes)
            complain(body, "Type of argument does not match formal parameter '%.*s'",
                     (int)(formal->name.length < MOST_WORD ? formal->name.length : MOST_WORD),
                     formal->name.start);
    }
}

/* call (results), function, (arguments); the lists may be missing. */
static void examine_call(const struct body *body)
{
    const struct gi_ptx_instruction *call = body->at;
    const struct gi_ptx_function *function;
    uint32_t target = call->operand_count != 0 && call->operands[0].kind == GI_PTX_LIST;
    char line[200];

    if (target >= call->operand_count)
        return;
    if (call->operands[target].kind == GI_PTX_NAME_ONLY) {
        complain(body, "Call to '%.*s' requires call prototype",
                 (int)call->operands[target].name.length, call->operands[target].name.start);
        name_unknown(body, &call->operands[target]);
    }
    if (call->operands[target].kind != GI_PTX_FUNCTION)
        return;
    function = call->operands[target].to.function;
    if (list_count(call, target + 1) != function->parameter_count ||
        (target == 1 ? list_count(call, 0) : 0) != function->result_count)
        complain(body, "Call has wrong number of parameters");
    else if (function->parameter_count != 0)
        examine_arguments(body, function, &call->operands[target + 1]);
    if (body->found->links && !function->has_body && !is_of_system(function->name)) {
        (void)snprintf(line, sizeof line, "ptxas fatal   : Unresolved extern function '%.*s'\n",
                       (int)(function->name.length < MOST_WORD ? function->name.length : MOST_WORD),
                       function->name.start);
        add_line(body->found, line);
        body->found->unresolved++;
    }
}

/* ---- instructions ---------------------------------------------------------------------------- */

/* Types that every version of PTX has in the forms of form_list.h. */
static bool has_old_types(const struct gi_ptx_instruction *instruction)
{
    for (uint32_t i = 0; i < instruction->type_count; i++) {
        enum gi_ptx_type type = (enum gi_ptx_type)instruction->types[i];
        enum gi_ptx_class class = gi_ptx_type_class(type);

        if (class == GI_PTX_OPAQUE || type == GI_PTX_T_B1 || type == GI_PTX_T_B128 ||
            type == GI_PTX_T_S16X2 || type == GI_PTX_T_U16X2 ||
            (class == GI_PTX_FLOAT && type != GI_PTX_T_F32 && type != GI_PTX_T_F64))
            return false;
    }
    return true;
}

/* Arithmetic, whose forms do not grow from version to version. */
static bool is_arithmetic(uint32_t opcode)
{
    switch (opcode) {
    case GI_PTX_OP_abs: case GI_PTX_OP_add: case GI_PTX_OP_and: case GI_PTX_OP_bfe:
    case GI_PTX_OP_bfi: case GI_PTX_OP_brev: case GI_PTX_OP_clz: case GI_PTX_OP_cnot:
    case GI_PTX_OP_cvt: case GI_PTX_OP_div: case GI_PTX_OP_fma: case GI_PTX_OP_mad:
    case GI_PTX_OP_max: case GI_PTX_OP_min: case GI_PTX_OP_mov: case GI_PTX_OP_mul:
    case GI_PTX_OP_neg: case GI_PTX_OP_not: case GI_PTX_OP_or: case GI_PTX_OP_popc:
    case GI_PTX_OP_rem: case GI_PTX_OP_selp: case GI_PTX_OP_set: case GI_PTX_OP_setp:
    case GI_PTX_OP_shl: case GI_PTX_OP_shr: case GI_PTX_OP_slct: case GI_PTX_OP_sub:
    case GI_PTX_OP_xor:
        return true;
    default:
        return false;
    }
}

static bool has_choice(const struct gi_ptx_instruction *instruction, const uint8_t *choices)
{
    for (; *choices != 0; choices++) {
        if (gi_ptx_has(instruction, (enum gi_ptx_modifier)*choices))
            return true;
    }
    return false;
}

/* Reports wrong types and modifiers of arithmetic. */
static void say_form(const struct body *body)
{
    static const uint8_t compares[] = {
        GI_PTX_M_EQ, GI_PTX_M_NE, GI_PTX_M_LT, GI_PTX_M_LE, GI_PTX_M_GT, GI_PTX_M_GE, GI_PTX_M_LO,
        GI_PTX_M_LS, GI_PTX_M_HI, GI_PTX_M_HS, GI_PTX_M_EQU, GI_PTX_M_NEU, GI_PTX_M_LTU,
        GI_PTX_M_LEU, GI_PTX_M_GTU, GI_PTX_M_GEU, GI_PTX_M_NUM, GI_PTX_M_NAN_TEST, 0 };
    static const uint8_t roundings[] = {
        GI_PTX_M_RN, GI_PTX_M_RZ, GI_PTX_M_RM, GI_PTX_M_RP, GI_PTX_M_RNI, GI_PTX_M_RZI,
        GI_PTX_M_RMI, GI_PTX_M_RPI, 0 };
    bool compares_at_all = body->at->opcode == GI_PTX_OP_setp || body->at->opcode == GI_PTX_OP_set;

    if (compares_at_all && !has_choice(body->at, compares))
        complain(body, "Comparison modifier required for instruction '%.*s'", NAME_OF(body->at));
    else if (body->at->opcode == GI_PTX_OP_cvt && has_choice(body->at, roundings))
        complain(body, "Illegal rounding modifier for instruction '%.*s'", NAME_OF(body->at));
    else
        complain(body, "Unexpected instruction types specified for '%.*s'", NAME_OF(body->at));
}

/* PTX demands these, and the forms of the translator may do without. */
static bool lacks_modifier(const struct body *body)
{
    const struct gi_ptx_instruction *at = body->at;
    enum gi_ptx_type to = (enum gi_ptx_type)at->types[0];
    enum gi_ptx_type from = (enum gi_ptx_type)at->types[1];
    bool is_whole = at->type_count == 1 && gi_ptx_type_class(to) != GI_PTX_FLOAT;

    if ((at->opcode == GI_PTX_OP_mul || at->opcode == GI_PTX_OP_mad) && is_whole &&
        !gi_ptx_has(at, GI_PTX_M_LO) && !gi_ptx_has(at, GI_PTX_M_HI) &&
        !gi_ptx_has(at, GI_PTX_M_WIDE)) {
        say_form(body);
        return true;
    }
    if ((at->opcode == GI_PTX_OP_setp || at->opcode == GI_PTX_OP_set) &&
        at->modifier_count == 0) {
        say_form(body);
        return true;
    }
    if (at->opcode == GI_PTX_OP_cvt && at->type_count == 2 && at->modifier_count == 0 &&
        gi_ptx_type_class(to) == GI_PTX_FLOAT &&
        (gi_ptx_type_class(from) != GI_PTX_FLOAT ||
         gi_ptx_type_bytes(to) < gi_ptx_type_bytes(from))) {
        complain(body, "Rounding modifier required for instruction '%.*s'", NAME_OF(at));
        return true;
    }
    return false;
}

static bool is_number(const struct gi_ptx_operand *operand)
{
    return operand->kind == GI_PTX_INTEGER_VALUE || operand->kind == GI_PTX_SINGLE_VALUE ||
           operand->kind == GI_PTX_DOUBLE_VALUE;
}

static bool is_parameter_of_entry(const struct body *body, const struct gi_ptx_operand *memory)
{
    const struct gi_ptx_function *function = body->function;

    if (memory->kind != GI_PTX_MEMORY || memory->count == 0 ||
        memory->to.items[0].kind != GI_PTX_VARIABLE || !function->is_entry)
        return false;
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        if (function->parameters[i] == memory->to.items[0].to.variable)
            return true;
    }
    return false;
}

/* Atomics have no types of these widths, but for b16 in exchanges. */
static bool is_no_atomic(const struct gi_ptx_instruction *at)
{
    enum gi_ptx_type type = (enum gi_ptx_type)at->types[0];

    return (at->opcode == GI_PTX_OP_atom || at->opcode == GI_PTX_OP_red) && at->type_count == 1 &&
           (type == GI_PTX_T_U16 || type == GI_PTX_T_S16 || type == GI_PTX_T_U8 ||
            type == GI_PTX_T_S8 || type == GI_PTX_T_B8);
}

/* Coordinates of a texture that are fewer than its shape has. */
static bool lacks_coordinates(const struct body *body)
{
    const struct gi_ptx_instruction *at = body->at;
    const struct gi_ptx_operand *memory = &at->operands[1], *place;
    const struct gi_ptx_shape *shape;

    if (at->opcode != GI_PTX_OP_tex || at->operand_count < 2 || memory->kind != GI_PTX_MEMORY ||
        memory->count < 2)
        return false;
    shape = gi_ptx_find_shape(at);
    place = &memory->to.items[memory->count - 1];
    return shape != NULL && place->kind == GI_PTX_VECTOR &&
           place->count < (uint32_t)shape->axes + shape->has_layer;
}

/* Registers of 32 bits cannot address device memory. */
static bool has_small_address(const struct body *body)
{
    const struct gi_ptx_instruction *at = body->at;
    uint32_t place = at->opcode == GI_PTX_OP_st || at->opcode == GI_PTX_OP_red ? 0 : 1;
    const struct gi_ptx_operand *memory = &at->operands[place], *base;

    if ((at->opcode != GI_PTX_OP_ld && at->opcode != GI_PTX_OP_st &&
         at->opcode != GI_PTX_OP_atom && at->opcode != GI_PTX_OP_red) ||
        at->space != GI_PTX_GLOBAL || at->operand_count <= place ||
        memory->kind != GI_PTX_MEMORY || memory->count == 0)
        return false;
    base = &memory->to.items[0];
    return base->kind == GI_PTX_REGISTER &&
           gi_ptx_type_bytes(type_of_register(body, base->index)) == 4;
}

/* Operands that no form looks at, and that would be found only when the kernel is used. */
static bool has_odd_operands(const struct body *body)
{
    const struct gi_ptx_instruction *at = body->at;
    const struct gi_ptx_operand *first = at->operands;

    if (at->opcode == GI_PTX_OP_st && at->space == GI_PTX_PARAM &&
        is_parameter_of_entry(body, first))
        complain(body, "Illegal to write to function input parameter '%.*s'",
                 (int)first->to.items[0].to.variable->name.length,
                 first->to.items[0].to.variable->name.start);
    else if ((at->opcode == GI_PTX_OP_bar || at->opcode == GI_PTX_OP_barrier) &&
             !gi_ptx_has(at, GI_PTX_M_WARP) && first->kind == GI_PTX_INTEGER_VALUE &&
             first->value > 15)
        complain(body, "Barrier number '%llu' out of range, expected to be in range [0..15]",
                 (unsigned long long)first->value);
    else if (is_no_atomic(at))
        say_form(body);
    else if (lacks_coordinates(body))
        complain(body, "Operand vector size doesn't match geometry for instruction 'tex'");
    else if (has_small_address(body))
        add_line(body->found, "ptxas fatal   :  32-Bit ABI (--machine 32 or 32-Bit addressing) is "
                 "not supported on sm_90 or higher architectures.\n");
    else
        return false;
    return true;
}

/* Operands that the forms leave to the emission. */
static bool has_wrong_operands(const struct body *body, const struct gi_ptx_form *forms)
{
    const struct gi_ptx_instruction *at = body->at;
    const struct gi_ptx_operand *first = at->operands;

    if (at->operand_count == 0)
        return false;
    if (has_odd_operands(body))
        return true;
    if (at->opcode == GI_PTX_OP_bra && first->kind == GI_PTX_REGISTER)
        complain(body, "Label expected for argument 0 of instruction 'bra'");
    else if (at->opcode == GI_PTX_OP_st && at->space == GI_PTX_CONST)
        complain(body, "State space incorrect for instruction 'st'");
    else if (forms != NULL && gi_ptx_form_writes_first(forms) && is_number(first))
        complain(body, "Result register required for instruction '%.*s'", NAME_OF(at));
    else if (forms != NULL && gi_ptx_form_writes_first(forms) &&
             first->kind == GI_PTX_SPECIAL && first->index != GI_PTX_S_UNKNOWN)
        complain(body, "Read-only special register cannot be destination argument");
    else if (at->opcode == GI_PTX_OP_mov && at->operand_count == 2 && at->type_count == 1 &&
             is_number(&at->operands[1]) && at->operands[1].kind != GI_PTX_INTEGER_VALUE &&
             (gi_ptx_type_class((enum gi_ptx_type)at->types[0]) == GI_PTX_SIGNED ||
              gi_ptx_type_class((enum gi_ptx_type)at->types[0]) == GI_PTX_UNSIGNED))
        complain(body, "Arguments mismatch for instruction 'mov'");
    else
        return false;
    return true;
}

static void examine_form(const struct body *body, const struct gi_ptx_operand *unknown)
{
    uint32_t count;
    const struct gi_ptx_form *forms = gi_ptx_forms_of(body->at->opcode, &count);
    enum gi_ptx_misfit misfit;

    if (has_wrong_operands(body, forms) || forms == NULL || !has_old_types(body->at) ||
        lacks_modifier(body))
        return;
    misfit = gi_ptx_misfit_of(body->body, body->at, forms, count);
    if (misfit == GI_PTX_FITS && unknown != NULL &&
        (body->at->opcode == GI_PTX_OP_ld || body->at->opcode == GI_PTX_OP_st))
        complain(body, "Illegal operand type to instruction '%.*s'", NAME_OF(body->at));
    else if (misfit == GI_PTX_MISFIT_OPERANDS || (misfit == GI_PTX_FITS && unknown != NULL))
        complain(body, "Arguments mismatch for instruction '%.*s'", NAME_OF(body->at));
    else if ((misfit == GI_PTX_MISFIT_TYPE || misfit == GI_PTX_MISFIT_MODIFIERS) &&
             is_arithmetic(body->at->opcode))
        say_form(body);
}

static void examine_instruction(struct body *body)
{
    const struct gi_ptx_instruction *at = body->at;
    const struct gi_ptx_operand *unknown = NULL;
    struct gi_ptx_text opcode = { at->spelling.start, (uint32_t)length_of_name(&at->spelling) };

    if (at->opcode == GI_PTX_OP_UNKNOWN) {
        if (is_other_opcode(opcode))
            return;
        complain(body, "Not a name of any known instruction: '%.*s'", NAME_OF(at));
    }
    for (uint32_t i = 0; i < at->operand_count && unknown == NULL; i++)
        unknown = unknown_name(&at->operands[i]);
    if (at->opcode == GI_PTX_OP_call) {
        examine_call(body);
        return;
    }
    if (at->opcode != GI_PTX_OP_UNKNOWN && !has_wrong_words(body))
        examine_form(body, unknown);
    if (unknown != NULL)
        name_unknown(body, unknown);
}

/* ---- modules --------------------------------------------------------------------------------- */

static gi_status examine_function(const struct gi_ptx_module *module,
                                  const struct gi_ptx_function *function, struct findings *found)
{
    struct body body = { .found = found, .function = function };
    struct gi_ptx_body *parsed = NULL;
    struct gi_arena arena;
    gi_status status;

    gi_arena_init(&arena, BODY_LIMIT_BYTES);
    status = gi_ptx_parse_body(&arena, module, function, &parsed);
    if (status == GI_INVALID_VALUE)
        take_sentence(found, gi_last_error_detail());
    body.body = parsed;
    for (uint32_t i = 0; status == GI_OK && i < parsed->instruction_count; i++) {
        body.at = &parsed->instructions[i];
        examine_instruction(&body);
    }
    gi_arena_finish(&arena);
    /* A form that this parser lacks is no fault of the text. */
    return status == GI_INVALID_VALUE || status == GI_OUT_OF_MEMORY ? status : GI_OK;
}

gi_status gi_translate_examine(const struct gi_ptx_module *module, bool links)
{
    struct findings found = { .links = links };
    gi_status status = GI_OK;

    if (module->target.length == 0)
        take_sentence(&found, "PTX line 2: Missing .target directive at start of file "
                      "'application ptx input'");
    else if (module->target.length < 4 || memcmp(module->target.start, "sm_", 3) != 0)
        take_sentence(&found, "PTX line 2: Target architecture not defined at start of file "
                      "'application ptx input'");
    for (uint32_t i = 0; i < module->function_count && status == GI_OK; i++) {
        if (module->functions[i]->has_body)
            status = examine_function(module, module->functions[i], &found);
    }
    return status == GI_OUT_OF_MEMORY ? status : end(&found);
}
