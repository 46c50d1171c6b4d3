/* Copies of boxes beside threads that free and allocate what is copied, and beside resets. Most
 * pointers are stale or lead out of their memory: each copy is done or refused, and nothing but the
 * memory of a slot is written. */
#include "stress.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    COPIERS = 3, ALLOCATORS = 2, SLOTS = 24, KEPT = 12,
    PITCH = 64, ROWS = 16, SPACE = PITCH * ROWS * 16,
    RESET_EVERY = 200, MARK = 0x77
};

struct field {
    _Atomic(uint8_t *) slots[SLOTS];
    atomic_int copying;              /* copiers that are not done */
    atomic_uint next_seed;
    size_t copies_each;
    bool with_resets;
};

static uint32_t random_below(uint32_t *seed, uint32_t limit)
{
    *seed = *seed * 1664525 + 1013904223;
    return (*seed >> 8) % limit;
}

static uint8_t *allocate(uint32_t kind)
{
    void *memory = NULL;

    if (kind == 0 && cudaMallocManaged(&memory, SPACE, cudaMemAttachGlobal) == cudaSuccess)
        return memory;
    if (kind == 1 && cudaMallocHost(&memory, SPACE) == cudaSuccess)
        return memory;
    (void)cudaMalloc(&memory, SPACE);            /* a reset may be at work */
    return memory;
}

static void give_back(void *memory)
{
    if (memory != NULL && cudaFree(memory) != cudaSuccess)
        (void)cudaFreeHost(memory);
}

/* ---- threads -------------------------------------------------------------------------------- */

static struct cudaPos random_position(uint32_t *seed, bool is_slot)
{
    if (random_below(seed, 2) == 0)
        return (struct cudaPos){ 0, 0, 0 };
    return (struct cudaPos){ random_below(seed, 24), random_below(seed, 6),
                             is_slot ? random_below(seed, 64) : random_below(seed, 24) };
}

/* Between two slots, or a slot and memory of the thread's own. Beside resets the driver's blocks go
 * too, so that a stale pointer may be anything: there the kind says what it is. */
static void copy_once(struct field *field, uint32_t *seed, uint8_t *own)
{
    uint32_t way = random_below(seed, field->with_resets ? 3 : 4);
    uint8_t *to = way == cudaMemcpyDeviceToHost - 1 ? own
                                                : field->slots[random_below(seed, SLOTS)];
    uint8_t *from = way == cudaMemcpyHostToDevice - 1 ? own
                                                  : field->slots[random_below(seed, SLOTS)];
    uint32_t call = random_below(seed, 3);
    struct cudaMemcpy3DParms copy = {
        .dstPtr = { to, PITCH, PITCH, ROWS }, .dstPos = random_position(seed, to != own),
        .srcPtr = { from, PITCH, PITCH, ROWS }, .srcPos = random_position(seed, from != own),
        .extent = { 1 + random_below(seed, 40), 1 + random_below(seed, 10),
                    1 + random_below(seed, 8) },
        .kind = (enum cudaMemcpyKind)(way + 1),
    };

    if (call == 0)
        (void)cudaMemcpy3D(&copy);
    else if (call == 1)
        (void)cudaMemcpy3DAsync(&copy, cudaStreamPerThread);
    else
        (void)cudaMemcpy2DAsync(to, PITCH, from, PITCH, PITCH, 1 + random_below(seed, ROWS * 20),
                                copy.kind, cudaStreamPerThread);
}

static void *be_copier(void *argument)
{
    struct field *field = argument;
    uint32_t seed = atomic_fetch_add(&field->next_seed, 7919);
    uint8_t *own = stress_new(2, SPACE);

    for (size_t i = 0; i < field->copies_each; i++)
        copy_once(field, &seed, own);
    (void)cudaStreamSynchronize(cudaStreamPerThread);
    atomic_fetch_sub(&field->copying, 1);
    free(own);
    return NULL;
}

static void *be_allocator(void *argument)
{
    struct field *field = argument;
    uint32_t seed = atomic_fetch_add(&field->next_seed, 7919);

    for (uint32_t i = 1; atomic_load(&field->copying) > 0; i++) {
        uint8_t *fresh = allocate(random_below(&seed, 4));

        give_back(atomic_exchange(&field->slots[random_below(&seed, SLOTS)], fresh));
        if (field->with_resets && i % RESET_EVERY == 0)
            (void)cudaDeviceReset();
    }
    return NULL;
}

static void play(struct field *field)
{
    pthread_t threads[COPIERS + ALLOCATORS];

    for (uint32_t i = 0; i < SLOTS; i++)
        atomic_store(&field->slots[i], allocate(i % 4));
    atomic_store(&field->copying, COPIERS);
    for (int i = 0; i < COPIERS + ALLOCATORS; i++)
        REQUIRE(pthread_create(&threads[i], NULL, i < COPIERS ? be_copier : be_allocator,
                               field) == 0, "no thread %d", i);
    for (int i = 0; i < COPIERS + ALLOCATORS; i++)
        pthread_join(threads[i], NULL);
    (void)cudaDeviceSynchronize();
    for (int i = 0; i < SLOTS; i++)
        give_back(atomic_exchange(&field->slots[i], NULL));
    (void)cudaGetLastError();
}

/* ---- the part ------------------------------------------------------------------------------- */

static void expect_marks(const uint8_t *memory)
{
    uint8_t bytes[SPACE];

    OK(cudaMemcpy(bytes, memory, SPACE, cudaMemcpyDefault));
    for (int i = 0; i < SPACE; i++)
        REQUIRE(bytes[i] == MARK, "byte %d of memory that nobody copied to is 0x%02x", i,
                bytes[i]);
}

void stress_copies(size_t count)
{
    struct field field = { .copies_each = count, .next_seed = 1 };
    uint8_t *kept[KEPT], *between[KEPT];

    for (uint32_t i = 0; i < KEPT; i++) {        /* so that what is kept lies amid the slots' */
        kept[i] = allocate(i % 3);
        between[i] = allocate(i % 3);
        REQUIRE(kept[i] != NULL, "no memory");
        OK(cudaMemset(kept[i], MARK, SPACE));
    }
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < KEPT; i++)
        give_back(between[i]);
    (void)cudaGetLastError();
    play(&field);
    for (int i = 0; i < KEPT; i++) {
        expect_marks(kept[i]);
        give_back(kept[i]);
    }
    field.with_resets = true;
    play(&field);
    (void)cudaGetLastError();
    OK(cudaDeviceReset());
}
