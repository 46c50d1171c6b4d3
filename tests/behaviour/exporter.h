/* Where the probe gets another API's memory and semaphores from: fds, as programs share them. */
#ifndef BEHAVIOUR_EXPORTER_H
#define BEHAVIOUR_EXPORTER_H

#include <stdbool.h>
#include <stdint.h>

/** Makes a buffer of the given size and exports its memory.
 *  Units: bytes; the real size of the allocation goes to out_allocated (may be NULL).
 *  Owner: the caller has the fd.
 *  Errors: -1 where this machine cannot export memory. */
int exporter_memory(uint64_t size_bytes, uint64_t *out_allocated);

/** Makes a semaphore and exports it; a timeline starts at 0.
 *  Owner: the caller has the fd.
 *  Errors: -1 where this machine cannot export semaphores. */
int exporter_semaphore(bool timeline);

/** Reads the newest exported timeline; UINT64_MAX if that failed. */
uint64_t exporter_timeline_value(void);

#endif
