#include "print_queue.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "uncancelled.h"
#include "vector.h"

atomic_bool gi_print_queue_has_text;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *text;                       /* guarded by lock, as are the next two */
static size_t text_bytes, text_capacity;

void gi_print_queue_append(const char *added, size_t length)
{
    bool kept;

    pthread_mutex_lock(&lock);
    kept = gi_grow((void **)&text, &text_capacity, text_bytes + length, 1);
    if (kept) {
        memcpy(text + text_bytes, added, length);
        text_bytes += length;
        atomic_store_explicit(&gi_print_queue_has_text, true, memory_order_relaxed);
    }
    pthread_mutex_unlock(&lock);
    if (!kept)
        gi_log(GI_LOG_ERROR, "no host memory for %zu bytes that a kernel has printed", length);
}

void gi_print_queue_write(void)
{
    GI_UNCANCELLED;
    char *taken;
    size_t bytes;

    pthread_mutex_lock(&lock);
    taken = text;
    bytes = text_bytes;
    text = NULL;
    text_bytes = text_capacity = 0;
    atomic_store_explicit(&gi_print_queue_has_text, false, memory_order_relaxed);
    pthread_mutex_unlock(&lock);
    if (bytes != 0 && (fwrite(taken, 1, bytes, stdout) != bytes || fflush(stdout) != 0))
        gi_log(GI_LOG_ERROR, "what a kernel has printed cannot be written");
    free(taken);
}
