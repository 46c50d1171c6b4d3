/* What streams of the soak do, and the model beside them. */
#include "soak.h"

#include <stdlib.h>
#include <string.h>

/* ---- places ---------------------------------------------------------------------------------- */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* A box within a buffer: where it begins, and how far its rows and slices are apart. */
struct box {
    size_t width, height, depth;
};

struct place {
    size_t offset, pitch, rows;
};

/* Shrinks the box until it fits into size bytes in this place. */
static bool find_place(struct soak *soak, const struct box *box, size_t size, struct place *out)
{
    out->pitch = box->width + soak_below(soak, 40);
    out->rows = box->height + soak_below(soak, 3);
    size_t span = out->pitch * out->rows * (box->depth - 1) + out->pitch * (box->height - 1) +
                  box->width;
    if (span > size)
        return false;
    out->offset = soak_below(soak, size - span + 1);
    return true;
}

static size_t row_at(const struct place *place, size_t y, size_t z)
{
    return place->offset + (z * place->rows + y) * place->pitch;
}

static struct box random_box(struct soak *soak)
{
    struct box box = { 1 + soak_below(soak, 200), 1 + soak_below(soak, 9), 1 };

    if (soak_below(soak, 2) == 0)
        box.depth = 1 + soak_below(soak, 4);
    return box;
}

/* ---- fills ----------------------------------------------------------------------------------- */

void soak_fill(struct soak *soak, int stream)
{
    struct soak_buffer *dst = soak_pick(soak, true);
    int value = (int)soak_below(soak, 256);

    if (dst == NULL)
        return;
    size_t size = 1 + soak_below(soak, dst->size);
    size_t offset = soak_below(soak, dst->size - size + 1);
    soak_log(soak, "fill %p + %zu, %zu bytes, in %d", (void *)dst->pointer, offset, size, stream);
    soak_before_write(soak, stream, dst);
    if (stream == SOAK_LEGACY)
        OK(cudaMemset(dst->pointer + offset, value, size));
    else
        OK(cudaMemsetAsync(dst->pointer + offset, value, size, soak->streams[stream]));
    memset(soak_model_of(dst) + offset, value, size);
}

