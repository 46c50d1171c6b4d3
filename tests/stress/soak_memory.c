/* Buffers of the soak: of every kind of memory there is. */
#include "soak.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

const char *soak_kind_name(enum soak_kind kind)
{
    static const char *const names[SOAK_KINDS] = {
        "device", "pitched", "pool", "pinned", "managed", "registered", "imported", "pageable"
    };

    return names[kind];
}

uint8_t *soak_model_of(const struct soak_buffer *buffer)
{
    return buffer->bytes->model + buffer->offset;
}

struct soak_buffer *soak_pick(struct soak *soak, bool device_only)
{
    size_t first = soak_below(soak, SOAK_BUFFERS);

    for (size_t i = 0; i < SOAK_BUFFERS; i++) {
        struct soak_buffer *buffer = &soak->buffers[(first + i) % SOAK_BUFFERS];
        if (buffer->pointer != NULL && !(device_only && buffer->kind == SOAK_PAGEABLE))
            return buffer;
    }
    return NULL;
}

/* ---- making ---------------------------------------------------------------------------------- */

/* Most are small; some are larger than the pieces that copies of pageable memory go through. */
static size_t random_size(struct soak *soak)
{
    size_t which = soak_below(soak, 40);

    if (which == 0)
        return 1 + soak_below(soak, 6 * 1024 * 1024);
    return 1 + soak_below(soak, which < 6 ? 300 * 1024 : which < 20 ? 16 * 1024 : 2048);
}

static void make_registered(struct soak *soak, struct soak_buffer *buffer)
{
    size_t lead = soak_below(soak, 5000);

    buffer->block = stress_new(1, lead + buffer->size);
    buffer->pointer = buffer->block + lead;
    OK(cudaHostRegister(buffer->pointer, buffer->size, cudaHostRegisterDefault));
}

/* A part of the shared memory, whose bytes have a model already. */
static void make_imported(struct soak *soak, struct soak_buffer *buffer)
{
    size_t which = soak_below(soak, SOAK_SHARED);
    struct cudaExternalMemoryBufferDesc range = { 0 };
    void *pointer;

    buffer->bytes = &soak->shared[which];
    buffer->offset = soak_below(soak, SOAK_SHARED_BYTES / 2) & ~(size_t)63;
    buffer->size = 1 + soak_below(soak, SOAK_SHARED_BYTES - buffer->offset);
    range.offset = buffer->offset;
    range.size = buffer->size;
    OK(cudaExternalMemoryGetMappedBuffer(&pointer, soak->memories[which], &range));
    buffer->pointer = pointer;
}

static void make_pitched(struct soak_buffer *buffer)
{
    size_t pitch, rows = buffer->size / 700 + 1;

    OK(cudaMallocPitch((void **)&buffer->pointer, &pitch, 700, rows));
    buffer->size = pitch * rows;
}

static void make_memory(struct soak *soak, struct soak_buffer *buffer, int stream)
{
    void **out = (void **)&buffer->pointer;

    switch (buffer->kind) {
    case SOAK_DEVICE: OK(cudaMalloc(out, buffer->size)); return;
    case SOAK_PITCHED: make_pitched(buffer); return;
    case SOAK_POOL:
        if (soak_below(soak, 2) == 0)
            OK(cudaMallocAsync(out, buffer->size, soak->streams[stream]));
        else
            OK(cudaMallocFromPoolAsync(out, buffer->size, soak->pool, soak->streams[stream]));
        return;
    case SOAK_PINNED: OK(cudaHostAlloc(out, buffer->size, cudaHostAllocDefault)); return;
    case SOAK_MANAGED: OK(cudaMallocManaged(out, buffer->size, cudaMemAttachGlobal)); return;
    case SOAK_REGISTERED: make_registered(soak, buffer); return;
    case SOAK_IMPORTED: make_imported(soak, buffer); return;
    case SOAK_PAGEABLE: *out = stress_new(1, buffer->size); return;
    case SOAK_KINDS: return;
    }
}

void soak_buffer_make(struct soak *soak, struct soak_buffer *buffer, int stream)
{
    *buffer = (struct soak_buffer){ .kind = soak_below(soak, SOAK_KINDS) };
    buffer->size = random_size(soak);
    make_memory(soak, buffer, stream);
    soak_log(soak, "make %s %p, %zu bytes", soak_kind_name(buffer->kind), (void *)buffer->pointer,
             buffer->size);
    if (buffer->kind == SOAK_IMPORTED)
        return;
    buffer->bytes = &buffer->own;
    buffer->own.model = stress_new(1, buffer->size);
    buffer->own.size = buffer->size;
    buffer->own.writer = SOAK_NOBODY;
    int value = (int)soak_below(soak, 256);
    memset(buffer->own.model, value, buffer->size);
    if (buffer->kind == SOAK_PAGEABLE) {
        memset(buffer->pointer, value, buffer->size);
        return;
    }
    buffer->own.writer = stream;
    OK(cudaMemsetAsync(buffer->pointer, value, buffer->size, soak->streams[stream]));
}

/* ---- ending ---------------------------------------------------------------------------------- */

