/** The arguments of a kernel as one buffer: pairs of a word that says what follows, and that. */
#ifndef GI_FRONT_PACKED_ARGUMENTS_H
#define GI_FRONT_PACKED_ARGUMENTS_H

#include "front.h"

#include "module/launch.h"

/** The words of an interface. */
struct front_packed_words {
    const void *end, *buffer, *size;
};

/** Reads the list, which is not NULL.
 *  Errors: GI_INVALID_VALUE if it has other words, no end, no buffer or no size. */
static inline gi_status front_read_packed(const char *caller,
                                          const struct front_packed_words *words, void **extra,
                                          struct gi_launch *out_launch)
{
    const size_t *size = NULL;

    for (int i = 0; extra[i] != words->end; i += 2) {
        if (i == 4)
            return gi_fail(GI_INVALID_VALUE, "%s: extra has no end", caller);
        if (extra[i] == words->buffer)
            out_launch->packed = extra[i + 1];
        else if (extra[i] == words->size)
            size = extra[i + 1];
        else
            return gi_fail(GI_INVALID_VALUE, "%s: extra has %p where the buffer, its size or the "
                           "end is named", caller, extra[i]);
    }
    if (out_launch->packed == NULL || size == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: extra has no %s", caller,
                       size == NULL ? "size" : "buffer");
    out_launch->packed_bytes = *size;
    return GI_OK;
}

#endif
