#include "kernel/translate/spirv/spirv.h"

#include "kernel/translate/spirv/kinds.h"
#include "kernel/translate/spirv/unique.h"

#include <string.h>

enum { MOST_WORDS = 1 << 30 };

/* Limits that every implementation of SPIR-V has to support. */
enum { MOST_IDS = 4194303, MOST_LOCALS = 524287, MOST_CASES = 16383 };

void gi_spirv_init(struct gi_spirv *builder, struct gi_arena *arena, uint32_t version)
{
    *builder = (struct gi_spirv){ .arena = arena, .version = version, .bound = 1 };
    gi_spirv_capability(builder, GiCapabilityShader);
    gi_spirv_capability(builder, GiCapabilityPhysicalStorageBufferAddresses);
    gi_spirv_capability(builder, GiCapabilityExplicitMemoryModel);
    gi_spirv_op(builder, GI_SPIRV_MEMORY_MODEL, GiOpMemoryModel,
                GI_SPIRV_WORDS(GiAddressingModelPhysicalStorageBuffer64,
                               GiMemoryModelExplicit));
}

void gi_spirv_fail(struct gi_spirv *builder, gi_status code)
{
    if (builder->status == GI_OK)
        builder->status = code;
}

gi_id gi_spirv_id(struct gi_spirv *builder)
{
    if (builder->status != GI_OK)
        return GI_NO_ID;
    if (builder->bound >= MOST_IDS) {
        gi_spirv_fail(builder, gi_fail(GI_NOT_SUPPORTED,
                                       "a SPIR-V module would need more than %d ids", MOST_IDS));
        return GI_NO_ID;
    }
    return (gi_id){ builder->bound++, GI_KIND_UNKNOWN };
}

gi_id gi_spirv_new_label(struct gi_spirv *builder)
{
    return (gi_id){ gi_spirv_id(builder).n, GI_KIND_LABEL };
}

gi_id gi_spirv_new_function(struct gi_spirv *builder)
{
    return (gi_id){ gi_spirv_id(builder).n, GI_KIND_FUNCTION };
}

/* ---- instructions ------------------------------------------------------------------------ */

static bool ends_block(enum gi_spirv_opcode opcode)
{
    return (opcode >= GiOpBranch && opcode <= GiOpUnreachable) ||
           opcode == GiOpTerminateInvocation;
}

static void misuse(struct gi_spirv *builder, const char *what, enum gi_spirv_opcode opcode)
{
    if (builder->status == GI_OK)
        gi_spirv_fail(builder, gi_fail(GI_INTERNAL, "SPIR-V builder: %s (opcode %u)", what,
                                       (unsigned)opcode));
}

/* An instruction of the body, or of a section. */
static void write(struct gi_spirv *builder, enum gi_spirv_section section,
                  enum gi_spirv_opcode opcode, struct gi_spirv_span head, struct gi_spirv_span tail)
{
    if (section == GI_SPIRV_BODY) {
        if (!builder->block.n)
            misuse(builder, "an instruction outside of a block", opcode);
        /* Selectors of 64 bits have cases of three words, so that this is no exact count. */
        if (opcode == GiOpSwitch && head.count + tail.count > 2 + 3 * MOST_CASES)
            gi_spirv_fail(builder, gi_fail(GI_NOT_SUPPORTED, "a switch would have more than %d"
                                           " cases", MOST_CASES));
        if (ends_block(opcode))
            builder->block = GI_NO_ID;
    }
    gi_spirv_put(builder, section, opcode, head, tail);
}

void gi_spirv_op(struct gi_spirv *builder, enum gi_spirv_section section,
                 enum gi_spirv_opcode opcode, const uint32_t *operands, uint32_t count)
{
    if ((unsigned)section > GI_SPIRV_BODY)
        misuse(builder, "no section for an instruction", opcode);
    else
        write(builder, section, opcode, (struct gi_spirv_span){ operands, count }, NOTHING);
}

