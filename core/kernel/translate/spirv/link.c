#include "kernel/translate/spirv/link.h"

#include <stdio.h>
#include <string.h>

#include "kernel/translate/spirv/unique.h"

enum { MOST_DEPTH = 64, MOST_OPERANDS = 64 };

/* In the place of an id whose definition is being copied. */
#define BUSY UINT32_MAX

static void broken(struct gi_spirv_linker *linker, const char *what, uint32_t at)
{
    if (linker->builder->status == GI_OK)
        gi_spirv_fail(linker->builder, gi_fail(GI_INTERNAL, "a prelude of SPIR-V: %s (word %u)",
                                               what, at));
}

void gi_spirv_link_init(struct gi_spirv_linker *linker, struct gi_spirv *builder,
                        struct gi_spirv_prelude *prelude)
{
    gi_status status;

    *linker = (struct gi_spirv_linker){ .builder = builder, .prelude = prelude };
    status = gi_spirv_prelude_read(prelude, &linker->index);
    if (status != GI_OK) {
        gi_spirv_fail(builder, status);
        return;
    }
    linker->ids = gi_arena_alloc(builder->arena, (size_t)linker->index->bound + 1,
                                 sizeof(*linker->ids));
    if (!linker->ids)
        gi_spirv_fail(builder, GI_OUT_OF_MEMORY);
}

/* ---- copies ------------------------------------------------------------------------------ */

static void copy_decorations(struct gi_spirv_linker *linker, uint32_t id)
{
    gi_id target = gi_foreign_id(linker->ids[id]);
    uint32_t next;

    for (uint32_t i = linker->index->ids[id].decorations; i; i = next) {
        const struct gi_spirv_prelude_decoration *one = &linker->index->decorations[i - 1];
        const uint32_t *words = &linker->prelude->words[one->at];
        uint32_t count = words[0] >> 16;

        next = one->next;
        /* the constant of the prelude's block size may be that of other things, too */
        if (words[2] == GiDecorationBuiltIn && (words[0] & 0xffff) == GiOpDecorate)
            continue;
        if ((words[0] & 0xffff) == GiOpDecorate)
            gi_spirv_decorate(linker->builder, target, words[2], words + 3, count - 3);
        else if (count > 3)
            gi_spirv_member_decorate(linker->builder, gi_foreign_type(target.n), words[2], words[3],
                                     words + 4,
                                     count - 4);
    }
}

static uint32_t copied(struct gi_spirv_linker *linker, uint32_t id, uint32_t depth);

static void wait_for(struct gi_spirv_linker *linker, uint32_t function)
{
    void *items = linker->waiting;
    gi_status status = gi_arena_reserve(linker->builder->arena, &items, linker->waiting_count,
                                        &linker->waiting_room, linker->waiting_count + 1,
                                        sizeof(uint32_t));

    if (status != GI_OK) {
        gi_spirv_fail(linker->builder, status);
        return;
    }
    linker->waiting = items;
    linker->waiting[linker->waiting_count++] = function;
}

/* Writes a definition outside of functions, whose operands have ids of the builder.
 * \return  its id in the builder. */
static uint32_t define(struct gi_spirv_linker *linker, uint32_t opcode, uint32_t *operands,
                       uint32_t count)
{
    struct gi_spirv *builder = linker->builder;
    uint32_t result = gi_spirv_prelude_result(opcode) - 1;

    if (opcode >= GiOpTypeVoid && opcode <= GiOpTypeFunction && opcode != GiOpTypeArray
        && opcode != GiOpTypeRuntimeArray && opcode != GiOpTypeStruct)
        return gi_spirv_type(builder, opcode, operands + 1, count - 1).n;
    if (opcode == GiOpVariable)
        return gi_spirv_variable(builder, gi_foreign_type(operands[0]), operands[2], GI_NO_ID).n;
    operands[result] = gi_spirv_id(builder).n;
    gi_spirv_op(builder, GI_SPIRV_GLOBALS, opcode, operands, count);
    return operands[result];
}

static uint32_t copy_global(struct gi_spirv_linker *linker, uint32_t at, uint32_t depth)
{
    const uint32_t *words = &linker->prelude->words[at];
    uint32_t opcode = words[0] & 0xffff;
    uint32_t count = (words[0] >> 16) - 1;
    uint32_t operands[MOST_OPERANDS];

    if (opcode == GiOpExtInstImport)
        return gi_spirv_ext_import(linker->builder, (const char *)&words[2]).n;
    if (count > MOST_OPERANDS || depth > MOST_DEPTH) {
        broken(linker, "a definition is larger than any may be", at);
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        bool is_used = i + 1 != gi_spirv_prelude_result(opcode) &&
                       gi_spirv_prelude_is_id(opcode, i);

        operands[i] = is_used ? copied(linker, words[1 + i], depth + 1) : words[1 + i];
    }
    return define(linker, opcode, operands, count);
}

