#include "kernel/translate/spirv/prelude.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "kernel/translate/spirv/words.h"

enum { MOST_IDS = 1 << 20, MOST_OPERANDS = 4096 };

static const size_t most_bytes = (size_t)64 << 20;

/* The index and its memory. */
struct made {
    struct gi_spirv_prelude_index index;         /* first */
    struct gi_arena arena;
};

struct reader {
    const uint32_t *words;
    uint32_t count;
    gi_status status;
    struct gi_arena *arena;
    struct gi_spirv_prelude_index *index;
    uint32_t decoration_count, decoration_room;
    uint32_t function_count, function_room;
    uint32_t place_count, used_count;
    uint32_t name_room;
    uint32_t *seen;                 /* of each id: the last function that uses it, by number + 1 */
};

/* ---- operands ---------------------------------------------------------------------------- */

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
    [GiOpImageGather] = "iiiiini", [GiOpImageRead] = "iiiini", [GiOpImageWrite] = "iiini",
    [GiOpLoopMerge] = "iin", [GiOpSelectionMerge] = "in", [GiOpBranchConditional] = "iiin",
};

bool gi_spirv_prelude_is_id(uint32_t opcode, uint32_t operand)
{
    const char *letters = "i";

    if (opcode == GiOpSwitch)           /* numbers and labels take turns behind two ids */
        return operand < 2 || operand % 2 == 1;
    if (opcode < sizeof(patterns) / sizeof(patterns[0]) && patterns[opcode][0])
        letters = patterns[opcode];
    for (uint32_t i = 0; i < operand && letters[1]; i++)
        letters++;
    return *letters == 'i';
}

uint32_t gi_spirv_prelude_result(uint32_t opcode)
{
    if (opcode == GiOpExtInstImport || (opcode >= GiOpTypeVoid && opcode <= GiOpTypeFunction))
        return 1;
    if (opcode == GiOpUndef || opcode == GiOpVariable || opcode == GiOpFunction
        || (opcode >= GiOpConstantTrue && opcode <= GiOpSpecConstantOp))
        return 2;
    return 0;
}

/* ---- reading ----------------------------------------------------------------------------- */

static void broken(struct reader *reader, const char *what, uint32_t at)
{
    if (reader->status == GI_OK)
        reader->status = gi_fail(GI_INTERNAL, "a prelude of SPIR-V: %s (word %u)", what, at);
}

static uint32_t opcode_at(const struct reader *reader, uint32_t at)
{
    return reader->words[at] & 0xffff;
}

/* Words of an instruction. An instruction that does not lie inside of the module is a failure and
 * has 0. */
static uint32_t words_at(struct reader *reader, uint32_t at)
{
    uint32_t count = at < reader->count ? reader->words[at] >> 16 : 0;

    if (count && count <= reader->count - at && count <= MOST_OPERANDS)
        return count;
    broken(reader, "an instruction does not end", at);
    return 0;
}

static struct gi_spirv_prelude_id *id_of(struct reader *reader, uint32_t id)
{
    if (id < reader->index->bound)
        return &reader->index->ids[id];
    broken(reader, "an id is out of bounds", id);
    return &reader->index->ids[0];
}

/* Makes room for one more in an array of the index. */
static bool grow(struct reader *reader, void **items, uint32_t count, uint32_t *room, size_t size)
{
    if (reader->status == GI_OK)
        reader->status = gi_arena_reserve(reader->arena, items, count, room, count + 1, size);
    return reader->status == GI_OK;
}

static void add_decoration(struct reader *reader, uint32_t at)
{
    struct gi_spirv_prelude_id *target = id_of(reader, reader->words[at + 1]);
    void *items = reader->index->decorations;

    if (!grow(reader, &items, reader->decoration_count, &reader->decoration_room,
              sizeof(*reader->index->decorations)))
        return;
    reader->index->decorations = items;
    reader->index->decorations[reader->decoration_count++] =
        (struct gi_spirv_prelude_decoration){ at, target->decorations };
    target->decorations = reader->decoration_count;
}

