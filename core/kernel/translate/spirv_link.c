#include "kernel/translate/spirv_link.h"

#include <string.h>

enum { MOST_IDS = 1 << 20, MOST_DEPTH = 64, MOST_OPERANDS = 4096 };

/* Which operands are ids (i) and which numbers (n); the last letter stands for all that follow.
 * Instructions that are not listed have ids only. */
static const char patterns[GiOpBranchConditional + 1][8] = {
    [GiOpExtInst] = "iiini", [GiOpTypeInt] = "in", [GiOpTypeFloat] = "in",
    [GiOpTypeVector] = "iin", [GiOpTypeImage] = "iin", [GiOpTypePointer] = "ini",
    [GiOpConstant] = "iin", [GiOpSpecConstant] = "iin", [GiOpSpecConstantOp] = "iini",
    [GiOpFunction] = "iini", [GiOpVariable] = "iini", [GiOpLoad] = "iiin",
    [GiOpStore] = "iin", [GiOpArrayLength] = "iiin", [GiOpVectorShuffle] = "iiiin",
    [GiOpCompositeExtract] = "iiin", [GiOpCompositeInsert] = "iiiin",
    [GiOpImageSampleExplicitLod] = "iiiini", [GiOpImageFetch] = "iiiini",
    [GiOpImageRead] = "iiiini", [GiOpImageWrite] = "iiini", [GiOpLoopMerge] = "iin",
    [GiOpSelectionMerge] = "in", [GiOpBranchConditional] = "iiin",
};

/* Which operands of one instruction are ids. */
struct pattern {
    const char *letters;
    uint32_t last;
    bool is_switch;                     /* numbers and labels take turns behind two ids */
};

static struct pattern pattern_of(uint32_t opcode)
{
    bool is_listed = opcode < sizeof(patterns) / sizeof(patterns[0]) && patterns[opcode][0];
    const char *letters = is_listed ? patterns[opcode] : "i";

    uint32_t last = 0;

    while (letters[last + 1])
        last++;
    return (struct pattern){ letters, last, opcode == GiOpSwitch };
}

static bool is_id(const struct pattern *pattern, uint32_t operand)
{
    if (pattern->is_switch)
        return operand < 2 || operand % 2 == 1;
    return pattern->letters[operand < pattern->last ? operand : pattern->last] == 'i';
}

static void broken(struct gi_spirv_linker *linker, const char *what, uint32_t at)
{
    if (linker->builder->status == GI_OK)
        gi_spirv_fail(linker->builder, gi_fail(GI_INTERNAL, "a prelude of SPIR-V: %s (word %u)",
                                               what, at));
}

static uint32_t opcode_at(const struct gi_spirv_linker *linker, uint32_t at)
{
    return linker->prelude.words[at] & 0xffff;
}

/* Words of an instruction; what does not lie inside of the module is a failure and has 0. */
static uint32_t words_at(struct gi_spirv_linker *linker, uint32_t at)
{
    uint32_t count = linker->prelude.words[at] >> 16;

    if (count && count <= linker->prelude.count - at && count <= MOST_OPERANDS)
        return count;
    broken(linker, "an instruction does not end", at);
    return 0;
}

static struct gi_spirv_linked *linked(struct gi_spirv_linker *linker, uint32_t id)
{
    if (id < linker->bound)
        return &linker->ids[id];
    broken(linker, "an id is out of bounds", id);
    return &linker->ids[0];
}

/* ---- where things are -------------------------------------------------------------------- */

static void add_decoration(struct gi_spirv_linker *linker, uint32_t at)
{
    struct gi_spirv *builder = linker->builder;
    struct gi_spirv_linked *target = linked(linker, linker->prelude.words[at + 1]);
    void *items = linker->decorations;
    gi_status status = gi_arena_reserve(builder->arena, &items, linker->decoration_count,
                                        &linker->decoration_room, linker->decoration_count + 1,
                                        sizeof(*linker->decorations));

    if (status != GI_OK) {
        gi_spirv_fail(builder, status);
        return;
    }
    linker->decorations = items;
    linker->decorations[linker->decoration_count++] =
        (struct gi_spirv_link_decoration){ at, target->decorations };
    target->decorations = linker->decoration_count;
}

static void add_name(struct gi_spirv_linker *linker, uint32_t at)
{
    void *items = linker->names;
    gi_status status = GI_OK;

    if (linker->name_count == linker->name_room)
        status = gi_arena_reserve(linker->builder->arena, &items, linker->name_count,
                                  &linker->name_room, linker->name_count + 1,
                                  sizeof(*linker->names));
    if (status != GI_OK) {
        gi_spirv_fail(linker->builder, status);
        return;
    }
    linker->names = items;
    linker->names[linker->name_count++] = at;
}

/* Of the names from a word to another one those of functions. They stand before what they name, and
 * most of them are of something else. */
static void find_names(struct gi_spirv_linker *linker, uint32_t first, uint32_t last)
{
    const uint32_t *words = linker->prelude.words;

    for (uint32_t at = first; at && at <= last; at += words[at] >> 16) {
        uint32_t named;

        if ((words[at] & 0xffff) != GiOpName || words[at] >> 16 <= 2)
            continue;
        named = linked(linker, words[at + 1])->at;
        if (named && opcode_at(linker, named) == GiOpFunction)
            add_name(linker, at);
    }
}

