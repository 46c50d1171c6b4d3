/* The part of the fault sweep that is about arrays. */
#include "sweep.h"

#include <string.h>
#include <unistd.h>

#include "../conformance/conformance.h"
#include "../copies.h"
#include "arrays/array.h"
#include "device/device.h"
#include "share/external_memory.h"
#include "fake.h"
#include "pools/memory.h"
#include "stream/stream.h"

enum {
    SIDE = 20, LAYERS = 3, LEVELS = 3, TEXEL = 8, ROW = SIDE * TEXEL, LAYER = ROW * SIDE,
    LEVEL = LAYER * LAYERS, OBJECT = 64 * 1024
};

struct things {
    struct conf_rig peer;
    struct gi_memory *shared;
    struct gi_os_handle handle;
    gi_handle stream, own, memory, mapped, far;
    uint64_t linear, pinned;
};

static uint8_t source[LEVEL], result[LEVEL];

static const struct gi_texel_box level_box = { SIDE, SIDE, LAYERS };

/* ---- making ---------------------------------------------------------------------------------- */

static void peer_start(struct things *t)
{
    conf_open(&t->peer);
    t->shared = conf_memory_shared(t->peer.base, OBJECT, &t->handle);
}

static void peer_end(struct things *t)
{
    close(t->handle.fd);
    conf_memory_free(t->shared);
    conf_close(&t->peer);
}

static gi_status import_memory(struct things *t)
{
    struct gi_external_memory_request request = { .type = GI_EXTERNAL_MEMORY_OPAQUE_FD,
                                                  .fd = dup(t->handle.fd), .size_bytes = OBJECT };
    gi_status status = gi_external_memory_import(&request, &t->memory);

    if (status != GI_OK)
        (void)sweep_close(request.fd);
    return status;
}

static gi_status make_far(struct things *t, const struct gi_array_request *request)
{
    gi_status status = gi_device_set_current(SWEEP_FAR_DEVICE);
    gi_status back;

    if (status == GI_OK)
        status = gi_array_create(request, &t->far);
    back = gi_device_set_current(SWEEP_DEVICE);
    return status != GI_OK ? status : back;
}

static gi_status make(struct things *t)
{
    struct gi_array_request request = {
        .channels = { { 32, 32, 0, 0 }, GI_CHANNEL_UNSIGNED }, .width = SIDE, .height = SIDE,
        .depth = LAYERS, .levels = LEVELS, .flags = GI_ARRAY_LAYERED
    };
    gi_status status = gi_mipmapped_array_create(&request, &t->own);

    if (status == GI_OK)
        status = import_memory(t);
    if (status == GI_OK)
        status = gi_external_memory_map_array(t->memory, 4096, &request, &t->mapped);
    if (status == GI_OK)
        status = make_far(t, &request);
    if (status == GI_OK)
        status = gi_memory_alloc(LEVEL + 16, &t->linear);
    if (status == GI_OK)
        status = gi_memory_host_alloc(LEVEL, 0, &t->pinned);
    if (status == GI_OK)
        status = gi_stream_create(GI_STREAM_NON_BLOCKING, 0, &t->stream);
    return status;
}

/* ---- work ------------------------------------------------------------------------------------ */

static struct gi_array_operand packed(uint64_t pointer)
{
    return (struct gi_array_operand){
        .memory = { .pointer = pointer, .pitch = ROW, .slice_bytes = LAYER } };
}

static gi_status first_level(gi_handle mipmapped, struct gi_array_operand *out_operand)
{
    *out_operand = (struct gi_array_operand){ .array = 0 };
    return gi_mipmapped_array_level(mipmapped, 0, &out_operand->array);
}

/* A byte of each of two rows, that arrays have in common, once more from the one to the other. */
static gi_status cut_texels(struct things *t, const struct gi_array_operand *from,
                            const struct gi_array_operand *to)
{
    struct gi_copy form = {
        .measure = GI_COPY_BYTES,
        .dst = { .name = "dst", .declared = GI_DECLARED_ARRAY, .array = to->array, .x = 1 },
        .src = { .name = "src", .declared = GI_DECLARED_ARRAY, .array = from->array, .x = 1 },
        .width = 1, .height = 2, .depth = 1, .kind = GI_COPY_INFER,
    };

    return gi_copy(&form, gi_in_stream(t->stream));
}

