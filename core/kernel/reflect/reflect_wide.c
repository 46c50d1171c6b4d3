#include "reflect_wide.h"

#include "kernel/reflect/reflect_entries.h"
#include "kernel/reflect/reflect_push.h"
#include "kernel/translate/spirv/adopt.h"

/* The two words. */
enum { FIRST_GROUP, GROUPS };

/* An input and the private variable in its place. */
struct place {
    uint32_t input, builtin;
    gi_type vector, number;         /* the types of its value and of its parts */
    gi_id own;                      /* the variable */
};

struct rewriter {
    struct gi_spirv spirv;
    struct gi_reflect_ids ids;
    struct gi_reflect_push push;
    const struct gi_reflect_wide *wide;
    const uint32_t *words;
    size_t word_count;
    struct place *places;
    uint32_t place_count;
    const uint32_t *entry;          /* of the function that is written; NULL: no entry point's */
    bool is_declared;
};

static bool depends_on_place(uint32_t builtin)
{
    return builtin == GiBuiltInWorkgroupId || builtin == GiBuiltInGlobalInvocationId ||
           builtin == GiBuiltInNumWorkgroups;
}

static bool is_input(const uint32_t *at)
{
    return (at[0] & 0xffff) == GiOpDecorate && at[0] >> 16 > 3 && at[2] == GiDecorationBuiltIn &&
           depends_on_place(at[3]);
}

static const struct place *input_place(const struct rewriter *to, uint32_t input)
{
    for (uint32_t i = 0; i < to->place_count; i++) {
        if (to->places[i].input == input)
            return &to->places[i];
    }
    return NULL;
}

/* ---- reading --------------------------------------------------------------------------------- */

static gi_status read_places(struct rewriter *to)
{
    uint32_t count = 0;

    for (size_t at = GI_SPIRV_HEADER_WORDS; at < to->word_count; at += to->words[at] >> 16) {
        if ((to->words[at] & 0xffff) == GiOpFunction)
            break;
        count += is_input(to->words + at);
        gi_reflect_push_note(&to->push, to->words + at);
    }
    to->places = gi_arena_alloc(to->spirv.arena, count + 1, sizeof *to->places);
    if (to->places == NULL)
        return GI_OUT_OF_MEMORY;
    for (size_t at = GI_SPIRV_HEADER_WORDS; to->place_count < count; at += to->words[at] >> 16) {
        struct place *place = &to->places[to->place_count];
        uint32_t vector;

        if (!is_input(to->words + at))
            continue;
        place->input = to->words[at + 1];
        place->builtin = to->words[at + 3];
        vector = gi_reflect_id(&to->ids, gi_reflect_id(&to->ids, place->input)->type)->type;
        place->vector = gi_foreign_type(vector);
        place->number = gi_foreign_type(gi_reflect_id(&to->ids, vector)->type);
        if (gi_reflect_id(&to->ids, vector)->kind != GI_REFLECT_VECTOR)
            return gi_fail(GI_INVALID_VALUE, "SPIR-V: built-in input %u is no vector",
                           place->builtin);
        to->place_count++;
    }
    return gi_reflect_push_find(&to->push, &to->ids);
}

/* ---- in front of a kernel -------------------------------------------------------------------- */

/* The part in x, of the grid. Numbers of both signs are added as they are. */
static gi_id in_grid(struct rewriter *to, const struct place *place, gi_id value)
{
    struct gi_spirv *spirv = &to->spirv;
    bool is_count = place->builtin == GiBuiltInNumWorkgroups;
    gi_type word = gi_spirv_type_int(spirv, 32, false);
    gi_id pushed = gi_reflect_push_load(&to->push, spirv, is_count ? GROUPS : FIRST_GROUP);

    if (is_count)
        return place->number.n == word.n ? pushed
                                         : gi_spirv_value1(spirv, GiOpBitcast, place->number,
                                                           pushed);
    if (place->builtin == GiBuiltInGlobalInvocationId)
        pushed = gi_spirv_value2(spirv, GiOpIMul, word, pushed,
                                 gi_spirv_constant_u32(spirv, to->wide->block_x));
    value = gi_spirv_extract(spirv, place->number, value, 0);
    return gi_spirv_value2(spirv, GiOpIAdd, place->number, value, pushed);
}

static void begin_kernel(struct rewriter *to)
{
    struct gi_spirv *spirv = &to->spirv;

    for (uint32_t i = 0; i < to->place_count; i++) {
        const struct place *place = &to->places[i];
        gi_id value, x;

        if (!gi_reflect_lists(to->entry, place->input))
            continue;
        value = gi_spirv_value1(spirv, GiOpLoad, place->vector, gi_foreign_id(place->input));
        x = in_grid(to, place, value);
        value = gi_spirv_value_of_words(spirv, GiOpCompositeInsert, place->vector,
                                        GI_SPIRV_WORDS(x.n, value.n, 0));
        gi_spirv_store(spirv, place->own, value);
    }
}

static const uint32_t *entry_of(const struct rewriter *to, uint32_t function)
{
    for (size_t at = GI_SPIRV_HEADER_WORDS; at < to->word_count; at += to->words[at] >> 16) {
        if ((to->words[at] & 0xffff) == GiOpFunction)
            break;
        if ((to->words[at] & 0xffff) == GiOpEntryPoint && to->words[at] >> 16 > 3 &&
            to->words[at + 2] == function)
            return to->words + at;
    }
    return NULL;
}

