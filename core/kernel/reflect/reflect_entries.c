#include "reflect_entries.h"

#include <string.h>

#include "kernel/translate/spirv/adopt.h"

/* Behind the name. */
uint32_t gi_reflect_interface(const uint32_t *at)
{
    uint32_t count = at[0] >> 16;
    size_t length = count > 3 ? strnlen((const char *)(at + 3), (count - 3) * sizeof *at) : 0;
    uint32_t begin = 4 + (uint32_t)(length / sizeof *at);

    return begin < count ? begin : count;
}

bool gi_reflect_lists(const uint32_t *at, uint32_t variable)
{
    for (uint32_t i = gi_reflect_interface(at); i < at[0] >> 16; i++) {
        if (at[i] == variable)
            return true;
    }
    return false;
}

bool gi_reflect_is_before_body(uint32_t opcode)
{
    return opcode == GiOpVariable || opcode == GiOpLine || opcode == GiOpNoLine ||
           opcode == GiOpLabel || opcode == GiOpFunctionParameter || opcode == GiOpFunction ||
           opcode == GiOpFunctionEnd;
}

/* Adds the ids that an entry point does not list. */
static gi_status add_to_entry_point(struct gi_spirv *spirv, const uint32_t *at,
                                    const uint32_t *added, uint32_t added_count)
{
    uint32_t count = at[0] >> 16, used = count;
    uint8_t *is_listed = gi_arena_alloc(spirv->arena, spirv->bound, sizeof *is_listed);
    uint32_t *words = gi_arena_alloc(spirv->arena, count + added_count, sizeof *words);

    if (is_listed == NULL || words == NULL)
        return GI_OUT_OF_MEMORY;
    memcpy(words, at, count * sizeof *at);
    for (uint32_t i = gi_reflect_interface(at); i < count; i++) {
        if (at[i] < spirv->bound)
            is_listed[at[i]] = 1;
    }
    for (uint32_t i = 0; i < added_count; i++) {
        if (!is_listed[added[i]])
            words[used++] = added[i];
    }
    if (used > UINT16_MAX)
        return gi_fail(GI_NOT_SUPPORTED, "SPIR-V: a kernel has %u variables, which are too many to "
                       "add some", used);
    words[0] = used << 16 | GiOpEntryPoint;
    gi_spirv_adopt(spirv, words);
    return GI_OK;
}

/* Each entry point lists its own inputs in all versions. */
static bool has_to_be_listed(const uint32_t *at)
{
    return (at[0] & 0xffff) == GiOpVariable && at[0] >> 16 > 3 &&
           at[3] != GiStorageClassInput && at[3] != GiStorageClassOutput;
}

gi_status gi_reflect_list_variables(struct gi_spirv *spirv, const uint32_t *words,
                                    size_t word_count,
                                    bool (*goes)(const void *context, uint32_t id),
                                    const void *context)
{
    struct gi_spirv_stream entries = spirv->streams[GI_SPIRV_ENTRY_POINTS];
    uint32_t *added = gi_arena_alloc(spirv->arena, spirv->bound, sizeof *added);
    uint32_t made, count = 0;
    const gi_id *ids = gi_spirv_variables(spirv, &made);
    gi_status status = GI_OK;

    if (added == NULL)
        return GI_OUT_OF_MEMORY;
    while (count < made) {
        added[count] = ids[count].n;
        count++;
    }
    for (size_t at = GI_SPIRV_HEADER_WORDS;
         words[GI_SPIRV_VERSION] < GI_SPIRV_1_4 && at < word_count; at += words[at] >> 16) {
        if ((words[at] & 0xffff) == GiOpFunction)
            break;
        if (has_to_be_listed(words + at) && words[at + 2] < words[GI_SPIRV_BOUND] &&
            (goes == NULL || !goes(context, words[at + 2])) && count < spirv->bound)
            added[count++] = words[at + 2];
    }
    spirv->streams[GI_SPIRV_ENTRY_POINTS] = (struct gi_spirv_stream){ 0 };
    for (uint32_t at = 0; status == GI_OK && at < entries.count; at += entries.words[at] >> 16)
        status = add_to_entry_point(spirv, entries.words + at, added, count);
    return status;
}