/* The word of the end of a function whose body begins at a word; 0: it has none. */
static uint32_t end_of_function(const struct gi_spirv_linker *linker, uint32_t at)
{
    const uint32_t *words = linker->prelude.words;
    uint32_t left = linker->prelude.count - at;

    while (left) {
        uint32_t count = words[at] >> 16;

        if (!count || count > left || count > MOST_OPERANDS)
            return 0;
        if ((words[at] & 0xffff) == GiOpFunctionEnd)
            return at;
        at += count;
        left -= count;
    }
    return 0;
}

/* The operand that is the result of an instruction outside of functions; 0: it has none. */
static uint32_t result_of(uint32_t opcode)
{
    if (opcode == GiOpExtInstImport || (opcode >= GiOpTypeVoid && opcode <= GiOpTypeFunction))
        return 1;
    if (opcode == GiOpUndef || opcode == GiOpVariable || opcode == GiOpFunction
        || (opcode >= GiOpConstantTrue && opcode <= GiOpSpecConstantOp))
        return 2;
    return 0;
}

void gi_spirv_link_init(struct gi_spirv_linker *linker, struct gi_spirv *builder,
                        struct gi_spirv_prelude prelude)
{
    uint32_t count, first_name = 0, last_name = 0;

    *linker = (struct gi_spirv_linker){ .builder = builder, .prelude = prelude };
    if (prelude.count < GI_SPIRV_HEADER_WORDS || prelude.words[0] != GI_SPIRV_MAGIC
        || prelude.words[GI_SPIRV_BOUND] > MOST_IDS) {
        broken(linker, "it has no header", 0);
        return;
    }
    linker->bound = prelude.words[GI_SPIRV_BOUND];
    linker->ids = gi_arena_alloc(builder->arena, (size_t)linker->bound + 1, sizeof(*linker->ids));
    linker->scratch = gi_arena_alloc(builder->arena, MOST_OPERANDS, sizeof(uint32_t));
    if (!linker->ids || !linker->scratch) {
        gi_spirv_fail(builder, GI_OUT_OF_MEMORY);
        return;
    }
    for (uint32_t at = GI_SPIRV_HEADER_WORDS; at < prelude.count; at += count) {
        uint32_t opcode = opcode_at(linker, at), result;

        count = words_at(linker, at);
        if (!count)
            return;
        if (opcode == GiOpName) {
            first_name = first_name ? first_name : at;
            last_name = at;
            continue;
        }
        result = result_of(opcode);
        if ((opcode == GiOpDecorate || opcode == GiOpMemberDecorate) && count > 2)
            add_decoration(linker, at);
        if (result && result < count)
            linked(linker, prelude.words[at + result])->at = at;
        if (opcode == GiOpFunction) {
            uint32_t end = end_of_function(linker, at + count);

            if (!end) {
                broken(linker, "a function does not end", at);
                return;
            }
            count = end - at + 1;
        }
    }
    find_names(linker, first_name, last_name);
}

/* ---- copies ------------------------------------------------------------------------------ */

