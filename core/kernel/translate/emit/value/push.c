#include "kernel/translate/emit/value/push.h"

/* A member of the block is a number of 64 bits, or the words between two of these. A number that is
 * loaded whole stays one: compilers for processors see that all threads have the same. They do not
 * see that of one that is put together. */
struct gi_emit_push_place {
    uint32_t member;
    uint32_t index;             /* of a word among those of its member */
    bool wide;                  /* a half of a number of 64 bits */
    gi_type pointer;            /* the type of the pointer that the number is; 0: it is none */
};

static void mark(struct gi_emit *emit, uint64_t at)
{
    uint32_t word = (uint32_t)(at / 4);

    if (at % 8 == 0 && at + 8 <= emit->kernel->push_bytes) {
        emit->push_places[word].wide = true;
        emit->push_places[word + 1].wide = true;
    }
}

/* The addresses that each block begins with, and parameters. */
static void mark_wide(struct gi_emit *emit)
{
    const struct gi_ptx_function *entry = emit->functions->function;
    const struct gi_translate_kernel *kernel = emit->kernel;

    mark(emit, GI_TRANSLATE_PUSH_PARAMETERS);
    mark(emit, GI_TRANSLATE_PUSH_VARIABLES);
    if (kernel->uses_report)
        mark(emit, kernel->push_report_bytes);
    if (kernel->uses_check)
        mark(emit, kernel->push_check_bytes);
    if (kernel->uses_clock)
        mark(emit, kernel->push_clock_bytes);
    if (kernel->local_in_memory || kernel->shared_in_memory)
        mark(emit, kernel->push_blocks_bytes);
    for (uint32_t i = 0; !kernel->parameters_in_memory && i < entry->parameter_count; i++) {
        if (entry->parameters[i]->bytes == 8)
            mark(emit, emit->parameter_places[i] + kernel->push_offset_bytes);
    }
}

/* The words of the member that begins at word. */
static uint32_t words_of_member(const struct gi_emit *emit, uint32_t word, uint32_t count)
{
    uint32_t end = word;

    if (emit->push_places[word].wide)
        return 2;
    while (end < count && !emit->push_places[end].wide)
        end++;
    return end - word;
}

static gi_type word_type(struct gi_emit *emit)
{
    return gi_spirv_type_int(&emit->spirv, 32, false);
}

static gi_type wide_type(struct gi_emit *emit)
{
    return gi_spirv_type_int(&emit->spirv, 64, false);
}

static gi_type type_of_member(struct gi_emit *emit, bool wide, uint32_t words)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type word;

    if (wide)
        return wide_type(emit);
    word = word_type(emit);
    return gi_spirv_type_array(spirv, word, gi_spirv_constant_u32(spirv, words), 4);
}

void gi_emit_make_push(struct gi_emit *emit)
{
    struct gi_spirv *spirv = &emit->spirv;
    uint32_t count = emit->kernel->push_bytes / 4, members = 0, words;
    gi_type block;
    gi_type *types = gi_arena_alloc(emit->arena, count + 1, sizeof(*types));
    uint32_t *offsets = gi_arena_alloc(emit->arena, count + 1, sizeof(*offsets));

    emit->push_places = gi_arena_alloc(emit->arena, count + 1, sizeof(*emit->push_places));
    if (!types || !offsets || !emit->push_places) {
        gi_spirv_fail(spirv, GI_OUT_OF_MEMORY);
        return;
    }
    mark_wide(emit);
    emit->push_address_bytes = GI_TRANSLATE_PUSH_VARIABLES;
    for (uint32_t at = 0; at < count; at += words) {
        words = words_of_member(emit, at, count);
        types[members] = type_of_member(emit, emit->push_places[at].wide, words);
        offsets[members] = at * 4;
        for (uint32_t i = 0; i < words; i++) {
            emit->push_places[at + i].member = members;
            emit->push_places[at + i].index = i;
        }
        members++;
    }
    block = gi_spirv_type_struct(spirv, types, offsets, members, true);
    emit->push = gi_spirv_variable(spirv, gi_spirv_type_pointer(spirv, GiStorageClassPushConstant,
                                                                block),
                                   GiStorageClassPushConstant, GI_NO_ID);
}

static gi_id load_wide(struct gi_emit *emit, const struct gi_emit_push_place *place)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type type = place->pointer.n ? place->pointer : wide_type(emit);
    gi_type pointer = gi_spirv_type_pointer(spirv, GiStorageClassPushConstant, type);
    gi_id from = gi_spirv_value2(spirv, GiOpAccessChain, pointer, emit->push,
                                 gi_spirv_constant_u32(spirv, place->member));
    gi_id value = gi_spirv_value1(spirv, GiOpLoad, type, from);

    return place->pointer.n ? gi_spirv_value1(spirv, GiOpConvertPtrToU, wide_type(emit), value)
                          : value;
}

gi_id gi_emit_push_word(struct gi_emit *emit, uint64_t at)
{
    const struct gi_emit_push_place *place = &emit->push_places[at / 4];
    struct gi_spirv *spirv = &emit->spirv;
    gi_type word = word_type(emit);
    gi_type pointer, two;
    gi_id from, member;

    if (place->wide) {
        two = gi_spirv_type_vector(spirv, word, 2);
        from = gi_spirv_value1(spirv, GiOpBitcast, two, load_wide(emit, place));
        return gi_spirv_extract(spirv, word, from, place->index);
    }
    pointer = gi_spirv_type_pointer(spirv, GiStorageClassPushConstant, word);
    member = gi_spirv_constant_u32(spirv, place->member);
    from = gi_spirv_value3(spirv, GiOpAccessChain, pointer, emit->push, member,
                           gi_spirv_constant_u32(spirv, place->index));
    return gi_spirv_value1(spirv, GiOpLoad, word, from);
}

gi_id gi_emit_push_u64(struct gi_emit *emit, uint64_t at)
{
    const struct gi_emit_push_place *place = &emit->push_places[at / 4];
    struct gi_spirv *spirv = &emit->spirv;
    gi_id low, high;
    gi_type two, wide;

    if (place->wide && place->index == 0)
        return load_wide(emit, place);
    low = gi_emit_push_word(emit, at);
    high = gi_emit_push_word(emit, at + 4);
    two = gi_spirv_type_vector(spirv, word_type(emit), 2);
    wide = wide_type(emit);
    return gi_spirv_value1(spirv, GiOpBitcast, wide,
                           gi_spirv_value2(spirv, GiOpCompositeConstruct, two, low, high));
}

void gi_emit_adopt_push(struct gi_emit *emit, gi_id variable,
                        const struct gi_emit_push_number *numbers, uint32_t count)
{
    emit->push = variable;
    emit->push_address_bytes = numbers[0].at;
    emit->push_places = gi_arena_alloc(emit->arena, (size_t)emit->kernel->push_bytes / 4 + 1,
                                       sizeof(*emit->push_places));
    if (!emit->push_places) {
        gi_spirv_fail(&emit->spirv, GI_OUT_OF_MEMORY);
        return;
    }
    for (uint32_t i = 0; i < 2 * count; i++)
        emit->push_places[numbers[i / 2].at / 4 + i % 2] = (struct gi_emit_push_place){
            .member = numbers[i / 2].member, .index = i % 2, .wide = true,
            .pointer = numbers[i / 2].pointer
        };
}