void gi_spirv_refuse_kinds(struct gi_spirv *builder, enum gi_spirv_opcode opcode,
                           const gi_id *operands, uint32_t count)
{
    char text[160];

    if (builder->status != GI_OK)
        return;
    gi_kinds_say(text, sizeof(text), operands, count);
    gi_spirv_fail(builder, gi_fail(GI_INTERNAL, "SPIR-V builder: an instruction (opcode %u) does"
                                   " not take operands of these kinds: %s", (unsigned)opcode,
                                   text));
}

void gi_spirv_compare_target(struct gi_spirv *builder, enum gi_spirv_opcode opcode, gi_id pointer,
                             gi_id value)
{
    if (!gi_kinds_point(pointer, value.kind))
        gi_spirv_refuse_kinds(builder, opcode, GI_SPIRV_IDS(pointer, value));
}

/* An instruction with a result, whose operands are ids behind the words of head. */
static gi_id write_ids(struct gi_spirv *builder, enum gi_spirv_opcode opcode, gi_type type,
                       struct gi_spirv_span head, const gi_id *operands, uint32_t count)
{
    gi_id id = { gi_spirv_id(builder).n, type.kind };
    uint32_t *at;

    if (!builder->block.n)
        misuse(builder, "an instruction outside of a block", opcode);
    at = gi_spirv_room_for(builder, GI_SPIRV_BODY, opcode, 2 + (uint64_t)head.count + count);
    if (!at)
        return GI_NO_ID;
    *at++ = type.n;
    *at++ = id.n;
    for (uint32_t i = 0; i < head.count; i++)
        *at++ = head.words[i];
    for (uint32_t i = 0; i < count; i++)
        *at++ = operands[i].n;
    return id;
}

gi_id gi_spirv_value(struct gi_spirv *builder, enum gi_spirv_opcode opcode, gi_type type,
                     const gi_id *operands, uint32_t count)
{
    if (!gi_kinds_fit(opcode, type.kind, operands, count))
        gi_spirv_refuse_kinds(builder, opcode, operands, count);
    return write_ids(builder, opcode, type, NOTHING, operands, count);
}

gi_id gi_spirv_value1(struct gi_spirv *builder, enum gi_spirv_opcode opcode, gi_type type, gi_id a)
{
    return gi_spirv_value(builder, opcode, type, GI_SPIRV_IDS(a));
}

gi_id gi_spirv_value2(struct gi_spirv *builder, enum gi_spirv_opcode opcode, gi_type type,
                      gi_id a, gi_id b)
{
    return gi_spirv_value(builder, opcode, type, GI_SPIRV_IDS(a, b));
}

gi_id gi_spirv_value3(struct gi_spirv *builder, enum gi_spirv_opcode opcode, gi_type type,
                      gi_id a, gi_id b, gi_id c)
{
    return gi_spirv_value(builder, opcode, type, GI_SPIRV_IDS(a, b, c));
}

gi_id gi_spirv_value_of_words(struct gi_spirv *builder, enum gi_spirv_opcode opcode, gi_type type,
                              const uint32_t *operands, uint32_t count)
{
    gi_id id = gi_spirv_id(builder);

    write(builder, GI_SPIRV_BODY, opcode, SPAN(type.n, id.n),
          (struct gi_spirv_span){ operands, count });
    return builder->status == GI_OK ? (gi_id){ id.n, type.kind } : GI_NO_ID;
}

gi_id gi_spirv_glsl(struct gi_spirv *builder, enum gi_spirv_glsl_instruction instruction,
                    gi_type type, const gi_id *operands, uint32_t count)
{
    gi_id set = gi_spirv_ext_import(builder, "GLSL.std.450");

    if (!gi_kinds_fit_glsl(instruction, type.kind, operands, count))
        gi_spirv_refuse_kinds(builder, GiOpExtInst, operands, count);
    return write_ids(builder, GiOpExtInst, type, SPAN(set.n, instruction), operands, count);
}

gi_id gi_spirv_call(struct gi_spirv *builder, gi_type type, gi_id function,
                    const gi_id *arguments, uint32_t count)
{
    if (!gi_kinds_is(function, GI_KIND_FUNCTION))
        gi_spirv_refuse_kinds(builder, GiOpFunctionCall, &function, 1);
    return write_ids(builder, GiOpFunctionCall, type, SPAN(function.n), arguments, count);
}

