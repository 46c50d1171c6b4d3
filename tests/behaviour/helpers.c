/* What the topic files of the behaviour probe share: memory with known contents, streams that are
 * held, calls that may wait. */
#include "behaviour.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USUAL_PATIENCE_MS 400
#define LABELS 8
#define LABEL_BYTES 96

const char *const place_names[PLACE_COUNT] = {"pageable", "pinned", "device"};

const char *label(const char *format, ...)
{
    static char buffers[LABELS][LABEL_BYTES];
    static unsigned int used;
    char *buffer = buffers[used++ % LABELS];
    va_list args;
    va_start(args, format);
    vsnprintf(buffer, LABEL_BYTES, format, args);
    va_end(args);
    return buffer;
}

cudaStream_t numbered_stream(unsigned int number)
{
    return (cudaStream_t)(uintptr_t)number;
}

unsigned char *obtain(enum place place, size_t size)
{
    void *pointer = NULL;
    if (place == PAGEABLE)
        return malloc(size);
    cudaError_t code = place == PINNED ? cudaHostAlloc(&pointer, size, 0)
                                       : cudaMalloc(&pointer, size);
    if (code != cudaSuccess)
        answer("obtain", code);
    return pointer;
}

static void put(enum place place, unsigned char *to, const unsigned char *bytes, size_t size)
{
    if (place == DEVICE)
        (void)cudaMemcpy(to, bytes, size, cudaMemcpyHostToDevice);
    else
        memcpy(to, bytes, size);
}

void put_value(enum place place, unsigned char *to, size_t size, int value)
{
    unsigned char *bytes = malloc(size);
    memset(bytes, value, size);
    put(place, to, bytes, size);
    free(bytes);
}

void put_pattern(enum place place, unsigned char *to, size_t size)
{
    unsigned char *bytes = malloc(size);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)(i % 251 + i / 251);
    put(place, to, bytes, size);
    free(bytes);
}

static unsigned char *read_back(enum place place, const unsigned char *from, size_t size)
{
    unsigned char *bytes = malloc(size);
    memset(bytes, 0xee, size);
    (void)cudaDeviceSynchronize();
    if (place == DEVICE)
        (void)cudaMemcpy(bytes, from, size, cudaMemcpyDeviceToHost);
    else
        memcpy(bytes, from, size);
    return bytes;
}

unsigned int hash_of(enum place place, const unsigned char *from, size_t size)
{
    unsigned char *bytes = read_back(place, from, size);
    unsigned int hash = 2166136261u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 16777619u;
    free(bytes);
    return hash;
}

bool holds_value(enum place place, const unsigned char *from, size_t size, int value)
{
    unsigned char *bytes = read_back(place, from, size);
    bool all = true;
    for (size_t i = 0; i < size; i++)
        all = all && bytes[i] == value;
    free(bytes);
    return all;
}

static bool flag_is_set(void *flag)
{
    return atomic_load((_Atomic bool *)flag);
}

static void wait_until_open(void *context)
{
    struct hold *hold = context;
    atomic_store(&hold->entered, true);
    (void)eventually(flag_is_set, &hold->open, 20000);
}

bool hold_stream_later(struct hold *hold)
{
    atomic_store(&hold->entered, false);
    atomic_store(&hold->open, false);
    return cudaLaunchHostFunc(hold->stream, wait_until_open, hold) == cudaSuccess;
}

bool hold_stream(struct hold *hold, cudaStream_t stream)
{
    hold->stream = stream;
    return hold_stream_later(hold) && eventually(flag_is_set, &hold->entered, 10000);
}

void let_go(struct hold *hold)
{
    atomic_store(&hold->open, true);
}

/* On a slow machine a call that does not wait may need more time to return. */
int patience_ms(void)
{
    const char *text = getenv("BEHAVIOUR_PATIENCE_MS");
    return text != NULL ? atoi(text) : USUAL_PATIENCE_MS;
}

static void *run_attempt(void *context)
{
    struct attempt *attempt = context;
    attempt->code = attempt->call(attempt->context);
    atomic_store(&attempt->returned, true);
    return NULL;
}

bool returns_in_time(struct attempt *attempt)
{
    atomic_store(&attempt->returned, false);
    pthread_create(&attempt->thread, NULL, run_attempt, attempt);
    return eventually(flag_is_set, &attempt->returned, patience_ms());
}

void finish_attempt(struct attempt *attempt)
{
    pthread_join(attempt->thread, NULL);
}
