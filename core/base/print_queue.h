/** Text that kernels have printed, until the program next waits for a device. Then it goes to the
 *  standard output, as the vendors' libraries do it.
 *
 *  Threads: any; append takes a leaf lock. */
#ifndef GI_PRINT_QUEUE_H
#define GI_PRINT_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

extern atomic_bool gi_print_queue_has_text;

/** Adds text; without host memory it is lost, and the log says so. */
void gi_print_queue_append(const char *text, size_t length);

/** Writes all text that was added so far. */
void gi_print_queue_write(void);

/** The program has waited for work: writes text if there is any. Cheap if there is none. */
static inline void gi_print_queue_flush(void)
{
    if (atomic_load_explicit(&gi_print_queue_has_text, memory_order_relaxed))
        gi_print_queue_write();
}

#endif
