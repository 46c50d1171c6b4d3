#include "symbols.h"

#include <stdlib.h>

enum { FIRST_BUCKETS = 64 };

static size_t bucket_of(const struct gi_symbols *symbols, const void *host)
{
    uint64_t mixed = (uint64_t)(uintptr_t)host * UINT64_C(0x9e3779b97f4a7c15);

    return (size_t)(mixed >> 32) & (symbols->bucket_count - 1);
}

static void link_in(struct gi_symbols *symbols, struct gi_symbol *symbol)
{
    struct gi_symbol **bucket = &symbols->buckets[bucket_of(symbols, symbol->host)];

    symbol->next = *bucket;
    *bucket = symbol;
}

/* Doubles the buckets. Each keeps the order of its symbols, because the oldest goes in first. */
static bool grow_buckets(struct gi_symbols *symbols)
{
    struct gi_symbols grown = {
        .bucket_count = symbols->bucket_count == 0 ? FIRST_BUCKETS : symbols->bucket_count * 2
    };

    grown.buckets = calloc(grown.bucket_count, sizeof *grown.buckets);
    if (grown.buckets == NULL)
        return false;
    for (size_t i = 0; i < symbols->bucket_count; i++) {
        struct gi_symbol *reversed = NULL, *symbol = symbols->buckets[i], *next;

        for (; symbol != NULL; symbol = next) {
            next = symbol->next;
            symbol->next = reversed;
            reversed = symbol;
        }
        for (; reversed != NULL; reversed = next) {
            next = reversed->next;
            link_in(&grown, reversed);
        }
    }
    free(symbols->buckets);
    grown.count = symbols->count;
    *symbols = grown;
    return true;
}

bool gi_symbols_add(struct gi_symbols *symbols, struct gi_symbol *symbol)
{
    if (symbols->count == symbols->bucket_count && !grow_buckets(symbols))
        return false;
    link_in(symbols, symbol);
    symbols->count++;
    return true;
}

void gi_symbols_remove(struct gi_symbols *symbols, const struct gi_symbol *symbol)
{
    struct gi_symbol **at = &symbols->buckets[bucket_of(symbols, symbol->host)];

    while (*at != symbol)
        at = &(*at)->next;
    *at = symbol->next;
    symbols->count--;
    if (symbols->count == 0) {
        free(symbols->buckets);
        *symbols = (struct gi_symbols){ 0 };
    }
}

struct gi_symbol *gi_symbols_find(const struct gi_symbols *symbols, const void *host,
                                  bool is_kernel)
{
    struct gi_symbol *symbol;

    if (symbols->count == 0)
        return NULL;
    symbol = symbols->buckets[bucket_of(symbols, host)];
    while (symbol != NULL &&
           (symbol->host != host || (symbol->kind == GI_SYMBOL_KERNEL) != is_kernel))
        symbol = symbol->next;
    return symbol;
}