/* Notes which words of an instruction of the newest function are ids. */
static void add_ids(struct reader *reader, uint32_t at, uint32_t count)
{
    struct gi_spirv_prelude_index *index = reader->index;
    struct gi_spirv_prelude_function *function = &index->functions[reader->function_count - 1];
    uint32_t opcode = opcode_at(reader, at);

    for (uint32_t i = 1; i < count && reader->status == GI_OK; i++) {
        uint32_t id = reader->words[at + i];

        if (!gi_spirv_prelude_is_id(opcode, i - 1))
            continue;
        index->places[reader->place_count++] = at + i - function->at;
        function->place_count++;
        (void)id_of(reader, id);
        if (reader->status != GI_OK || reader->seen[id] == reader->function_count)
            continue;
        reader->seen[id] = reader->function_count;
        index->used[reader->used_count++] = id;
        function->id_count++;
    }
}

/* Reads a function.
 * \return  its words; 0 after a failure. */
static uint32_t add_function(struct reader *reader, uint32_t at)
{
    struct gi_spirv_prelude_index *index = reader->index;
    void *items = index->functions;
    uint32_t opcode, count, end = at;

    if (!grow(reader, &items, reader->function_count, &reader->function_room,
              sizeof(*index->functions)))
        return 0;
    index->functions = items;
    index->functions[reader->function_count++] = (struct gi_spirv_prelude_function){
        .at = at, .first_place = reader->place_count, .first_id = reader->used_count
    };
    do {
        opcode = end < reader->count ? opcode_at(reader, end) : 0;
        count = words_at(reader, end);
        if (!count)
            return 0;
        add_ids(reader, end, count);
        end += count;
    } while (opcode != GiOpFunctionEnd && reader->status == GI_OK);
    index->functions[reader->function_count - 1].count = end - at;
    id_of(reader, reader->words[at + 2])->function = reader->function_count;
    return end - at;
}

/* Of the names from a word to another one those of functions. They stand before what they name, and
 * most of them are of something else. */
static void find_names(struct reader *reader, uint32_t first, uint32_t last)
{
    struct gi_spirv_prelude_index *index = reader->index;

    for (uint32_t at = first; at && at <= last; at += reader->words[at] >> 16) {
        void *items = index->names;
        const char *text = (const char *)&reader->words[at + 2];
        uint32_t room = ((reader->words[at] >> 16) - 2) * (uint32_t)sizeof(uint32_t);
        uint32_t length = 0;

        if (opcode_at(reader, at) != GiOpName || reader->words[at] >> 16 <= 2
            || !id_of(reader, reader->words[at + 1])->function)
            continue;
        if (!grow(reader, &items, index->name_count, &reader->name_room, sizeof(*index->names)))
            return;
        index->names = items;
        /* Compilers write the types of parameters behind the name: name(vf4;i1; */
        while (length < room && text[length] && text[length] != '(')
            length++;
        index->names[index->name_count++] =
            (struct gi_spirv_prelude_name){ text, length, reader->words[at + 1] };
    }
}

static int compare(const char *one, uint32_t one_length, const char *other, uint32_t other_length)
{
    int order = memcmp(one, other, one_length < other_length ? one_length : other_length);

    return order != 0 ? order : (one_length > other_length) - (one_length < other_length);
}

static int compare_names(const void *one, const void *other)
{
    const struct gi_spirv_prelude_name *a = one, *b = other;

    return compare(a->text, a->length, b->text, b->length);
}

/* Reads an instruction outside of functions, or a function.
 * \return  its words; 0 after a failure. */
static uint32_t read_at(struct reader *reader, uint32_t at)
{
    uint32_t opcode = opcode_at(reader, at), count = words_at(reader, at);
    uint32_t result = gi_spirv_prelude_result(opcode);

    if (!count)
        return 0;
    if ((opcode == GiOpDecorate || opcode == GiOpMemberDecorate) && count > 2)
        add_decoration(reader, at);
    if (result && result < count)
        id_of(reader, reader->words[at + result])->at = at;
    return opcode == GiOpFunction && count > 2 ? add_function(reader, at) : count;
}

static void read_all(struct reader *reader)
{
    uint32_t first_name = 0, last_name = 0, count;

    for (uint32_t at = GI_SPIRV_HEADER_WORDS; at < reader->count; at += count) {
        if (opcode_at(reader, at) == GiOpName) {
            first_name = first_name ? first_name : at;
            last_name = at;
        }
        count = read_at(reader, at);
        if (!count || reader->status != GI_OK)
            return;
    }
    find_names(reader, first_name, last_name);
    if (reader->index->name_count)
        qsort(reader->index->names, reader->index->name_count, sizeof(*reader->index->names),
              compare_names);
}