void soak_fill_box(struct soak *soak, int stream)
{
    struct soak_buffer *dst = soak_pick(soak, true);
    struct box box = random_box(soak);
    int value = (int)soak_below(soak, 256);
    struct place to;

    if (dst == NULL || !find_place(soak, &box, dst->size, &to))
        return;
    soak_log(soak, "fill %zu x %zu x %zu of %p + %zu, pitch %zu, in %d", box.width, box.height,
             box.depth, (void *)dst->pointer, to.offset, to.pitch, stream);
    soak_before_write(soak, stream, dst);
    struct cudaPitchedPtr target = { dst->pointer + to.offset, to.pitch, box.width, to.rows };
    struct cudaExtent extent = { box.width, box.height, box.depth };
    if (box.depth == 1)
        OK(cudaMemset2DAsync(target.ptr, to.pitch, value, box.width, box.height,
                             soak->streams[stream]));
    else
        OK(cudaMemset3DAsync(target, value, extent, soak->streams[stream]));
    for (size_t z = 0; z < box.depth; z++) {
        for (size_t y = 0; y < box.height; y++)
            memset(soak_model_of(dst) + row_at(&to, y, z), value, box.width);
    }
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* Both ends may be the same bytes. */
static void before_copy(struct soak *soak, int stream, struct soak_buffer *dst,
                        struct soak_buffer *src)
{
    soak_before_read(soak, stream, src);
    soak_before_write(soak, stream, dst);
    if (src->bytes != dst->bytes && src->kind != SOAK_PAGEABLE)
        src->bytes->readers |= 1u << stream;
}

void soak_copy(struct soak *soak, int stream)
{
    struct soak_buffer *dst = soak_pick(soak, false), *src = soak_pick(soak, false);
    bool now = soak_below(soak, 6) == 0;

    if (dst == NULL)
        return;
    size_t size = 1 + soak_below(soak, least(dst->size, src->size));
    size_t to = soak_below(soak, dst->size - size + 1);
    size_t from = soak_below(soak, src->size - size + 1);
    if (now)
        stream = SOAK_LEGACY;
    soak_log(soak, "copy%s %p + %zu, from %p + %zu, %zu bytes, in %d", now ? " now" : "",
             (void *)dst->pointer, to, (void *)src->pointer, from, size, stream);
    before_copy(soak, stream, dst, src);
    if (now)
        OK(cudaMemcpy(dst->pointer + to, src->pointer + from, size, cudaMemcpyDefault));
    else
        OK(cudaMemcpyAsync(dst->pointer + to, src->pointer + from, size, cudaMemcpyDefault,
                           soak->streams[stream]));
    memmove(soak_model_of(dst) + to, soak_model_of(src) + from, size);
}

static void copy_box_model(struct soak_buffer *dst, const struct place *to,
                           const struct soak_buffer *src, const struct place *from,
                           const struct box *box)
{
    for (size_t z = 0; z < box->depth; z++) {
        for (size_t y = 0; y < box->height; y++)
            memcpy(soak_model_of(dst) + row_at(to, y, z), soak_model_of(src) + row_at(from, y, z),
                   box->width);
    }
}

void soak_copy_box(struct soak *soak, int stream)
{
    struct soak_buffer *dst = soak_pick(soak, false), *src = soak_pick(soak, false);
    struct box box = random_box(soak);
    struct place to, from;

    if (dst == NULL || dst->bytes == src->bytes || !find_place(soak, &box, dst->size, &to) ||
        !find_place(soak, &box, src->size, &from))
        return;
    soak_log(soak, "copy %zu x %zu x %zu to %p + %zu, pitch %zu, from %p + %zu, pitch %zu, in %d",
             box.width, box.height, box.depth, (void *)dst->pointer, to.offset, to.pitch,
             (void *)src->pointer, from.offset, from.pitch, stream);
    before_copy(soak, stream, dst, src);
    struct cudaMemcpy3DParms parameters = {
        .srcPtr = { src->pointer + from.offset, from.pitch, box.width, from.rows },
        .dstPtr = { dst->pointer + to.offset, to.pitch, box.width, to.rows },
        .extent = { box.width, box.height, box.depth },
        .kind = cudaMemcpyDefault,
    };
    if (box.depth == 1)
        OK(cudaMemcpy2DAsync(parameters.dstPtr.ptr, to.pitch, parameters.srcPtr.ptr, from.pitch,
                             box.width, box.height, cudaMemcpyDefault, soak->streams[stream]));
    else
        OK(cudaMemcpy3DAsync(&parameters, soak->streams[stream]));
    copy_box_model(dst, &to, src, &from, &box);
}

/* Copies between different bytes, so that they may run in any order. */
void soak_copy_batch(struct soak *soak, int stream)
{
    enum { MOST = 4 };
    struct soak_buffer *dst[MOST], *src[MOST];
    void *to[MOST];
    const void *from[MOST];
    size_t sizes[MOST], start = 0, count = 0;
    struct cudaMemcpyAttributes attributes = { .srcAccessOrder = cudaMemcpySrcAccessOrderStream };

    for (size_t i = 0; i < MOST && stream != SOAK_LEGACY; i++) {
        bool is_apart = true;
        dst[count] = soak_pick(soak, true);
        src[count] = soak_pick(soak, true);
        for (size_t k = 0; k < count && dst[count] != NULL; k++)
            is_apart = is_apart && dst[count]->bytes != dst[k]->bytes &&
                       dst[count]->bytes != src[k]->bytes && src[count]->bytes != dst[k]->bytes;
        if (dst[count] == NULL || !is_apart || dst[count]->bytes == src[count]->bytes)
            continue;
        to[count] = dst[count]->pointer;
        from[count] = src[count]->pointer;
        sizes[count] = 1 + soak_below(soak, least(dst[count]->size, src[count]->size));
        count++;
    }
    if (count == 0)
        return;
    soak_log(soak, "batch of %zu, the first to %p from %p, %zu bytes, in %d", count, to[0], from[0],
             sizes[0], stream);
    for (size_t i = 0; i < count; i++)
        before_copy(soak, stream, dst[i], src[i]);
    OK(cudaMemcpyBatchAsync(to, from, sizes, count, &attributes, &start, 1,
                            soak->streams[stream]));
    for (size_t i = 0; i < count; i++)
        memcpy(soak_model_of(dst[i]), soak_model_of(src[i]), sizes[i]);
}

/* ---- looking --------------------------------------------------------------------------------- */

void soak_read(struct soak *soak, int stream)
{
    struct soak_buffer *src = soak_pick(soak, true);

    if (src == NULL)
        return;
    uint8_t *bytes = stress_new(1, src->size);
    soak_log(soak, "read %p, %zu bytes, in %d", (void *)src->pointer, src->size, stream);
    soak_before_read(soak, stream, src);
    OK(cudaMemcpyAsync(bytes, src->pointer, src->size, cudaMemcpyDefault, soak->streams[stream]));
    for (size_t i = 0; i < src->size; i++)
        REQUIRE(bytes[i] == soak_model_of(src)[i],
                "%s %p, byte %zu of %zu is 0x%02x instead of 0x%02x", soak_kind_name(src->kind),
                (void *)src->pointer, i, src->size, bytes[i], soak_model_of(src)[i]);
    free(bytes);
}

static void compare(void *argument)
{
    struct soak_check *check = argument;

    for (size_t i = 0; i < check->size; i++)
        REQUIRE(check->pinned[i] == check->expected[i],
                "the host function of step %llu: byte %zu of %zu is 0x%02x instead of 0x%02x",
                (unsigned long long)check->step, i, check->size, check->pinned[i],
                check->expected[i]);
    atomic_store(&check->busy, false);
}

/* A host function looks when the stream has come to it. */
void soak_check_later(struct soak *soak, int stream)
{
    struct soak_check *check = &soak->checks[soak_below(soak, SOAK_CHECKS)];
    struct soak_buffer *src = soak_pick(soak, true);

    if (src == NULL || atomic_load(&check->busy))
        return;
    check->size = 1 + soak_below(soak, least(src->size, SOAK_CHECK_BYTES));
    size_t from = soak_below(soak, src->size - check->size + 1);
    soak_log(soak, "check later %p + %zu, %zu bytes, in %d", (void *)src->pointer, from,
             check->size, stream);
    check->step = soak->step;
    memcpy(check->expected, soak_model_of(src) + from, check->size);
    atomic_store(&check->busy, true);
    soak_before_read(soak, stream, src);
    OK(cudaMemcpyAsync(check->pinned, src->pointer + from, check->size, cudaMemcpyDefault,
                       soak->streams[stream]));
    OK(cudaLaunchHostFunc(soak->streams[stream], compare, check));
}

/* The host itself reads and writes what it can see. */
void soak_touch(struct soak *soak, int stream)
{
    struct soak_buffer *buffer = soak_pick(soak, false);

    (void)stream;
    if (buffer == NULL || buffer->kind == SOAK_DEVICE || buffer->kind == SOAK_PITCHED ||
        buffer->kind == SOAK_POOL || buffer->kind == SOAK_IMPORTED)
        return;
    size_t place = soak_below(soak, buffer->size);
    soak_log(soak, "touch %p + %zu", (void *)buffer->pointer, place);
    soak_settle(soak, buffer->bytes);
    REQUIRE(buffer->pointer[place] == soak_model_of(buffer)[place],
            "the host sees 0x%02x instead of 0x%02x", buffer->pointer[place],
            soak_model_of(buffer)[place]);
    buffer->pointer[place] = soak_model_of(buffer)[place] = (uint8_t)soak_below(soak, 256);
}