gi_id gi_spirv_extract(struct gi_spirv *builder, gi_type type, gi_id composite, uint32_t part)
{
    if (!gi_kinds_contain(composite, type.kind))
        gi_spirv_refuse_kinds(builder, GiOpCompositeExtract, &composite, 1);
    return gi_spirv_value_of_words(builder, GiOpCompositeExtract, type,
                                   GI_SPIRV_WORDS(composite.n, part));
}

enum { MEMORY_OPERANDS = 3 };

static uint32_t memory_operands(struct gi_spirv *builder, uint32_t access, uint32_t alignment_bytes,
                                uint32_t *out_words)
{
    uint32_t count = 0;

    out_words[count++] = access;
    if (alignment_bytes)
        out_words[count++] = alignment_bytes;
    if (access & (GiMemoryAccessMakePointerAvailable | GiMemoryAccessMakePointerVisible))
        out_words[count++] = gi_spirv_constant_u32(builder, GiScopeDevice).n;
    return count;
}

gi_id gi_spirv_load(struct gi_spirv *builder, gi_type type, gi_id pointer, uint32_t access,
                    uint32_t alignment_bytes)
{
    uint32_t words[MEMORY_OPERANDS + 1] = { pointer.n };
    uint32_t count = 1 + memory_operands(builder, access, alignment_bytes, words + 1);

    if (!gi_kinds_point(pointer, type.kind))
        gi_spirv_refuse_kinds(builder, GiOpLoad, &pointer, 1);
    return gi_spirv_value_of_words(builder, GiOpLoad, type, words, count);
}

/* ---- instructions without a result ------------------------------------------------------- */

static void store(struct gi_spirv *builder, gi_id pointer, gi_id value, struct gi_spirv_span rest)
{
    gi_spirv_compare_target(builder, GiOpStore, pointer, value);
    write(builder, GI_SPIRV_BODY, GiOpStore, SPAN(pointer.n, value.n), rest);
}

void gi_spirv_store(struct gi_spirv *builder, gi_id pointer, gi_id value)
{
    store(builder, pointer, value, NOTHING);
}

void gi_spirv_store_as(struct gi_spirv *builder, gi_id pointer, gi_id value, uint32_t access,
                       uint32_t alignment_bytes)
{
    uint32_t words[MEMORY_OPERANDS];
    uint32_t count = memory_operands(builder, access, alignment_bytes, words);

    store(builder, pointer, value, (struct gi_spirv_span){ words, count });
}

void gi_spirv_atomic_store(struct gi_spirv *builder, gi_id pointer, gi_id scope, gi_id semantics,
                           gi_id value)
{
    const gi_id operands[] = { pointer, scope, semantics, value };

    if (!gi_kinds_fit(GiOpAtomicStore, value.kind, operands, 4))
        gi_spirv_refuse_kinds(builder, GiOpAtomicStore, operands, 4);
    write(builder, GI_SPIRV_BODY, GiOpAtomicStore, SPAN(pointer.n, scope.n, semantics.n, value.n),
          NOTHING);
}

/* An instruction of labels and other words. */
static void write_flow(struct gi_spirv *builder, enum gi_spirv_opcode opcode, const gi_id *labels,
                       uint32_t label_count, struct gi_spirv_span words)
{
    for (uint32_t i = 0; i < label_count; i++) {
        if (!gi_kinds_is(labels[i], GI_KIND_LABEL))
            gi_spirv_refuse_kinds(builder, opcode, &labels[i], 1);
    }
    write(builder, GI_SPIRV_BODY, opcode, words, NOTHING);
}

void gi_spirv_branch(struct gi_spirv *builder, gi_id label)
{
    write_flow(builder, GiOpBranch, &label, 1, SPAN(label.n));
}

