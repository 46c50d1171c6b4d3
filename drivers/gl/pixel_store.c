#include "pixel_store.h"

#include "access.h"

/* For packing and unpacking: bytes swapped, bits swapped, row length, skipped rows, skipped pixels,
 * alignment, skipped images, image height. */
static const gigl_enum stores[GIGL_STORE_VALUES] = {
    0x0D00, 0x0D01, 0x0D02, 0x0D03, 0x0D04, 0x0D05, 0x806B, 0x806C,
    0x0CF0, 0x0CF1, 0x0CF2, 0x0CF3, 0x0CF4, 0x0CF5, 0x806D, 0x806E,
};

enum { PACK_ALIGNMENT = 0x0D05, UNPACK_ALIGNMENT = 0x0CF5,
       PACK_BINDING = 0x88ED, UNPACK_BINDING = 0x88EF };

/* Maps of colours, and a scale and a bias of each channel. */
static const struct { gigl_enum what; float plain; } transfers[GIGL_TRANSFER_VALUES] = {
    { 0x0D10, 0 }, { 0x0D11, 0 }, { 0x0D14, 1 }, { 0x0D15, 0 }, { 0x0D18, 1 }, { 0x0D19, 0 },
    { 0x0D1A, 1 }, { 0x0D1B, 0 }, { 0x0D1C, 1 }, { 0x0D1D, 0 },
};

static void begin_buffers(const struct gigl_context *context, gigl_name pack, gigl_name unpack,
                          struct gigl_pixel_store *kept)
{
    const struct gigl_calls *gl = &context->gl;

    if (!context->pixel_buffers)
        return;
    gl->GetIntegerv(PACK_BINDING, &kept->pack);
    gl->GetIntegerv(UNPACK_BINDING, &kept->unpack);
    gl->BindBuffer(GIGL_PIXEL_PACK_BUFFER, pack);
    gl->BindBuffer(GIGL_PIXEL_UNPACK_BUFFER, unpack);
}

void gigl_pixel_store_begin(const struct gigl_context *context, gigl_name pack, gigl_name unpack,
                            struct gigl_pixel_store *out_kept)
{
    const struct gigl_calls *gl = &context->gl;

    *out_kept = (struct gigl_pixel_store){ .pack = 0 };
    begin_buffers(context, pack, unpack, out_kept);
    for (int i = 0; i < GIGL_STORE_VALUES; i++) {
        bool aligns = stores[i] == PACK_ALIGNMENT || stores[i] == UNPACK_ALIGNMENT;

        gl->GetIntegerv(stores[i], &out_kept->values[i]);
        gl->PixelStorei(stores[i], aligns ? 1 : 0);
    }
    for (int i = 0; context->compatibility && i < GIGL_TRANSFER_VALUES; i++) {
        gl->GetFloatv(transfers[i].what, &out_kept->transfer[i]);
        gl->PixelTransferf(transfers[i].what, transfers[i].plain);
    }
}

void gigl_pixel_store_end(const struct gigl_context *context, const struct gigl_pixel_store *kept)
{
    const struct gigl_calls *gl = &context->gl;

    for (int i = 0; i < GIGL_STORE_VALUES; i++)
        gl->PixelStorei(stores[i], kept->values[i]);
    for (int i = 0; context->compatibility && i < GIGL_TRANSFER_VALUES; i++)
        gl->PixelTransferf(transfers[i].what, kept->transfer[i]);
    if (!context->pixel_buffers)
        return;
    gigl_buffer_rebind(gl, GIGL_PIXEL_PACK_BUFFER, PACK_BINDING, kept->pack);
    gigl_buffer_rebind(gl, GIGL_PIXEL_UNPACK_BUFFER, UNPACK_BINDING, kept->unpack);
}