static void copy_decorations(struct gi_spirv_linker *linker, const struct gi_spirv_linked *of)
{
    for (uint32_t i = of->decorations; i; i = linker->decorations[i - 1].next) {
        const uint32_t *words = &linker->prelude.words[linker->decorations[i - 1].at];
        uint32_t count = words[0] >> 16;

        /* the constant of the prelude's block size may be that of other things, too */
        if (words[2] == GiDecorationBuiltIn && (words[0] & 0xffff) == GiOpDecorate)
            continue;
        if ((words[0] & 0xffff) == GiOpDecorate)
            gi_spirv_decorate(linker->builder, of->id, words[2], words + 3, count - 3);
        else if (count > 3)
            gi_spirv_member_decorate(linker->builder, of->id, words[2], words[3], words + 4,
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

/* Writes a definition outside of functions; its operands are in the scratch words.
 * \return  its id in the builder. */
static uint32_t define(struct gi_spirv_linker *linker, uint32_t opcode, const uint32_t *operands,
                       uint32_t count)
{
    struct gi_spirv *builder = linker->builder;
    uint32_t *words = linker->scratch;

    if (opcode >= GiOpTypeVoid && opcode <= GiOpTypeFunction && opcode != GiOpTypeArray
        && opcode != GiOpTypeRuntimeArray && opcode != GiOpTypeStruct)
        return gi_spirv_type(builder, opcode, operands + 1, count - 1);
    if (opcode == GiOpVariable)
        return gi_spirv_variable(builder, operands[0], operands[2], 0);
    memcpy(words, operands, count * sizeof(*words));
    words[result_of(opcode) - 1] = gi_spirv_id(builder);
    gi_spirv_op(builder, GI_SPIRV_GLOBALS, opcode, words, count);
    return words[result_of(opcode) - 1];
}

static uint32_t copy_global(struct gi_spirv_linker *linker, uint32_t at, uint32_t depth)
{
    const uint32_t *words = &linker->prelude.words[at];
    uint32_t opcode = opcode_at(linker, at);
    uint32_t count = (words[0] >> 16) - 1;
    struct pattern pattern = pattern_of(opcode);
    uint32_t operands[64];

    if (opcode == GiOpExtInstImport)
        return gi_spirv_ext_import(linker->builder, (const char *)&words[2]);
    if (count > 64 || depth > MOST_DEPTH) {
        broken(linker, "a definition is larger than any may be", at);
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        bool is_result = i + 1 == result_of(opcode);

        operands[i] = !is_result && is_id(&pattern, i) ? copied(linker, words[1 + i], depth + 1)
                                                     : words[1 + i];
    }
    return define(linker, opcode, operands, count);
}

/* The id in the builder of an id of the prelude. */
static uint32_t copied(struct gi_spirv_linker *linker, uint32_t id, uint32_t depth)
{
    struct gi_spirv_linked *one = linked(linker, id);

    if (one->id || linker->builder->status != GI_OK)
        return one->id;
    if (one->is_busy) {
        broken(linker, "a definition needs itself", id);
        return 0;
    }
    one->is_busy = true;
    if (!one->at || opcode_at(linker, one->at) == GiOpFunction) {
        one->id = gi_spirv_id(linker->builder);
        if (one->at)
            wait_for(linker, id);
    } else {
        one->id = copy_global(linker, one->at, depth);
    }
    one->is_busy = false;
    copy_decorations(linker, one);
    return one->id;
}

static bool is_known(const struct gi_spirv_linker *linker, uint32_t id)
{
    return id < linker->bound && linker->ids[id].id;
}

static void copy_function(struct gi_spirv_linker *linker, uint32_t at)
{
    uint32_t opcode = GiOpFunction;
    uint32_t count;

    for (; opcode != GiOpFunctionEnd && linker->builder->status == GI_OK; at += count) {
        const uint32_t *words = &linker->prelude.words[at];
        struct pattern pattern;

        count = at < linker->prelude.count ? words_at(linker, at) : 0;
        if (!count) {
            broken(linker, "a function does not end", at);
            return;
        }
        opcode = opcode_at(linker, at);
        pattern = pattern_of(opcode);
        for (uint32_t i = 0; i + 1 < count; i++) {
            if (is_id(&pattern, i) && !is_known(linker, words[1 + i]))
                (void)copied(linker, words[1 + i], 0);
        }
        /* what these needed is written: now the scratch words are free */
        for (uint32_t i = 0; i + 1 < count; i++)
            linker->scratch[i] = is_id(&pattern, i) ? linked(linker, words[1 + i])->id
                                                    : words[1 + i];
        gi_spirv_op(linker->builder, GI_SPIRV_FUNCTIONS, opcode, linker->scratch, count - 1);
    }
}

/* ---- functions by name ------------------------------------------------------------------- */

/* Compilers write the types of parameters behind the name: name(vf4;i1; */
static bool is_named(const uint32_t *words, const char *name)
{
    size_t room = ((words[0] >> 16) - 2) * sizeof(uint32_t);
    size_t length = strlen(name);
    const char *text = (const char *)&words[2];

    return length < room && memcmp(text, name, length) == 0
        && (text[length] == '(' || text[length] == '\0');
}

/* The functions of a prelude that nothing was taken from yet bring what they need of a device. */
static void take_needs(struct gi_spirv_linker *linker)
{
    uint32_t count;

    for (uint32_t at = GI_SPIRV_HEADER_WORDS; at < linker->prelude.count; at += count) {
        const uint32_t *words = &linker->prelude.words[at];

        count = words_at(linker, at);
        if (!count || opcode_at(linker, at) == GiOpMemoryModel)
            return;
        if (opcode_at(linker, at) == GiOpCapability && count == 2)
            gi_spirv_capability(linker->builder, words[1]);
        if (opcode_at(linker, at) == GiOpExtension)
            gi_spirv_extension(linker->builder, (const char *)&words[1]);
    }
}

static uint32_t find(const struct gi_spirv_linker *linker, const char *name)
{
    for (uint32_t i = 0; i < linker->name_count; i++) {
        const uint32_t *words = &linker->prelude.words[linker->names[i]];

        if (is_named(words, name))
            return words[1];
    }
    return 0;
}

uint32_t gi_spirv_link(struct gi_spirv_linker *linker, const char *name)
{
    struct gi_spirv *builder = linker->builder;
    uint32_t found, id;

    if (builder->status != GI_OK)
        return 0;
    if (!linker->waiting_room)
        take_needs(linker);
    found = find(linker, name);
    if (!found) {
        gi_spirv_fail(builder, gi_fail(GI_INTERNAL, "a prelude of SPIR-V has no function %s",
                                       name));
        return 0;
    }
    id = copied(linker, found, 0);
    while (linker->waiting_count && builder->status == GI_OK) {
        uint32_t next = linker->waiting[--linker->waiting_count];

        copy_function(linker, linked(linker, next)->at);
    }
    return builder->status == GI_OK ? id : 0;
}