void gi_spirv_branch_if(struct gi_spirv *builder, gi_id condition, gi_id then, gi_id otherwise)
{
    if (!gi_kinds_is(condition, GI_KIND_PRED))
        gi_spirv_refuse_kinds(builder, GiOpBranchConditional, &condition, 1);
    write_flow(builder, GiOpBranchConditional, GI_SPIRV_IDS(then, otherwise),
               SPAN(condition.n, then.n, otherwise.n));
}

void gi_spirv_selection_merge(struct gi_spirv *builder, gi_id merge,
                              enum gi_spirv_selection_control control)
{
    write_flow(builder, GiOpSelectionMerge, &merge, 1, SPAN(merge.n, control));
}

void gi_spirv_loop_merge(struct gi_spirv *builder, gi_id merge, gi_id turn,
                         enum gi_spirv_loop_control control)
{
    write_flow(builder, GiOpLoopMerge, GI_SPIRV_IDS(merge, turn), SPAN(merge.n, turn.n, control));
}

void gi_spirv_return(struct gi_spirv *builder)
{
    write(builder, GI_SPIRV_BODY, GiOpReturn, NOTHING, NOTHING);
}

void gi_spirv_return_value(struct gi_spirv *builder, gi_id value)
{
    write(builder, GI_SPIRV_BODY, GiOpReturnValue, SPAN(value.n), NOTHING);
}

/* ---- needs and names of a module --------------------------------------------------------- */

void gi_spirv_capability(struct gi_spirv *builder, enum gi_spirv_capability capability)
{
    bool is_new;

    (void)gi_spirv_unique(builder, 1, SPAN(GiOpCapability), SPAN(capability), NOTHING, &is_new);
    if (is_new)
        gi_spirv_op(builder, GI_SPIRV_CAPABILITIES, GiOpCapability, GI_SPIRV_WORDS(capability));
}

bool gi_spirv_has_capability(const struct gi_spirv *builder, enum gi_spirv_capability capability)
{
    return gi_spirv_known(builder, GI_SPIRV_WORDS(GiOpCapability, capability)) != 0;
}

void gi_spirv_extension(struct gi_spirv *builder, const char *name)
{
    struct gi_spirv_span text = gi_spirv_text(builder, name);
    bool is_new;

    (void)gi_spirv_unique(builder, 1, SPAN(GiOpExtension), text, NOTHING, &is_new);
    if (is_new)
        gi_spirv_put(builder, GI_SPIRV_EXTENSIONS, GiOpExtension, text, NOTHING);
}

/* OpString or OpExtInstImport: an id and a text. */
static gi_id unique_text(struct gi_spirv *builder, enum gi_spirv_section section,
                         enum gi_spirv_opcode opcode, const char *name)
{
    struct gi_spirv_span text = gi_spirv_text(builder, name);
    bool is_new;
    uint32_t id = gi_spirv_unique(builder, 0, SPAN(opcode), text, NOTHING, &is_new);

    if (is_new)
        gi_spirv_put(builder, section, opcode, SPAN(id), text);
    return (gi_id){ id, GI_KIND_OTHER };
}

gi_id gi_spirv_ext_import(struct gi_spirv *builder, const char *name)
{
    return unique_text(builder, GI_SPIRV_EXT_IMPORTS, GiOpExtInstImport, name);
}

gi_id gi_spirv_string(struct gi_spirv *builder, const char *text)
{
    return unique_text(builder, GI_SPIRV_STRINGS, GiOpString, text);
}

void gi_spirv_entry_point(struct gi_spirv *builder, gi_id function, const char *name,
                          const gi_id *variables, uint32_t count)
{
    struct gi_spirv_span text = gi_spirv_text(builder, name);
    struct gi_spirv_stream *all = &builder->text;

    /* The name and the variables become one run: the text's stream has room for both. */
    if (!gi_spirv_grow(builder, all, (uint64_t)text.count + count))
        return;
    memmove(all->words, text.words, text.count * sizeof(uint32_t));
    for (uint32_t i = 0; i < count; i++)
        all->words[text.count + i] = variables[i].n;
    gi_spirv_put(builder, GI_SPIRV_ENTRY_POINTS, GiOpEntryPoint,
                 SPAN(GiExecutionModelGLCompute, function.n),
                 (struct gi_spirv_span){ all->words, text.count + count });
}

