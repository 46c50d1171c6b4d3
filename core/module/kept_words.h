/** Translations that are kept on disk from one process to the next (base/disk_cache.h).
 *
 *  A file is chosen by the device code, the entry and the facts of the device; another kernel that
 *  falls on the same file replaces it. So there is a limit to their number. What is read is taken
 *  only if it is of the same translator, and complete.
 *
 *  Threads: any. */
#ifndef GI_KEPT_WORDS_H
#define GI_KEPT_WORDS_H

#include "code.h"

/** What a translation depends on. */
struct gi_kept_key {
    uint64_t translator, text, entry, target;    /* checksums */
    uint64_t text_bytes;
};

struct gi_kept_key gi_kept_key(const struct gi_code *code, const struct gi_ptx_function *entry,
                               const struct gi_translate_target *target);

/** Reads a translation; false if none is kept.
 *  Owner: the arena. */
bool gi_kept_read(const struct gi_kept_key *key, struct gi_arena *arena,
                  struct gi_translate_kernel *out_kernel);

/** Keeps a translation, unless it is very large. */
void gi_kept_write(const struct gi_kept_key *key, const struct gi_translate_kernel *kernel);

#endif