/* Not more words can be ids than there are. Pages that are not written take no memory. */
static bool alloc_index(struct reader *reader, struct gi_arena *scratch)
{
    struct gi_spirv_prelude_index *index = reader->index;
    size_t ids = (size_t)index->bound + 1;

    index->ids = gi_arena_alloc(reader->arena, ids, sizeof(*index->ids));
    index->places = gi_arena_take(reader->arena, reader->count, sizeof(*index->places));
    index->used = gi_arena_take(reader->arena, reader->count, sizeof(*index->used));
    reader->seen = gi_arena_alloc(scratch, ids, sizeof(*reader->seen));
    return index->ids && index->places && index->used && reader->seen;
}

static gi_status read_prelude(const struct gi_spirv_prelude *prelude, struct gi_arena *arena,
                              struct gi_spirv_prelude_index *index)
{
    struct reader reader = { .words = prelude->words, .count = prelude->count, .arena = arena,
                             .index = index, .status = GI_OK };
    struct gi_arena scratch;

    if (prelude->count < GI_SPIRV_HEADER_WORDS || prelude->words[0] != GI_SPIRV_MAGIC
        || prelude->words[GI_SPIRV_BOUND] > MOST_IDS) {
        broken(&reader, "it has no header", 0);
        return reader.status;
    }
    index->bound = prelude->words[GI_SPIRV_BOUND];
    gi_arena_init(&scratch, most_bytes);
    if (alloc_index(&reader, &scratch))
        read_all(&reader);
    else
        reader.status = GI_OUT_OF_MEMORY;
    gi_arena_finish(&scratch);
    return reader.status;
}

/* ---- a prelude --------------------------------------------------------------------------- */

static gi_status make(const struct gi_spirv_prelude *prelude, struct made **out_made)
{
    struct gi_arena arena;
    struct made *made;
    gi_status status = GI_OUT_OF_MEMORY;

    gi_arena_init(&arena, most_bytes);
    made = gi_arena_alloc(&arena, 1, sizeof(*made));
    if (made)
        status = read_prelude(prelude, &arena, &made->index);
    if (status != GI_OK) {
        gi_arena_finish(&arena);
        return status;
    }
    made->arena = arena;
    *out_made = made;
    return GI_OK;
}

/* The arena has the struct that it stands in. */
static void free_made(struct made *made)
{
    struct gi_arena arena = made->arena;

    gi_arena_finish(&arena);
}

gi_status gi_spirv_prelude_read(struct gi_spirv_prelude *prelude,
                                const struct gi_spirv_prelude_index **out_index)
{
    struct gi_spirv_prelude_index *index = atomic_load_explicit(&prelude->index,
                                                                memory_order_acquire);
    struct made *made = NULL;
    gi_status status;

    *out_index = index;
    if (index)
        return GI_OK;
    status = make(prelude, &made);
    if (status != GI_OK)
        return status;
    *out_index = &made->index;
    if (!atomic_compare_exchange_strong(&prelude->index, &index, &made->index)) {
        free_made(made);            /* another thread was first */
        *out_index = index;
    }
    return GI_OK;
}

static bool is_alone(const struct gi_spirv_prelude_index *index, uint32_t which)
{
    const struct gi_spirv_prelude_name *at = &index->names[which];

    return (which == 0 || compare_names(at, at - 1) != 0)
        && (which + 1 == index->name_count || compare_names(at, at + 1) != 0);
}

uint32_t gi_spirv_prelude_find(const struct gi_spirv_prelude_index *index, const char *name)
{
    uint32_t length = (uint32_t)strlen(name);
    uint32_t first = 0, end = index->name_count;

    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        const struct gi_spirv_prelude_name *at = &index->names[middle];
        int order = compare(name, length, at->text, at->length);

        if (order == 0)
            return is_alone(index, middle) ? at->id : 0;
        if (order < 0)
            end = middle;
        else
            first = middle + 1;
    }
    return 0;
}

void gi_spirv_prelude_finish(struct gi_spirv_prelude *prelude)
{
    struct gi_spirv_prelude_index *index = atomic_exchange(&prelude->index, NULL);

    if (index)
        free_made((struct made *)(void *)index);
}
