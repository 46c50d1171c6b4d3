#include "kernel/container/container_choice.h"

#include <stdio.h>

enum { SENTENCE_BYTES = 512, MOST_NAMED = 8 };

/* Tells if a is taken before b, among those that are not above the capability. */
static bool is_better(const struct gi_container_entry *a, const struct gi_container_entry *b)
{
    if (a->architecture != b->architecture)
        return a->architecture > b->architecture;
    return !a->is_specific && b->is_specific;
}

/* The best one that is not above the capability; NULL if there is none. */
static const struct gi_container_entry *best_below(const struct gi_container *container,
                                                   uint32_t capability)
{
    const struct gi_container_entry *best = NULL;

    for (uint32_t i = 0; i < container->count; i++) {
        const struct gi_container_entry *entry = &container->entries[i];

        if (entry->kind == GI_CODE_PTX && entry->architecture <= capability &&
            (!best || is_better(entry, best)))
            best = entry;
    }
    return best;
}

/* Where an entry stands in the order in which those above the capability are asked about: by
 * architecture, then plain ones first, then as they lie in the image. */
static uint64_t rank(const struct gi_container *container, const struct gi_container_entry *entry)
{
    return (uint64_t)entry->architecture << 20 | (uint64_t)entry->is_specific << 16 |
           (uint64_t)(entry - container->entries);
}

/* The first above the capability whose rank is at least so high; NULL behind the last. */
static const struct gi_container_entry *next_above(const struct gi_container *container,
                                                   uint32_t capability, uint64_t least)
{
    const struct gi_container_entry *next = NULL;

    for (uint32_t i = 0; i < container->count; i++) {
        const struct gi_container_entry *entry = &container->entries[i];

        if (entry->kind == GI_CODE_PTX && entry->architecture > capability &&
            rank(container, entry) >= least &&
            (!next || rank(container, entry) < rank(container, next)))
            next = entry;
    }
    return next;
}

/* ---- the code that an image has instead -------------------------------------------------- */

/* Appends the targets of one kind, as in " for sm_80, sm_90". */
static void append_targets(char *text, const struct gi_container *container,
                           enum gi_code_kind kind)
{
    uint32_t named = 0;

    for (uint32_t i = 0; i < container->count; i++) {
        const struct gi_container_entry *entry = &container->entries[i];

        if (entry->kind != kind || (!entry->target && !entry->architecture))
            continue;
        if (named == MOST_NAMED) {
            gi_append(text, SENTENCE_BYTES, ", ...");
            return;
        }
        gi_append(text, SENTENCE_BYTES, named++ ? ", " : " for ");
        if (entry->target)
            gi_append(text, SENTENCE_BYTES, "%.*s", (int)entry->target_count, entry->target);
        else
            gi_append(text, SENTENCE_BYTES, "sm_%u", entry->architecture);
    }
}

static bool has(const struct gi_container *container, enum gi_code_kind kind)
{
    for (uint32_t i = 0; i < container->count; i++)
        if (container->entries[i].kind == kind)
            return true;
    return false;
}

static gi_status no_ptx(const struct gi_container *container, uint32_t capability)
{
    char text[SENTENCE_BYTES] = "no PTX in the device code, ";
    bool has_elf = has(container, GI_CODE_ELF);

    if (!container->count)
        gi_append(text, sizeof(text), "which is empty");
    else if (has_elf)
        gi_append(text, sizeof(text), "only machine code (ELF)");
    else if (has(container, GI_CODE_NVVM))
        gi_append(text, sizeof(text), "only code to be optimized at link time");
    else
        gi_append(text, sizeof(text), "only code of other kinds");
    if (has_elf)
        append_targets(text, container, GI_CODE_ELF);
    if (container->is_bundle)
        return gi_fail(GI_NO_BINARY, "%s: build the source by hipinterop-cc, which puts PTX in",
                       text);
    return gi_fail(GI_NO_BINARY, "%s: compile PTX in too, as by nvcc -gencode"
                   " arch=compute_%u,code=compute_%u", text, capability, capability);
}

/* detail is what was said of the lowest one. */
static gi_status none_known(const struct gi_container *container, uint32_t capability,
                            const char *detail)
{
    char text[SENTENCE_BYTES] = "";

    append_targets(text, container, GI_CODE_PTX);
    return gi_fail(GI_NO_BINARY, "the device code has PTX%s only, with instructions that are not"
                   " known, and none for compute capability %u.%u or lower%s%s", text,
                   capability / 10, capability % 10, detail[0] ? ": " : "", detail);
}

gi_status gi_container_choose(const struct gi_container *container, uint32_t capability,
                              gi_container_is_known *is_known, void *user,
                              struct gi_container_text *out_text)
{
    const struct gi_container_entry *entry = best_below(container, capability);
    char detail[SENTENCE_BYTES] = "";
    size_t left = GI_CONTAINER_MOST_BYTES;  /* to be unpacked in all */

    *out_text = (struct gi_container_text){ 0 };
    if (entry)
        return gi_container_unpack(entry, out_text);
    entry = next_above(container, capability, 0);
    if (!entry)
        return no_ptx(container, capability);
    while (entry && entry->unpacked_count <= left) {
        gi_status status = gi_container_unpack(entry, out_text);

        if (status != GI_OK)
            return status;
        left -= entry->unpacked_count;
        if (is_known(user, out_text->text, out_text->byte_count))
            return GI_OK;
        if (!detail[0])
            snprintf(detail, sizeof(detail), "%s", gi_last_error_detail());
        gi_container_text_finish(out_text);
        entry = next_above(container, capability, rank(container, entry) + 1);
    }
    return none_known(container, capability, detail);
}