/* The id in the builder of an id of the prelude. */
static uint32_t copied(struct gi_spirv_linker *linker, uint32_t id, uint32_t depth)
{
    const struct gi_spirv_prelude_id *one = &linker->index->ids[id];

    if (linker->builder->status != GI_OK)
        return 0;
    if (id >= linker->index->bound || linker->ids[id] == BUSY) {
        broken(linker, "an id has no definition that is allowed", id);
        return 0;
    }
    if (linker->ids[id])
        return linker->ids[id];
    linker->ids[id] = BUSY;
    if (one->function) {
        linker->ids[id] = gi_spirv_id(linker->builder).n;
        wait_for(linker, id);
    } else if (one->at) {
        linker->ids[id] = copy_global(linker, one->at, depth);
    } else {
        broken(linker, "a definition uses an id that has none", id);
    }
    copy_decorations(linker, id);
    return linker->ids[id];
}

/* Gives an id of the inside of a function one in the builder. Nothing else has its decorations. */
static void copy_local(struct gi_spirv_linker *linker, uint32_t id)
{
    uint32_t next;

    linker->ids[id] = gi_spirv_id(linker->builder).n;
    for (uint32_t i = linker->index->ids[id].decorations; i; i = next) {
        const struct gi_spirv_prelude_decoration *one = &linker->index->decorations[i - 1];
        const uint32_t *words = &linker->prelude->words[one->at];

        next = one->next;
        gi_spirv_put(linker->builder, GI_SPIRV_DECORATIONS, words[0] & 0xffff,
                     SPAN(linker->ids[id]),
                     (struct gi_spirv_span){ words + 2, (words[0] >> 16) - 2 });
    }
}

/* Copies the words, and exchanges those that are ids. */
static void copy_function(struct gi_spirv_linker *linker, uint32_t number)
{
    const struct gi_spirv_prelude_index *index = linker->index;
    const struct gi_spirv_prelude_function *function = &index->functions[number];
    const uint32_t *from = &linker->prelude->words[function->at];
    const uint32_t *used = index->used + function->first_id;
    const uint32_t *places = index->places + function->first_place;
    struct gi_spirv_stream *stream = &linker->builder->streams[GI_SPIRV_FUNCTIONS];
    uint32_t *to;

    for (uint32_t i = 0; i < function->id_count; i++) {
        const struct gi_spirv_prelude_id *one = &index->ids[used[i]];

        if (linker->ids[used[i]])
            continue;
        if (one->at || one->function)
            (void)copied(linker, used[i], 0);
        else
            copy_local(linker, used[i]);
    }
    if (!gi_spirv_grow(linker->builder, stream, function->count))
        return;
    to = stream->words + stream->count;
    memcpy(to, from, function->count * sizeof(*to));
    for (uint32_t i = 0; i < function->place_count; i++)
        to[places[i]] = linker->ids[from[places[i]]];
    stream->count += function->count;
}

/* ---- functions by name ------------------------------------------------------------------- */

/* The functions of a prelude that nothing was taken from yet bring what they need of a device. */
static void take_needs(struct gi_spirv_linker *linker)
{
    const uint32_t *words = linker->prelude->words;

    for (uint32_t at = GI_SPIRV_HEADER_WORDS; at < linker->prelude->count; at += words[at] >> 16) {
        uint32_t opcode = words[at] & 0xffff;

        if (opcode == GiOpMemoryModel)
            return;
        if (opcode == GiOpCapability && words[at] >> 16 == 2)
            gi_spirv_capability(linker->builder, words[at + 1]);
        if (opcode == GiOpExtension)
            gi_spirv_extension(linker->builder, (const char *)&words[at + 1]);
    }
}

gi_id gi_spirv_link(struct gi_spirv_linker *linker, const char *name)
{
    struct gi_spirv *builder = linker->builder;
    uint32_t found, id;

    if (builder->status != GI_OK)
        return GI_NO_ID;
    if (!linker->waiting_room)
        take_needs(linker);
    found = gi_spirv_prelude_find(linker->index, name);
    if (!found) {
        gi_spirv_fail(builder, gi_fail(GI_INTERNAL, "a prelude of SPIR-V has no function %s",
                                       name));
        return GI_NO_ID;
    }
    id = copied(linker, found, 0);
    while (linker->waiting_count && builder->status == GI_OK) {
        uint32_t next = linker->waiting[--linker->waiting_count];

        copy_function(linker, linker->index->ids[next].function - 1);
    }
    return builder->status == GI_OK ? (gi_id){ id, GI_KIND_FUNCTION } : GI_NO_ID;
}

gi_id gi_spirv_link_parts(struct gi_spirv_linker *linker, const char *const parts[3])
{
    char name[32];

    snprintf(name, sizeof(name), "%s%s%s%s%s", parts[0], parts[1] ? "_" : "",
             parts[1] ? parts[1] : "", parts[2] ? "_" : "", parts[2] ? parts[2] : "");
    return gi_spirv_link(linker, name);
}
