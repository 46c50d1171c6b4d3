#include "kernel/translate/spirv/unique.h"

#include <string.h>

enum { MOST_WORDS_IN_INSTRUCTION = 65535, FIRST_ROOM = 256 };

static const uint64_t most_words_in_stream = 1u << 30;

bool gi_spirv_grow(struct gi_spirv *builder, struct gi_spirv_stream *stream, uint64_t count)
{
    void *words = stream->words;
    gi_status status;

    if (builder->status != GI_OK)
        return false;
    if (stream->count + count > most_words_in_stream) {
        gi_spirv_fail(builder, gi_fail(GI_NOT_SUPPORTED, "a SPIR-V module would be too large"));
        return false;
    }
    if (stream->count + count <= stream->room)
        return true;
    status = gi_arena_reserve(builder->arena, &words, stream->count, &stream->room,
                              (uint32_t)(stream->count + count), sizeof(uint32_t));
    if (status != GI_OK) {
        gi_spirv_fail(builder, status);
        return false;
    }
    stream->words = words;
    return true;
}

/* Few words, mostly: a loop is faster than a call. */
static uint32_t *copy(uint32_t *to, struct gi_spirv_span span)
{
    for (uint32_t i = 0; i < span.count; i++)
        to[i] = span.words[i];
    return to + span.count;
}

/* Into a stream that has room. */
static void append(struct gi_spirv_stream *stream, struct gi_spirv_span span)
{
    (void)copy(stream->words + stream->count, span);
    stream->count += span.count;
}

static bool has_room(const struct gi_spirv *builder, const struct gi_spirv_stream *stream,
                     uint64_t count)
{
    return builder->status == GI_OK && stream->count + count <= stream->room;
}

uint32_t *gi_spirv_room_for(struct gi_spirv *builder, enum gi_spirv_section section,
                            enum gi_spirv_opcode opcode, uint64_t operands)
{
    struct gi_spirv_stream *stream = &builder->streams[section];
    uint64_t count = 1 + operands;
    uint32_t *at;

    if (builder->status != GI_OK)
        return NULL;
    if (count > MOST_WORDS_IN_INSTRUCTION) {
        gi_spirv_fail(builder, gi_fail(GI_NOT_SUPPORTED, "a SPIR-V instruction (opcode %u) would"
                                       " have %llu words, 65535 are allowed", (unsigned)opcode,
                                       (unsigned long long)count));
        return NULL;
    }
    if (!has_room(builder, stream, count) && !gi_spirv_grow(builder, stream, count))
        return NULL;
    at = stream->words + stream->count;
    stream->count += (uint32_t)count;
    *at = (uint32_t)count << 16 | (uint32_t)opcode;
    return at + 1;
}

void gi_spirv_put(struct gi_spirv *builder, enum gi_spirv_section section,
                  enum gi_spirv_opcode opcode, struct gi_spirv_span head, struct gi_spirv_span tail)
{
    uint32_t *at = gi_spirv_room_for(builder, section, opcode, (uint64_t)head.count + tail.count);

    if (at)
        (void)copy(copy(at, head), tail);
}

struct gi_spirv_span gi_spirv_text(struct gi_spirv *builder, const char *text)
{
    size_t bytes = strlen(text);
    uint32_t *words;

    if (!gi_spirv_grow(builder, &builder->text, bytes / 4 + 1))
        return (struct gi_spirv_span){ 0 };
    words = builder->text.words;
    memset(words, 0, (bytes / 4 + 1) * sizeof(uint32_t));
    for (size_t i = 0; i < bytes; i++)
        words[i / 4] |= (uint32_t)(unsigned char)text[i] << i % 4 * 8;
    return (struct gi_spirv_span){ words, (uint32_t)(bytes / 4 + 1) };
}

static uint32_t hash_of(const uint32_t *words, uint32_t count)
{
    uint64_t hash = count;

    for (uint32_t i = 0; i < count; i++) {
        hash = (hash ^ words[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return (uint32_t)(hash ^ hash >> 32);
}

static bool are_same(const uint32_t *one, const uint32_t *other, uint32_t count)
{
    uint32_t i = 0;

    while (i < count && one[i] == other[i])
        i++;
    return i == count;
}

/* The place of what has these words, or the free one where it belongs; NULL in an empty table. */
static struct gi_spirv_unique *find_instruction(const struct gi_spirv *builder, uint32_t hash,
                                                const uint32_t *words, uint32_t count)
{
    if (!builder->table_room)
        return NULL;
    for (uint32_t i = hash;; i++) {
        struct gi_spirv_unique *entry = &builder->table[i & (builder->table_room - 1)];

        if (!entry->id || (entry->hash == hash && entry->count == count &&
                           are_same(builder->keys.words + entry->place, words, count)))
            return entry;
    }
}

/* Keeps at least half of the table free. */
static bool grow_table(struct gi_spirv *builder)
{
    uint32_t room = builder->table_room ? builder->table_room * 2 : FIRST_ROOM;
    struct gi_spirv_unique *table;

    if (builder->table_count * 2 < builder->table_room)
        return true;
    table = gi_arena_alloc(builder->arena, room, sizeof(*table));
    if (!table) {
        gi_spirv_fail(builder, GI_OUT_OF_MEMORY);
        return false;
    }
    for (uint32_t i = 0; i < builder->table_room; i++) {
        uint32_t at = builder->table[i].hash;

        if (!builder->table[i].id)
            continue;
        while (table[at & (room - 1)].id)
            at++;
        table[at & (room - 1)] = builder->table[i];
    }
    builder->table = table;
    builder->table_room = room;
    return true;
}

uint32_t gi_spirv_unique(struct gi_spirv *builder, uint32_t id, struct gi_spirv_span first,
                         struct gi_spirv_span second, struct gi_spirv_span third, bool *out_new)
{
    struct gi_spirv_stream *keys = &builder->keys;
    uint32_t place = keys->count;
    struct gi_spirv_unique *entry;
    const uint32_t *words;
    uint64_t wanted;
    uint32_t count;
    uint32_t hash;

    *out_new = false;
    wanted = (uint64_t)first.count + second.count + third.count;
    if ((!has_room(builder, keys, wanted) && !gi_spirv_grow(builder, keys, wanted)) ||
        !grow_table(builder))
        return 0;
    append(keys, first);
    append(keys, second);
    append(keys, third);

    words = keys->words + place;
    count = keys->count - place;
    hash = hash_of(words, count);
    entry = find_instruction(builder, hash, words, count);
    if (entry->id) {
        keys->count = place;
        return entry->id;
    }
    id = id ? id : gi_spirv_id(builder).n;
    if (!id)
        return 0;
    *entry = (struct gi_spirv_unique){ .hash = hash, .id = id, .place = place, .count = count };
    builder->table_count++;
    *out_new = true;
    return id;
}

uint32_t gi_spirv_known(const struct gi_spirv *builder, const uint32_t *words, uint32_t count)
{
    const struct gi_spirv_unique *entry = find_instruction(builder, hash_of(words, count), words,
                                                           count);

    return entry ? entry->id : 0;
}
