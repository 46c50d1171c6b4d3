/** Symbols: addresses of the host that stand for kernels and variables of registered device code.
 *
 *  Threads: the caller's lock guards a table: shared to find, else exclusive. */
#ifndef GI_SYMBOLS_H
#define GI_SYMBOLS_H

#include "base/handle.h"

struct gi_registered;

enum { GI_SYMBOL_DEVICES = 16 };

enum gi_symbol_kind { GI_SYMBOL_KERNEL, GI_SYMBOL_VARIABLE, GI_SYMBOL_MANAGED };

struct gi_symbol {
    const void *host;
    enum gi_symbol_kind kind;
    const char *name;                    /* in the image */
    struct gi_registered *owner;
    struct gi_symbol *next;              /* in its bucket */
    struct gi_symbol *next_of_owner;
    _Atomic gi_handle functions[GI_SYMBOL_DEVICES];      /* of a kernel, by the device's ordinal; 0:
                                                            not asked for yet */
};

/** A hash table; zeroes are an empty one. */
struct gi_symbols {
    struct gi_symbol **buckets;
    size_t bucket_count, count;
};

/** Adds a symbol. Of two for one address the newer one is found.
 *  Returns: false without memory. */
bool gi_symbols_add(struct gi_symbols *symbols, struct gi_symbol *symbol);
void gi_symbols_remove(struct gi_symbols *symbols, const struct gi_symbol *symbol);

/** Finds a kernel, or a variable of either kind; NULL if there is none. */
struct gi_symbol *gi_symbols_find(const struct gi_symbols *symbols, const void *host,
                                  bool is_kernel);

#endif