void gi_spirv_execution_mode(struct gi_spirv *builder, gi_id function,
                             enum gi_spirv_execution_mode mode, const uint32_t *operands,
                             uint32_t count)
{
    gi_spirv_put(builder, GI_SPIRV_EXECUTION_MODES,
                 mode == GiExecutionModeLocalSizeId ? GiOpExecutionModeId : GiOpExecutionMode,
                 SPAN(function.n, mode), (struct gi_spirv_span){ operands, count });
}

void gi_spirv_name(struct gi_spirv *builder, gi_id id, const char *name)
{
    gi_spirv_put(builder, GI_SPIRV_NAMES, GiOpName, SPAN(id.n), gi_spirv_text(builder, name));
}

void gi_spirv_member_name(struct gi_spirv *builder, gi_type type, uint32_t member, const char *name)
{
    gi_spirv_put(builder, GI_SPIRV_NAMES, GiOpMemberName, SPAN(type.n, member),
                 gi_spirv_text(builder, name));
}

void gi_spirv_decorate(struct gi_spirv *builder, gi_id id, enum gi_spirv_decoration decoration,
                       const uint32_t *operands, uint32_t count)
{
    struct gi_spirv_span tail = { operands, count };
    bool is_new;

    (void)gi_spirv_unique(builder, 1, SPAN(GiOpDecorate, id.n, decoration), tail, NOTHING, &is_new);
    if (is_new)
        gi_spirv_put(builder, GI_SPIRV_DECORATIONS, GiOpDecorate, SPAN(id.n, decoration), tail);
}

void gi_spirv_member_decorate(struct gi_spirv *builder, gi_type type, uint32_t member,
                              enum gi_spirv_decoration decoration, const uint32_t *operands,
                              uint32_t count)
{
    struct gi_spirv_span tail = { operands, count };
    bool is_new;

    (void)gi_spirv_unique(builder, 1, SPAN(GiOpMemberDecorate, type.n, member, decoration), tail,
                          NOTHING, &is_new);
    if (is_new)
        gi_spirv_put(builder, GI_SPIRV_DECORATIONS, GiOpMemberDecorate,
                     SPAN(type.n, member, decoration), tail);
}

/* ---- functions --------------------------------------------------------------------------- */

void gi_spirv_expect(struct gi_spirv *builder, uint64_t words)
{
    const uint64_t most = 1 << 20;

    (void)gi_spirv_grow(builder, &builder->streams[GI_SPIRV_BODY], words < most ? words : most);
}

gi_id gi_spirv_function_begin(struct gi_spirv *builder, gi_id id, gi_type result, gi_type type,
                              enum gi_spirv_function_control control)
{
    if (builder->function.n)
        misuse(builder, "a function inside of a function", GiOpFunction);
    id = id.n ? id : gi_spirv_new_function(builder);
    gi_spirv_put(builder, GI_SPIRV_FUNCTION_HEAD, GiOpFunction,
                 SPAN(result.n, id.n, control, type.n), NOTHING);
    if (builder->status != GI_OK)
        return GI_NO_ID;
    builder->function = id;
    builder->first_block = GI_NO_ID;
    builder->local_count = 0;
    return id;
}

gi_id gi_spirv_parameter(struct gi_spirv *builder, gi_type type)
{
    gi_id id = gi_spirv_id(builder);

    if (!builder->function.n || builder->first_block.n)
        misuse(builder, "a parameter at a wrong place", GiOpFunctionParameter);
    gi_spirv_put(builder, GI_SPIRV_FUNCTION_HEAD, GiOpFunctionParameter, SPAN(type.n, id.n),
                 NOTHING);
    return builder->status == GI_OK ? (gi_id){ id.n, type.kind } : GI_NO_ID;
}

