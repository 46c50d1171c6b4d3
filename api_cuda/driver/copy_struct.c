/** Copies of rows and volumes that one struct describes; each operand has a memory type. */
#include "copies.h"

/** One operand; its type selects the member that is used. */
struct side {
    CUmemorytype type;
    const void *host;
    CUdeviceptr device;
    CUarray array;
};

/** Fills in the rest of an operand that has a name, a position and a pitch. */
static gi_status take_side(const char *caller, const struct side *side, const struct gi_copy *form,
                           struct gi_copy_side *out_side)
{
    int type = (int)side->type;

    if (type == CU_MEMORYTYPE_ARRAY) {
        out_side->declared = GI_DECLARED_ARRAY;
        out_side->array = gicu_handle(side->array);
        return GI_OK;
    }
    if (type == CU_MEMORYTYPE_HOST) {
        out_side->declared = GI_DECLARED_HOST;
        out_side->pointer = gicu_number(side->host);
    } else if (type == CU_MEMORYTYPE_DEVICE || type == CU_MEMORYTYPE_UNIFIED) {
        if (type == CU_MEMORYTYPE_DEVICE)
            out_side->declared = GI_DECLARED_DEVICE;
        out_side->pointer = side->device;
    } else {
        return gi_fail(GI_INVALID_VALUE, "%s: %sMemoryType is %d, which is none", caller,
                       out_side->name, type);
    }
    if (out_side->pitch == 0)            /* tightly packed */
        out_side->pitch = out_side->x + form->width;
    if (out_side->rows == 0)
        out_side->rows = out_side->y + form->height;
    return GI_OK;
}

static CUresult run(const char *caller, struct gi_copy *form, const struct side *dst,
                    const struct side *src, struct gi_copy_order order)
{
    CU_TRY(take_side(caller, dst, form, &form->dst));
    CU_TRY(take_side(caller, src, form, &form->src));
    return gicu_error(gi_copy(form, order));
}

CUresult gicu_copy_rows(const char *caller, const CUDA_MEMCPY2D *copy, struct gi_copy_order order)
{
    struct side dst, src;
    struct gi_copy form;

    CU_TRY(gicu_begin());
    CU_REQUIRE(copy != NULL, "%s: copy is NULL", caller);
    dst = (struct side){ copy->dstMemoryType, copy->dstHost, copy->dstDevice, copy->dstArray };
    src = (struct side){ copy->srcMemoryType, copy->srcHost, copy->srcDevice, copy->srcArray };
    form = (struct gi_copy){
        .measure = GI_COPY_BYTES,
        .dst = { .name = "dst", .x = copy->dstXInBytes, .y = copy->dstY, .pitch = copy->dstPitch },
        .src = { .name = "src", .x = copy->srcXInBytes, .y = copy->srcY, .pitch = copy->srcPitch },
        .width = copy->WidthInBytes, .height = copy->Height, .depth = 1,
        .kind = GI_COPY_INFER,
    };
    return run(caller, &form, &dst, &src, order);
}

CUresult gicu_copy_volume(const char *caller, const CUDA_MEMCPY3D *copy,
                          struct gi_copy_order order)
{
    struct side dst, src;
    struct gi_copy form;

    CU_TRY(gicu_begin());
    CU_REQUIRE(copy != NULL, "%s: copy is NULL", caller);
    CU_REQUIRE(copy->dstLOD == 0 && copy->srcLOD == 0, "%s: dstLOD is %zu and srcLOD is %zu; both "
               "must be 0", caller, copy->dstLOD, copy->srcLOD);
    dst = (struct side){ copy->dstMemoryType, copy->dstHost, copy->dstDevice, copy->dstArray };
    src = (struct side){ copy->srcMemoryType, copy->srcHost, copy->srcDevice, copy->srcArray };
    form = (struct gi_copy){
        .measure = GI_COPY_BYTES,
        .dst = { .name = "dst", .x = copy->dstXInBytes, .y = copy->dstY, .z = copy->dstZ,
                 .pitch = copy->dstPitch, .rows = copy->dstHeight },
        .src = { .name = "src", .x = copy->srcXInBytes, .y = copy->srcY, .z = copy->srcZ,
                 .pitch = copy->srcPitch, .rows = copy->srcHeight },
        .width = copy->WidthInBytes, .height = copy->Height, .depth = copy->Depth,
        .kind = GI_COPY_INFER,
    };
    return run(caller, &form, &dst, &src, order);
}