/* ---- functions ------------------------------------------------------------------------------- */

/* Reads a private variable in the place of an input. */
static void put_read(struct rewriter *to, const uint32_t *at, uint32_t operand, bool is_pointer)
{
    struct gi_spirv *spirv = &to->spirv;
    uint32_t count = at[0] >> 16;
    uint32_t *words = gi_arena_alloc(spirv->arena, count, sizeof *words);

    if (words == NULL) {
        gi_spirv_fail(spirv, GI_OUT_OF_MEMORY);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        words[i] = at[i];
    words[operand] = input_place(to, at[operand])->own.n;
    if (is_pointer)
        words[1] = gi_spirv_type_pointer(spirv, GiStorageClassPrivate,
                                         gi_foreign_type(gi_reflect_id(&to->ids, at[1])->type)).n;
    gi_spirv_adopt(spirv, words);
}

static bool passes_input(const struct rewriter *to, const uint32_t *at, uint32_t first)
{
    for (uint32_t i = first; i < at[0] >> 16; i++) {
        if (input_place(to, at[i]) != NULL)
            return true;
    }
    return false;
}

static void put_instruction(struct rewriter *to, const uint32_t *at)
{
    uint32_t opcode = at[0] & 0xffff, count = at[0] >> 16;
    bool is_chain = opcode == GiOpAccessChain || opcode == GiOpInBoundsAccessChain;

    if ((opcode == GiOpFunctionCall && passes_input(to, at, 4)) ||
        (opcode == GiOpCopyObject && passes_input(to, at, 3))) {
        gi_spirv_fail(&to->spirv, gi_fail(GI_NOT_SUPPORTED, "SPIR-V: a kernel passes a pointer to "
                                          "its group's number, which is not built for a grid that "
                                          "is wider than a dispatch of the device"));
        return;
    }
    if ((is_chain || opcode == GiOpLoad) && count > 3 && input_place(to, at[3]) != NULL)
        put_read(to, at, 3, is_chain);
    else if (opcode == GiOpCopyMemory && count > 2 && input_place(to, at[2]) != NULL)
        put_read(to, at, 2, false);
    else
        gi_spirv_adopt(&to->spirv, at);
}

static void put_in_function(struct rewriter *to, const uint32_t *at)
{
    uint32_t opcode = at[0] & 0xffff;

    if (opcode == GiOpFunction && at[0] >> 16 > 2)
        to->entry = entry_of(to, at[2]);
    if (to->entry != NULL && !gi_reflect_is_before_body(opcode)) {
        begin_kernel(to);
        to->entry = NULL;
    }
    put_instruction(to, at);
}

/* ---- the module ------------------------------------------------------------------------------ */

/* Behind all that the module declares. */
static void put_rest(struct rewriter *to)
{
    struct gi_spirv *spirv = &to->spirv;

    to->is_declared = true;
    gi_reflect_push_finish(&to->push, spirv);
    for (uint32_t i = 0; i < to->place_count; i++) {
        gi_type type = gi_spirv_type_pointer(spirv, GiStorageClassPrivate, to->places[i].vector);

        to->places[i].own = gi_spirv_variable(spirv, type, GiStorageClassPrivate, GI_NO_ID);
    }
}

static gi_status put_all(struct rewriter *to)
{
    struct gi_spirv *spirv = &to->spirv;

    for (size_t at = GI_SPIRV_HEADER_WORDS; spirv->status == GI_OK && at < to->word_count;
         at += to->words[at] >> 16) {
        if (!to->is_declared && (to->words[at] & 0xffff) == GiOpFunction)
            put_rest(to);
        if (to->is_declared)
            put_in_function(to, to->words + at);
        else if (!gi_reflect_push_adopt(&to->push, spirv, to->words + at))
            gi_spirv_adopt(spirv, to->words + at);
    }
    if (spirv->status != GI_OK)
        return spirv->status;
    return gi_reflect_list_variables(spirv, to->words, to->word_count, NULL, NULL);
}

gi_status gi_reflect_wide(struct gi_arena *arena, const struct gi_reflect_wide *wide,
                          const uint32_t *words, size_t word_count, const uint32_t **out_words,
                          size_t *out_count)
{
    uint32_t version = words[GI_SPIRV_VERSION], made_count, *made;
    struct rewriter to = {
        .push = { .bits = 32, .offsets = { wide->push_offset,
                                           wide->push_offset + (uint32_t)sizeof(uint32_t) } },
        .wide = wide, .words = words, .word_count = word_count
    };
    gi_status status = gi_reflect_ids_read_all(&to.ids, arena, words, word_count);

    gi_spirv_adopt_init(&to.spirv, arena, version > GI_SPIRV_1_5 ? version : GI_SPIRV_1_5,
                        words[GI_SPIRV_BOUND]);
    if (status == GI_OK)
        status = read_places(&to);
    *out_words = words;
    *out_count = word_count;
    if (status != GI_OK || to.place_count == 0)
        return status;
    status = put_all(&to);
    if (status == GI_OK)
        status = gi_spirv_finish(&to.spirv, &made, &made_count);
    if (status != GI_OK)
        return status;
    *out_words = made;
    *out_count = made_count;
    return GI_OK;
}
