#include "reflect_check.h"

#include <string.h>

#include "kernel/reflect/reflect_entries.h"
#include "kernel/reflect/reflect_guard.h"
#include "kernel/reflect/reflect_push.h"
#include "kernel/translate/spirv/adopt.h"
#include "kernel/translate/spirv/unique.h"

struct rewriter {
    struct gi_guard guard;
    const struct gi_reflect_checked *checked;
    struct gi_translate_kernel *kernel;
    const uint32_t *entry;          /* OpEntryPoint of the kernel; NULL: it has none */
    struct gi_reflect_push push;    /* with the addresses of the report and the table */
    bool is_explicit;               /* the memory model */
    bool is_declared;
};

static struct gi_spirv *builder_of(struct rewriter *to)
{
    return &to->guard.emit->spirv;
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool is_wanted_entry(const struct rewriter *to, const uint32_t *at)
{
    size_t room = at[0] >> 16 > 3 ? ((at[0] >> 16) - 3) * sizeof *at : 0;

    return room > 0 && at[1] == GiExecutionModelGLCompute &&
           strnlen((const char *)(at + 3), room) < room &&
           strcmp((const char *)(at + 3), to->checked->name) == 0;
}

static void note_header(struct rewriter *to, const uint32_t *at)
{
    uint32_t count = at[0] >> 16;

    switch (at[0] & 0xffff) {
    case GiOpEntryPoint:
        if (to->entry == NULL && is_wanted_entry(to, at))
            to->entry = at;
        return;
    case GiOpMemoryModel:
        to->is_explicit = count > 2 && at[2] == GiMemoryModelExplicit;
        return;
    default:
        return;
    }
}

static gi_status read_module(struct rewriter *to)
{
    const uint32_t *words = to->kernel->words;

    for (size_t at = GI_SPIRV_HEADER_WORDS; at < to->kernel->word_count; at += words[at] >> 16) {
        if ((words[at] & 0xffff) == GiOpFunction)
            break;
        note_header(to, words + at);
        gi_reflect_push_note(&to->push, words + at);
    }
    if (to->entry == NULL)
        return gi_fail(GI_INVALID_VALUE, "SPIR-V: the kernel %s has no entry point",
                       to->checked->name);
    return gi_reflect_push_find(&to->push, &to->guard.values.ids);
}

/* ---- declarations ---------------------------------------------------------------------------- */

/* Behind what the kernel has. */
static void place_addresses(struct gi_translate_kernel *kernel)
{
    kernel->uses_report = true;
    kernel->uses_check = true;
    kernel->asks_dynamic |= kernel->dynamic_shared;
    kernel->push_report_bytes = (kernel->push_bytes + 7) & ~UINT32_C(7);
    kernel->push_check_bytes = kernel->push_report_bytes + 8;
    kernel->push_bytes = kernel->push_check_bytes + 8;
}

/* An input that the kernel has is not made again. */
static void enter_input(struct rewriter *to, const uint32_t *at)
{
    bool is_new;

    if ((at[0] & 0xffff) == GiOpDecorate && at[0] >> 16 > 3 && at[2] == GiDecorationBuiltIn &&
        gi_reflect_lists(to->entry, at[1]))
        (void)gi_spirv_unique(builder_of(to), at[1], SPAN(GiOpVariable, at[3]), NOTHING, NOTHING,
                              &is_new);
}

/* Behind all that the module declares. */
static void put_rest(struct rewriter *to)
{
    const struct gi_reflect_struct *block = gi_reflect_id(&to->guard.values.ids,
                                                          to->push.block)->members;
    struct gi_emit_push_number numbers[3] = {
        { .at = to->kernel->push_report_bytes, .member = to->push.members },
        { .at = to->kernel->push_check_bytes, .member = to->push.members + 1 },
        { .at = GI_TRANSLATE_PUSH_PARAMETERS, .member = 0 }     /* of parameters in memory */
    };

    to->is_declared = true;
    gi_reflect_push_finish(&to->push, builder_of(to));
    if (to->kernel->parameters_in_memory && block != NULL && block->count > 0)
        numbers[2].pointer = gi_foreign_type(block->members[0]);
    gi_emit_adopt_push(to->guard.emit, gi_foreign_id(to->push.variable), numbers,
                       numbers[2].pointer.n != 0 ? 3 : 2);
    gi_emit_given_declare(to->guard.emit, to->is_explicit);
}

/* The number that the check's constant has, which no launch gives a module of a program, goes from
 * constants of the program. */
static bool goes(const uint32_t *at)
{
    return (at[0] & 0xffff) == GiOpDecorate && at[0] >> 16 > 3 && at[2] == GiDecorationSpecId &&
           at[3] == GI_TRANSLATE_CHECK_CONSTANT;
}

/* A module may have narrow numbers in memory alone, but zeros in their place are more. */
static void ask_for_narrow(struct rewriter *to, const uint32_t *at)
{
    const struct gi_translate_target *target = to->checked->target;
    uint32_t opcode = at[0] & 0xffff, bits = at[0] >> 16 > 2 ? at[2] : 0;

    if (opcode == GiOpTypeInt && bits == 8 && target->int8)
        gi_spirv_capability(builder_of(to), GiCapabilityInt8);
    if (opcode == GiOpTypeInt && bits == 16 && target->int16)
        gi_spirv_capability(builder_of(to), GiCapabilityInt16);
    if (opcode == GiOpTypeFloat && bits == 16 && target->float16)
        gi_spirv_capability(builder_of(to), GiCapabilityFloat16);
}

static void put_declaration(struct rewriter *to, const uint32_t *at)
{
    uint32_t opcode = at[0] & 0xffff, count = at[0] >> 16;

    if (opcode == GiOpEntryPoint || opcode == GiOpExecutionMode ||
        opcode == GiOpExecutionModeId || goes(at))
        return;                      /* put_entry has the first three */
    if (gi_reflect_push_adopt(&to->push, builder_of(to), at))
        return;
    enter_input(to, at);
    ask_for_narrow(to, at);
    if (opcode == GiOpMemoryModel && count > 2)
        gi_spirv_adopt(builder_of(to), (const uint32_t[]){
            3u << 16 | GiOpMemoryModel, GiAddressingModelPhysicalStorageBuffer64, at[2] });
    else
        gi_spirv_adopt(builder_of(to), at);
}

/* ---- the entry point ------------------------------------------------------------------------- */

/* An instruction whose operand at an index is another id. */
static gi_status put_with(struct rewriter *to, const uint32_t *at, uint32_t index, uint32_t id)
{
    uint32_t count = at[0] >> 16;
    uint32_t *words = gi_arena_alloc(builder_of(to)->arena, count, sizeof *words);

    if (words == NULL)
        return GI_OUT_OF_MEMORY;
    memcpy(words, at, count * sizeof *at);
    words[index] = id;
    gi_spirv_adopt(builder_of(to), words);
    return GI_OK;
}

/* The function around the kernel's has its name, and its modes. */
static gi_status put_entry(struct rewriter *to)
{
    const uint32_t *words = to->kernel->words;
    uint32_t entry = to->entry[2];
    uint32_t around = gi_emit_given_finish(to->guard.emit, gi_foreign_id(entry)).n;
    gi_status status = put_with(to, to->entry, 2, around);

    for (size_t at = GI_SPIRV_HEADER_WORDS; status == GI_OK && at < to->kernel->word_count;
         at += words[at] >> 16) {
        uint32_t opcode = words[at] & 0xffff;

        if (opcode == GiOpFunction)
            break;
        if ((opcode == GiOpExecutionMode || opcode == GiOpExecutionModeId) &&
            words[at] >> 16 > 2 && words[at + 1] == entry)
            status = put_with(to, words + at, 1, around);
    }
    return status;
}

/* ---- the module ------------------------------------------------------------------------------ */

static gi_status put_module(struct rewriter *to)
{
    const uint32_t *words = to->kernel->words;
    struct gi_spirv *spirv = builder_of(to);
    gi_status status;

    for (size_t at = GI_SPIRV_HEADER_WORDS; spirv->status == GI_OK && at < to->kernel->word_count;
         at += words[at] >> 16) {
        if (!to->is_declared && (words[at] & 0xffff) == GiOpFunction)
            put_rest(to);
        if (to->is_declared)
            gi_guard_put(&to->guard, words + at);
        else
            put_declaration(to, words + at);
    }
    if (spirv->status != GI_OK)
        return spirv->status;
    status = put_entry(to);
    if (status == GI_OK)
        status = spirv->status;
    if (status == GI_OK)
        status = gi_reflect_list_variables(spirv, words, to->kernel->word_count, NULL, NULL);
    return status;
}

static gi_status rewrite(struct rewriter *to)
{
    uint32_t version = to->kernel->words[GI_SPIRV_VERSION];
    uint32_t bound = to->kernel->words[GI_SPIRV_BOUND];
    struct gi_spirv *spirv = builder_of(to);
    uint32_t *made, count;
    gi_status status;

    gi_spirv_adopt_init(spirv, to->guard.emit->arena,
                        version > GI_SPIRV_1_5 ? version : GI_SPIRV_1_5, bound);
    gi_spirv_capability(spirv, GiCapabilityPhysicalStorageBufferAddresses);
    status = put_module(to);
    if (status == GI_OK)
        status = gi_spirv_finish(spirv, &made, &count);
    if (status != GI_OK)
        return status;
    to->kernel->words = made;
    to->kernel->word_count = count;
    return GI_OK;
}

gi_status gi_reflect_check(struct gi_arena *arena, const struct gi_reflect_checked *checked,
                           struct gi_translate_kernel *kernel)
{
    struct gi_translate_kernel made = *kernel;
    struct gi_emit_given given = { .kernel = &made, .target = checked->target,
                                   .number = checked->number };
    struct rewriter to = { .checked = checked, .kernel = &made };
    gi_status status = gi_guard_read(&to.guard, arena, kernel->words, kernel->word_count,
                                     checked->own_bound);

    if (status != GI_OK || to.guard.accesses == 0)
        return status;
    place_addresses(&made);
    to.push = (struct gi_reflect_push){
        .bits = 64, .offsets = { made.push_report_bytes, made.push_check_bytes }
    };
    to.guard.emit = gi_emit_given_new(arena, &given);
    if (to.guard.emit == NULL)
        return GI_OUT_OF_MEMORY;
    status = read_module(&to);
    if (status == GI_OK)
        status = rewrite(&to);
    if (status == GI_OK)
        *kernel = made;
    return status;
}
