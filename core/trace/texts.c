#include "texts.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"
#include "record.h"

/* A program that makes names of numbers would fill the memory. */
enum { MOST_TEXTS = 65536, BUCKETS = 4096 };

struct text {
    struct text *next;
    char bytes[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;     /* a leaf: guards what is below */
static struct text *buckets[BUCKETS];
static size_t text_count;

static struct text **bucket_of_text(const char *text, size_t length)
{
    return &buckets[gi_fnv(GI_FNV_BEGIN, text, length) % BUCKETS];
}

/* The lock is held. */
static struct text *find_or_make(const char *text, size_t length)
{
    struct text **bucket = bucket_of_text(text, length), *at = *bucket;

    while (at != NULL && (strncmp(at->bytes, text, length) != 0 || at->bytes[length] != '\0'))
        at = at->next;
    if (at != NULL || text_count == MOST_TEXTS)
        return at;
    at = malloc(sizeof *at + length + 1);
    if (at == NULL)
        return NULL;
    memcpy(at->bytes, text, length);
    at->bytes[length] = '\0';
    at->next = *bucket;
    *bucket = at;
    text_count++;
    return at;
}

const char *gi_trace_text(const char *text)
{
    const struct text *found;

    pthread_mutex_lock(&lock);
    found = find_or_make(text, strnlen(text, GI_TRACE_NAME_BYTES - 1));
    pthread_mutex_unlock(&lock);
    return found != NULL ? found->bytes : NULL;
}