/* As work of a stream that comes after all who touched it, or at once when they are done. */
static void end_pool_memory(struct soak *soak, struct soak_buffer *buffer, int stream)
{
    if (soak_below(soak, 4) == 0) {
        soak_settle(soak, buffer->bytes);
        OK(cudaFree(buffer->pointer));
        return;
    }
    soak_before_write(soak, stream, buffer);
    OK(cudaFreeAsync(buffer->pointer, soak->streams[stream]));
}

/* Freeing waits for nobody: what streams still do to it is lost, and harms nothing. */
void soak_buffer_end(struct soak *soak, struct soak_buffer *buffer, int stream)
{
    soak_log(soak, "end %s %p", soak_kind_name(buffer->kind), (void *)buffer->pointer);
    switch (buffer->kind) {
    case SOAK_DEVICE: case SOAK_PITCHED: case SOAK_MANAGED: case SOAK_IMPORTED:
        OK(cudaFree(buffer->pointer));
        break;
    case SOAK_POOL: end_pool_memory(soak, buffer, stream); break;
    case SOAK_PINNED: OK(cudaFreeHost(buffer->pointer)); break;
    case SOAK_REGISTERED:
        OK(cudaHostUnregister(buffer->pointer));
        free(buffer->block);
        break;
    case SOAK_PAGEABLE: free(buffer->pointer); break;
    case SOAK_KINDS: break;
    }
    if (buffer->kind != SOAK_IMPORTED)
        free(buffer->own.model);
    *buffer = (struct soak_buffer){ 0 };
}

/* ---- beginning and end ----------------------------------------------------------------------- */

static void import_shared(struct soak *soak, int which)
{
    static int fds[SOAK_SHARED];
    static bool is_exported[SOAK_SHARED];
    struct cudaExternalMemoryHandleDesc request = {
        .type = cudaExternalMemoryHandleTypeOpaqueFd,
        .size = SOAK_SHARED_BYTES,
    };
    struct cudaExternalMemoryBufferDesc all = { .size = SOAK_SHARED_BYTES };
    struct soak_bytes *bytes = &soak->shared[which];
    void *pointer;

    if (!is_exported[which])
        fds[which] = stress_peer_memory(SOAK_SHARED_BYTES);
    REQUIRE(fds[which] >= 0, "memory cannot be exported");
    is_exported[which] = true;
    request.handle.fd = fcntl(fds[which], F_DUPFD_CLOEXEC, 0);
    OK(cudaImportExternalMemory(&soak->memories[which], &request));
    OK(cudaExternalMemoryGetMappedBuffer(&pointer, soak->memories[which], &all));
    OK(cudaMemset(pointer, 0x11 * which, SOAK_SHARED_BYTES));
    OK(cudaDeviceSynchronize());
    OK(cudaFree(pointer));
    *bytes = (struct soak_bytes){ .model = stress_new(1, SOAK_SHARED_BYTES),
                                  .size = SOAK_SHARED_BYTES, .writer = SOAK_NOBODY };
    memset(bytes->model, 0x11 * which, SOAK_SHARED_BYTES);
}

void soak_memory_begin(struct soak *soak)
{
    struct cudaMemPoolProps properties = {
        .allocType = cudaMemAllocationTypePinned,
        .location = { .type = cudaMemLocationTypeDevice, .id = 0 },
    };
    uint64_t threshold = soak_below(soak, 2) * 1024 * 1024;

    OK(cudaMemPoolCreate(&soak->pool, &properties));
    OK(cudaMemPoolSetAttribute(soak->pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    for (int i = 0; i < SOAK_SHARED; i++)
        import_shared(soak, i);
    for (int i = 0; i < SOAK_CHECKS; i++)
        OK(cudaHostAlloc((void **)&soak->checks[i].pinned, SOAK_CHECK_BYTES,
                         cudaHostAllocDefault));
}

/* Everything that is there is the model's. */
static void expect_model(struct soak *soak, struct soak_buffer *buffer)
{
    uint8_t *bytes = stress_new(1, buffer->size);

    OK(cudaMemcpy(bytes, buffer->pointer, buffer->size, cudaMemcpyDefault));
    for (size_t i = 0; i < buffer->size; i++)
        REQUIRE(bytes[i] == soak_model_of(buffer)[i],
                "at the end: %s %p, byte %zu of %zu is 0x%02x instead of 0x%02x",
                soak_kind_name(buffer->kind), (void *)buffer->pointer, i, buffer->size, bytes[i],
                soak_model_of(buffer)[i]);
    free(bytes);
    soak_settle(soak, buffer->bytes);
}

void soak_memory_end(struct soak *soak)
{
    cudaMemPool_t pool;

    OK(cudaDeviceSynchronize());
    for (int i = 0; i < SOAK_BUFFERS; i++) {
        if (soak->buffers[i].pointer == NULL)
            continue;
        expect_model(soak, &soak->buffers[i]);
        soak_buffer_end(soak, &soak->buffers[i], SOAK_LEGACY);
    }
    for (int i = 0; i < SOAK_SHARED; i++) {
        OK(cudaDestroyExternalMemory(soak->memories[i]));
        free(soak->shared[i].model);
    }
    for (int i = 0; i < SOAK_CHECKS; i++)
        OK(cudaFreeHost(soak->checks[i].pinned));
    OK(cudaDeviceSynchronize());
    OK(cudaMemPoolDestroy(soak->pool));
    OK(cudaDeviceGetDefaultMemPool(&pool, 0));
    OK(cudaMemPoolTrimTo(pool, 0));
}