/* From pageable memory from array to array, over the other device and memory at an odd address, to
 * pinned and to pageable memory. */
static gi_status copy_around(struct things *t)
{
    struct gi_array_operand own, mapped, far = { .array = t->far };
    struct gi_array_operand from = packed((uint64_t)(uintptr_t)source);
    struct gi_array_operand to = packed((uint64_t)(uintptr_t)result);
    struct gi_array_operand pinned = packed(t->pinned), odd = packed(t->linear + 3);
    gi_status status = first_level(t->own, &own);

    if (status == GI_OK)
        status = first_level(t->mapped, &mapped);
    if (status == GI_OK)
        status = gi_array_copy_async(&own, &from, &level_box, GI_COPY_INFER, t->stream);
    if (status == GI_OK)
        status = gi_array_copy_async(&mapped, &own, &level_box, GI_COPY_INFER, t->stream);
    if (status == GI_OK)
        status = gi_array_copy_async(&pinned, &mapped, &level_box, GI_COPY_INFER, t->stream);
    if (status == GI_OK)
        status = gi_array_copy_async(&far, &mapped, &level_box, GI_COPY_INFER, t->stream);
    if (status == GI_OK)
        status = gi_array_copy_async(&own, &far, &level_box, GI_COPY_INFER, t->stream);
    if (status == GI_OK)
        status = gi_array_copy_async(&odd, &own, &level_box, GI_COPY_INFER, t->stream);
    if (status == GI_OK)
        status = gi_array_copy_async(&mapped, &odd, &level_box, GI_COPY_INFER, t->stream);
    if (status == GI_OK)
        status = cut_texels(t, &own, &mapped);
    if (status == GI_OK)
        status = gi_stream_synchronize(t->stream);
    return status == GI_OK ? gi_array_copy(&to, &mapped, &level_box, GI_COPY_INFER) : status;
}

static gi_status work(struct things *t)
{
    gi_status status = make(t);

    if (status == GI_OK)
        status = copy_around(t);
    if (status == GI_OK)
        status = gi_device_synchronize();
    if (status != GI_OK)
        return status;
    EXPECT(memcmp((const void *)(uintptr_t)t->pinned, source, LEVEL) == 0,
           "no error, but the texels did not come to pinned memory");
    EXPECT(memcmp(result, source, LEVEL) == 0,
           "no error, but the texels did not come back from the other device");
    return GI_OK;
}

/* ---- ending ---------------------------------------------------------------------------------- */

static void end_streams(const struct things *t)
{
    gi_status end = t->stream != 0 ? gi_stream_synchronize(t->stream) : GI_OK;

    (void)end;                   /* how it ends is the stream's */
    if (gi_device_set_current(SWEEP_FAR_DEVICE) == GI_OK)
        (void)!gi_device_synchronize();
    (void)!gi_device_set_current(SWEEP_DEVICE);
}

static void destroy(const struct things *t)
{
    if (t->own != 0)
        sweep_expect_destroyed(gi_mipmapped_array_destroy(t->own), "an array");
    if (t->memory != 0)
        sweep_expect_destroyed(gi_external_memory_destroy(t->memory), "the imported memory");
    if (t->mapped != 0)
        sweep_expect_destroyed(gi_mipmapped_array_destroy(t->mapped), "the mapped array");
    if (t->far != 0)
        sweep_expect_destroyed(gi_array_destroy(t->far), "the other device's array");
    if (t->linear != 0)
        sweep_expect_destroyed(gi_memory_free(t->linear), "device memory");
    if (t->pinned != 0)
        sweep_expect_destroyed(gi_memory_host_free(t->pinned), "pinned memory");
    if (t->stream != 0)
        sweep_expect_destroyed(gi_stream_destroy(t->stream), "the stream");
}

gi_status sweep_arrays(unsigned long fail_nth, gi_status fail_status, const char **out_slot)
{
    struct things t = { .stream = 0 };
    gi_status status;

    for (size_t i = 0; i < LEVEL; i++)
        source[i] = (uint8_t)(i * 7 + i / 251);
    memset(result, 0, sizeof result);
    peer_start(&t);
    sweep_begin_work(fail_nth, fail_status);
    status = work(&t);
    sweep_after_work(status, out_slot);
    end_streams(&t);
    destroy(&t);
    peer_end(&t);
    return status;
}