gi_id gi_spirv_label(struct gi_spirv *builder, gi_id id)
{
    bool is_first = !builder->first_block.n;

    if (!builder->function.n || builder->block.n)
        misuse(builder, "a label where no block can begin", GiOpLabel);
    id = id.n ? id : gi_spirv_new_label(builder);
    gi_spirv_put(builder, is_first ? GI_SPIRV_FUNCTION_HEAD : GI_SPIRV_BODY, GiOpLabel, SPAN(id.n),
                 NOTHING);
    if (builder->status != GI_OK)
        return GI_NO_ID;
    if (is_first)
        builder->first_block = id;
    builder->block = id;
    return id;
}

gi_id gi_spirv_block(const struct gi_spirv *builder)
{
    return builder->block;
}

gi_id gi_spirv_local(struct gi_spirv *builder, gi_type type, gi_id initial)
{
    gi_id id = { gi_spirv_id(builder).n, type.kind };

    if (!builder->first_block.n)
        misuse(builder, "a local variable before the first block", GiOpVariable);
    else if (++builder->local_count > MOST_LOCALS && builder->status == GI_OK)
        gi_spirv_fail(builder, gi_fail(GI_NOT_SUPPORTED, "a function would have more than %d local"
                                       " variables", MOST_LOCALS));
    if (initial.n)
        gi_spirv_compare_target(builder, GiOpVariable, id, initial);
    gi_spirv_put(builder, GI_SPIRV_FUNCTION_VARIABLES, GiOpVariable,
                 SPAN(type.n, id.n, GiStorageClassFunction), initial.n ? SPAN(initial.n) : NOTHING);
    return builder->status == GI_OK ? id : GI_NO_ID;
}

void gi_spirv_function_end(struct gi_spirv *builder)
{
    static const enum gi_spirv_section parts[] = { GI_SPIRV_FUNCTION_HEAD,
                                                   GI_SPIRV_FUNCTION_VARIABLES, GI_SPIRV_BODY };
    struct gi_spirv_stream *functions = &builder->streams[GI_SPIRV_FUNCTIONS];

    if (!builder->function.n || !builder->first_block.n || builder->block.n)
        misuse(builder, "a function ends that is not open, has no block or an open one",
               GiOpFunctionEnd);
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        struct gi_spirv_stream *part = &builder->streams[parts[i]];

        if (!gi_spirv_grow(builder, functions, part->count))
            return;
        if (part->count)
            memcpy(functions->words + functions->count, part->words,
                   part->count * sizeof(uint32_t));
        functions->count += part->count;
        part->count = 0;
    }
    gi_spirv_put(builder, GI_SPIRV_FUNCTIONS, GiOpFunctionEnd, NOTHING, NOTHING);
    builder->function = GI_NO_ID;
    builder->first_block = GI_NO_ID;
}

/* ---- the end ----------------------------------------------------------------------------- */

gi_status gi_spirv_finish(struct gi_spirv *builder, uint32_t **out_words, uint32_t *out_count)
{
    uint64_t count = GI_SPIRV_HEADER_WORDS;
    uint32_t *words;
    uint32_t *at;

    *out_words = NULL;
    *out_count = 0;
    if (builder->function.n)
        misuse(builder, "a module ends inside of a function", GiOpFunctionEnd);
    if (builder->status != GI_OK)
        return builder->status;
    for (int section = 0; section < GI_SPIRV_SECTIONS; section++)
        count += builder->streams[section].count;
    if (count > MOST_WORDS)
        return gi_fail(GI_NOT_SUPPORTED, "a SPIR-V module would have %llu words",
                       (unsigned long long)count);
    words = gi_arena_take(builder->arena, count, sizeof(uint32_t));
    if (!words)
        return GI_OUT_OF_MEMORY;
    words[0] = GI_SPIRV_MAGIC;
    words[1] = builder->version;
    words[2] = 0;                   /* the generator */
    words[3] = builder->bound;
    words[4] = 0;
    at = words + GI_SPIRV_HEADER_WORDS;
    for (int section = 0; section < GI_SPIRV_SECTIONS; section++) {
        const struct gi_spirv_stream *stream = &builder->streams[section];

        if (stream->count)
            memcpy(at, stream->words, stream->count * sizeof(uint32_t));
        at += stream->count;
    }
    *out_words = words;
    *out_count = (uint32_t)count;
    return GI_OK;
}
