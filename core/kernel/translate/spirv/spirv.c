#include "kernel/translate/spirv/spirv.h"

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

uint32_t gi_spirv_id(struct gi_spirv *builder)
{
    if (builder->status != GI_OK)
        return 0;
    if (builder->bound >= MOST_IDS) {
        gi_spirv_fail(builder, gi_fail(GI_NOT_SUPPORTED,
                                       "a SPIR-V module would need more than %d ids", MOST_IDS));
        return 0;
    }
    return builder->bound++;
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
        if (!builder->block)
            misuse(builder, "an instruction outside of a block", opcode);
        /* Selectors of 64 bits have cases of three words, so that this is no exact count. */
        if (opcode == GiOpSwitch && head.count + tail.count > 2 + 3 * MOST_CASES)
            gi_spirv_fail(builder, gi_fail(GI_NOT_SUPPORTED, "a switch would have more than %d"
                                           " cases", MOST_CASES));
        if (ends_block(opcode))
            builder->block = 0;
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

uint32_t gi_spirv_value(struct gi_spirv *builder, enum gi_spirv_opcode opcode, uint32_t type,
                        const uint32_t *operands, uint32_t count)
{
    uint32_t id = gi_spirv_id(builder);

    write(builder, GI_SPIRV_BODY, opcode, SPAN(type, id),
          (struct gi_spirv_span){ operands, count });
    return builder->status == GI_OK ? id : 0;
}

uint32_t gi_spirv_value1(struct gi_spirv *builder, enum gi_spirv_opcode opcode, uint32_t type,
                         uint32_t a)
{
    return gi_spirv_value(builder, opcode, type, GI_SPIRV_WORDS(a));
}

uint32_t gi_spirv_value2(struct gi_spirv *builder, enum gi_spirv_opcode opcode, uint32_t type,
                         uint32_t a, uint32_t b)
{
    return gi_spirv_value(builder, opcode, type, GI_SPIRV_WORDS(a, b));
}

uint32_t gi_spirv_value3(struct gi_spirv *builder, enum gi_spirv_opcode opcode, uint32_t type,
                         uint32_t a, uint32_t b, uint32_t c)
{
    return gi_spirv_value(builder, opcode, type, GI_SPIRV_WORDS(a, b, c));
}

uint32_t gi_spirv_glsl(struct gi_spirv *builder, enum gi_spirv_glsl_instruction instruction,
                       uint32_t type, const uint32_t *operands, uint32_t count)
{
    uint32_t set = gi_spirv_ext_import(builder, "GLSL.std.450");
    uint32_t id = gi_spirv_id(builder);

    write(builder, GI_SPIRV_BODY, GiOpExtInst, SPAN(type, id, set, instruction),
          (struct gi_spirv_span){ operands, count });
    return builder->status == GI_OK ? id : 0;
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
static uint32_t unique_text(struct gi_spirv *builder, enum gi_spirv_section section,
                            enum gi_spirv_opcode opcode, const char *name)
{
    struct gi_spirv_span text = gi_spirv_text(builder, name);
    bool is_new;
    uint32_t id = gi_spirv_unique(builder, 0, SPAN(opcode), text, NOTHING, &is_new);

    if (is_new)
        gi_spirv_put(builder, section, opcode, SPAN(id), text);
    return id;
}

uint32_t gi_spirv_ext_import(struct gi_spirv *builder, const char *name)
{
    return unique_text(builder, GI_SPIRV_EXT_IMPORTS, GiOpExtInstImport, name);
}

uint32_t gi_spirv_string(struct gi_spirv *builder, const char *text)
{
    return unique_text(builder, GI_SPIRV_STRINGS, GiOpString, text);
}

void gi_spirv_entry_point(struct gi_spirv *builder, uint32_t function, const char *name,
                          const uint32_t *variables, uint32_t count)
{
    struct gi_spirv_span text = gi_spirv_text(builder, name);
    struct gi_spirv_stream *all = &builder->text;

    /* The name and the variables become one run: the text's stream has room for both. */
    if (!gi_spirv_grow(builder, all, (uint64_t)text.count + count))
        return;
    memmove(all->words, text.words, text.count * sizeof(uint32_t));
    if (count)
        memcpy(all->words + text.count, variables, count * sizeof(uint32_t));
    gi_spirv_put(builder, GI_SPIRV_ENTRY_POINTS, GiOpEntryPoint,
                 SPAN(GiExecutionModelGLCompute, function),
                 (struct gi_spirv_span){ all->words, text.count + count });
}

void gi_spirv_execution_mode(struct gi_spirv *builder, uint32_t function,
                             enum gi_spirv_execution_mode mode, const uint32_t *operands,
                             uint32_t count)
{
    gi_spirv_put(builder, GI_SPIRV_EXECUTION_MODES,
                 mode == GiExecutionModeLocalSizeId ? GiOpExecutionModeId : GiOpExecutionMode,
                 SPAN(function, mode), (struct gi_spirv_span){ operands, count });
}

void gi_spirv_name(struct gi_spirv *builder, uint32_t id, const char *name)
{
    gi_spirv_put(builder, GI_SPIRV_NAMES, GiOpName, SPAN(id), gi_spirv_text(builder, name));
}

void gi_spirv_member_name(struct gi_spirv *builder, uint32_t type, uint32_t member,
                          const char *name)
{
    gi_spirv_put(builder, GI_SPIRV_NAMES, GiOpMemberName, SPAN(type, member),
                 gi_spirv_text(builder, name));
}

void gi_spirv_decorate(struct gi_spirv *builder, uint32_t id, enum gi_spirv_decoration decoration,
                       const uint32_t *operands, uint32_t count)
{
    struct gi_spirv_span tail = { operands, count };
    bool is_new;

    (void)gi_spirv_unique(builder, 1, SPAN(GiOpDecorate, id, decoration), tail, NOTHING, &is_new);
    if (is_new)
        gi_spirv_put(builder, GI_SPIRV_DECORATIONS, GiOpDecorate, SPAN(id, decoration), tail);
}

void gi_spirv_member_decorate(struct gi_spirv *builder, uint32_t type, uint32_t member,
                              enum gi_spirv_decoration decoration, const uint32_t *operands,
                              uint32_t count)
{
    struct gi_spirv_span tail = { operands, count };
    bool is_new;

    (void)gi_spirv_unique(builder, 1, SPAN(GiOpMemberDecorate, type, member, decoration), tail,
                          NOTHING, &is_new);
    if (is_new)
        gi_spirv_put(builder, GI_SPIRV_DECORATIONS, GiOpMemberDecorate,
                     SPAN(type, member, decoration), tail);
}

/* ---- functions --------------------------------------------------------------------------- */

void gi_spirv_expect(struct gi_spirv *builder, uint64_t words)
{
    const uint64_t most = 1 << 20;

    (void)gi_spirv_grow(builder, &builder->streams[GI_SPIRV_BODY], words < most ? words : most);
}

uint32_t gi_spirv_function_begin(struct gi_spirv *builder, uint32_t id, uint32_t result,
                                 uint32_t type, enum gi_spirv_function_control control)
{
    if (builder->function)
        misuse(builder, "a function inside of a function", GiOpFunction);
    id = id ? id : gi_spirv_id(builder);
    gi_spirv_put(builder, GI_SPIRV_FUNCTION_HEAD, GiOpFunction, SPAN(result, id, control, type),
                 NOTHING);
    if (builder->status != GI_OK)
        return 0;
    builder->function = id;
    builder->first_block = 0;
    builder->local_count = 0;
    return id;
}

uint32_t gi_spirv_parameter(struct gi_spirv *builder, uint32_t type)
{
    uint32_t id = gi_spirv_id(builder);

    if (!builder->function || builder->first_block)
        misuse(builder, "a parameter at a wrong place", GiOpFunctionParameter);
    gi_spirv_put(builder, GI_SPIRV_FUNCTION_HEAD, GiOpFunctionParameter, SPAN(type, id), NOTHING);
    return builder->status == GI_OK ? id : 0;
}

uint32_t gi_spirv_label(struct gi_spirv *builder, uint32_t id)
{
    bool is_first = !builder->first_block;

    if (!builder->function || builder->block)
        misuse(builder, "a label where no block can begin", GiOpLabel);
    id = id ? id : gi_spirv_id(builder);
    gi_spirv_put(builder, is_first ? GI_SPIRV_FUNCTION_HEAD : GI_SPIRV_BODY, GiOpLabel, SPAN(id),
                 NOTHING);
    if (builder->status != GI_OK)
        return 0;
    if (is_first)
        builder->first_block = id;
    builder->block = id;
    return id;
}

uint32_t gi_spirv_block(const struct gi_spirv *builder)
{
    return builder->block;
}

uint32_t gi_spirv_local(struct gi_spirv *builder, uint32_t type, uint32_t initial)
{
    uint32_t id = gi_spirv_id(builder);

    if (!builder->first_block)
        misuse(builder, "a local variable before the first block", GiOpVariable);
    else if (++builder->local_count > MOST_LOCALS && builder->status == GI_OK)
        gi_spirv_fail(builder, gi_fail(GI_NOT_SUPPORTED, "a function would have more than %d local"
                                       " variables", MOST_LOCALS));
    gi_spirv_put(builder, GI_SPIRV_FUNCTION_VARIABLES, GiOpVariable,
                 SPAN(type, id, GiStorageClassFunction), initial ? SPAN(initial) : NOTHING);
    return builder->status == GI_OK ? id : 0;
}

void gi_spirv_function_end(struct gi_spirv *builder)
{
    static const enum gi_spirv_section parts[] = { GI_SPIRV_FUNCTION_HEAD,
                                                   GI_SPIRV_FUNCTION_VARIABLES, GI_SPIRV_BODY };
    struct gi_spirv_stream *functions = &builder->streams[GI_SPIRV_FUNCTIONS];

    if (!builder->function || !builder->first_block || builder->block)
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
    builder->function = 0;
    builder->first_block = 0;
}

/* ---- the end ----------------------------------------------------------------------------- */

gi_status gi_spirv_finish(struct gi_spirv *builder, uint32_t **out_words, uint32_t *out_count)
{
    uint64_t count = GI_SPIRV_HEADER_WORDS;
    uint32_t *words;
    uint32_t *at;

    *out_words = NULL;
    *out_count = 0;
    if (builder->function)
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
