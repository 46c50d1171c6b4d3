#include "kernel/translate/ptx/names.h"

#include <string.h>

static uint32_t hash_of(struct gi_ptx_text text)
{
    uint32_t hash = 2166136261u;

    for (uint32_t i = 0; i < text.length; i++)
        hash = (hash ^ (unsigned char)text.start[i]) * 16777619u;
    return hash ^ hash >> 15;
}

static bool same(struct gi_ptx_text a, struct gi_ptx_text b)
{
    return a.length == b.length && memcmp(a.start, b.start, a.length) == 0;
}

/* %r1 is a name of its own, or a register of the range %r. */
static bool is_numbered(struct gi_ptx_text text, enum gi_ptx_name_kind kind)
{
    return kind != GI_PTX_NAME_RANGE && text.length && text.start[0] == '%'
        && text.start[text.length - 1] >= '0' && text.start[text.length - 1] <= '9';
}

gi_status gi_ptx_names_init(struct gi_ptx_names *names, struct gi_arena *arena, size_t expected)
{
    uint32_t buckets = 64;

    while (buckets < expected && buckets < 1u << 20)
        buckets *= 2;
    *names = (struct gi_ptx_names){ .arena = arena, .bucket_count = buckets };
    names->buckets = gi_arena_alloc(arena, buckets, sizeof(*names->buckets));
    return names->buckets ? GI_OK : GI_OUT_OF_MEMORY;
}

gi_status gi_ptx_names_add(struct gi_ptx_names *names, struct gi_ptx_text text,
                           enum gi_ptx_name_kind kind, struct gi_ptx_name **out_name)
{
    uint32_t hash = hash_of(text);
    uint32_t *bucket = &names->buckets[hash & (names->bucket_count - 1)];
    void *items = names->items;
    gi_status status = gi_arena_reserve(names->arena, &items, names->count, &names->room,
                                        names->count + 1, sizeof(*names->items));

    *out_name = NULL;
    if (status != GI_OK)
        return status;
    names->items = items;
    *out_name = &names->items[names->count++];
    **out_name = (struct gi_ptx_name){ .text = text, .hash = hash, .next = *bucket, .kind = kind };
    *bucket = names->count;
    names->changes++;
    names->numbered += is_numbered(text, kind);
    return GI_OK;
}

struct gi_ptx_name *gi_ptx_names_find(const struct gi_ptx_names *names, struct gi_ptx_text text)
{
    uint32_t hash = hash_of(text);

    for (uint32_t i = names->buckets[hash & (names->bucket_count - 1)]; i;
         i = names->items[i - 1].next) {
        if (names->items[i - 1].hash == hash && same(names->items[i - 1].text, text))
            return &names->items[i - 1];
    }
    return NULL;
}

struct gi_ptx_name *gi_ptx_names_find_kind(const struct gi_ptx_names *names,
                                           struct gi_ptx_text text, enum gi_ptx_name_kind kind)
{
    struct gi_ptx_name *name = gi_ptx_names_find(names, text);

    while (name && (name->kind != kind || !same(name->text, text)))
        name = name->next ? &names->items[name->next - 1] : NULL;
    return name;
}

void gi_ptx_names_cut(struct gi_ptx_names *names, uint32_t count)
{
    while (names->count > count) {
        struct gi_ptx_name *name = &names->items[--names->count];

        names->buckets[name->hash & (names->bucket_count - 1)] = name->next;
        names->changes++;
        names->numbered -= is_numbered(name->text, name->kind);
    }
}
