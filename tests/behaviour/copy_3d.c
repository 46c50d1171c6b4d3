/* Questions about copies of boxes: kinds, positions, pitches, extents, arrays that are none. */
#include "behaviour.h"

#include <stdio.h>
#include <string.h>

#define SPACE 65536u

/* A box that fits, from one space into another; the questions change one thing of it. */
static struct cudaMemcpy3DParms good_box(unsigned char *to, unsigned char *from)
{
    struct cudaMemcpy3DParms copy;
    memset(&copy, 0, sizeof(copy));
    copy.dstPtr.ptr = to;
    copy.dstPtr.pitch = 256;
    copy.dstPtr.xsize = 200;
    copy.dstPtr.ysize = 20;
    copy.srcPtr.ptr = from;
    copy.srcPtr.pitch = 192;
    copy.srcPtr.xsize = 150;
    copy.srcPtr.ysize = 16;
    copy.dstPos.x = 3;
    copy.dstPos.y = 2;
    copy.dstPos.z = 1;
    copy.srcPos.x = 5;
    copy.srcPos.y = 4;
    copy.srcPos.z = 2;
    copy.extent.width = 101;
    copy.extent.height = 9;
    copy.extent.depth = 4;
    copy.kind = cudaMemcpyDeviceToDevice;
    return copy;
}

static void ask_kind(int kind)
{
    start_device();
    for (int async = 0; async < 2; async++) {
        for (int i = 0; i < PLACE_COUNT * PLACE_COUNT; i++) {
            enum place to = (enum place)(i / PLACE_COUNT);
            enum place from = (enum place)(i % PLACE_COUNT);
            unsigned char *target = obtain(to, SPACE);
            unsigned char *source = obtain(from, SPACE);
            put_value(to, target, SPACE, 0x11);
            put_pattern(from, source, SPACE);
            struct cudaMemcpy3DParms copy = good_box(target, source);
            copy.kind = (enum cudaMemcpyKind)kind;
            cudaError_t code = async ? cudaMemcpy3DAsync(&copy, NULL) : cudaMemcpy3D(&copy);
            answer_with(label("%s_from_%s%s", place_names[to], place_names[from],
                              async ? "_async" : ""),
                        code, "hash=%08x", hash_of(to, target, SPACE));
        }
    }
}

enum change {
    CHANGE_NOTHING, TO_PITCH_SMALL, FROM_PITCH_SMALL, TO_PITCH_0, FROM_PITCH_0, TO_YSIZE_SMALL,
    FROM_YSIZE_SMALL, TO_YSIZE_0, FROM_YSIZE_0, XSIZES_0, XSIZES_MAX, WIDTH_0, HEIGHT_0, DEPTH_0,
    ALL_0, WIDTH_MAX, HEIGHT_MAX, DEPTH_MAX, TO_X_MAX, TO_Y_MAX, TO_Z_MAX, FROM_X_MAX, FROM_Z_MAX,
    TO_X_PAST_ROW, FROM_X_PAST_ROW, TO_Y_PAST_SLICE, FROM_Y_PAST_SLICE, TO_BEYOND, FROM_BEYOND,
    TO_EXACT, NULL_TO, NULL_FROM, NULL_BOTH, NULL_EMPTY, TO_ARRAY_GARBAGE_AND_POINTER,
    FROM_ARRAY_GARBAGE_AND_POINTER, GARBAGE_TO, GARBAGE_EMPTY, ITSELF, BAD_KIND, BAD_KIND_EMPTY,
    ONE_SLICE_YSIZE_0, ONE_ROW_PITCH_0, CHANGE_COUNT
};

static const char *const change_names[CHANGE_COUNT] = {
    "nothing", "to_pitch_small", "from_pitch_small", "to_pitch_0", "from_pitch_0",
    "to_ysize_small", "from_ysize_small", "to_ysize_0", "from_ysize_0", "xsizes_0", "xsizes_max",
    "width_0", "height_0", "depth_0", "all_0", "width_max", "height_max", "depth_max", "to_x_max",
    "to_y_max", "to_z_max", "from_x_max", "from_z_max", "to_x_past_row", "from_x_past_row",
    "to_y_past_slice", "from_y_past_slice", "to_beyond", "from_beyond", "to_exact", "null_to",
    "null_from", "null_both", "null_empty", "to_array_and_pointer", "from_array_and_pointer",
    "garbage_to", "garbage_empty", "itself", "bad_kind", "bad_kind_empty", "one_slice_ysize_0",
    "one_row_pitch_0",
};

static void change_extent(struct cudaMemcpy3DParms *copy, enum change change)
{
    switch ((int)change) {
    case WIDTH_0: copy->extent.width = 0; break;
    case HEIGHT_0: copy->extent.height = 0; break;
    case DEPTH_0: copy->extent.depth = 0; break;
    case ALL_0: memset(&copy->extent, 0, sizeof(copy->extent)); break;
    case WIDTH_MAX: copy->extent.width = SIZE_MAX; break;
    case HEIGHT_MAX: copy->extent.height = SIZE_MAX; break;
    case DEPTH_MAX: copy->extent.depth = SIZE_MAX; break;
    case TO_X_MAX: copy->dstPos.x = SIZE_MAX; break;
    case TO_Y_MAX: copy->dstPos.y = SIZE_MAX; break;
    case TO_Z_MAX: copy->dstPos.z = SIZE_MAX; break;
    case FROM_X_MAX: copy->srcPos.x = SIZE_MAX; break;
    case FROM_Z_MAX: copy->srcPos.z = SIZE_MAX; break;
    case TO_X_PAST_ROW: copy->dstPos.x = 200; break;
    case FROM_X_PAST_ROW: copy->srcPos.x = 150; break;
    case TO_Y_PAST_SLICE: copy->dstPos.y = 15; break;
    case FROM_Y_PAST_SLICE: copy->srcPos.y = 10; break;
    case TO_BEYOND: copy->dstPos.z = 10; break;
    case FROM_BEYOND: copy->srcPos.z = 18; break;
    case TO_EXACT:
        copy->dstPtr.pitch = copy->extent.width = 128;
        copy->srcPtr.pitch = 128;
        copy->dstPtr.ysize = copy->srcPtr.ysize = copy->extent.height = 32;
        copy->extent.depth = 16;
        memset(&copy->dstPos, 0, sizeof(copy->dstPos));
        memset(&copy->srcPos, 0, sizeof(copy->srcPos));
        break;
    default: break;
    }
}

static void change_pointer(struct cudaMemcpy3DParms *copy, enum change change)
{
    switch ((int)change) {
    case TO_PITCH_SMALL: copy->dstPtr.pitch = 100; break;
    case FROM_PITCH_SMALL: copy->srcPtr.pitch = 100; break;
    case TO_PITCH_0: copy->dstPtr.pitch = 0; break;
    case FROM_PITCH_0: copy->srcPtr.pitch = 0; break;
    case TO_YSIZE_SMALL: copy->dstPtr.ysize = 8; break;
    case FROM_YSIZE_SMALL: copy->srcPtr.ysize = 8; break;
    case TO_YSIZE_0: copy->dstPtr.ysize = 0; break;
    case FROM_YSIZE_0: copy->srcPtr.ysize = 0; break;
    case XSIZES_0: copy->dstPtr.xsize = copy->srcPtr.xsize = 0; break;
    case XSIZES_MAX: copy->dstPtr.xsize = copy->srcPtr.xsize = SIZE_MAX; break;
    case NULL_EMPTY: copy->extent.width = 0; /* fallthrough */
    case NULL_BOTH: copy->srcPtr.ptr = NULL; /* fallthrough */
    case NULL_TO: copy->dstPtr.ptr = NULL; break;
    case NULL_FROM: copy->srcPtr.ptr = NULL; break;
    case GARBAGE_EMPTY: copy->extent.width = 0; /* fallthrough */
    case GARBAGE_TO: copy->dstPtr.ptr = GARBAGE; break;
    case TO_ARRAY_GARBAGE_AND_POINTER: copy->dstArray = (cudaArray_t)GARBAGE; break;
    case FROM_ARRAY_GARBAGE_AND_POINTER: copy->srcArray = (cudaArray_t)GARBAGE; break;
    case ITSELF: copy->srcPtr = copy->dstPtr; copy->srcPos = copy->dstPos; break;
    case BAD_KIND_EMPTY: copy->extent.width = 0; /* fallthrough */
    case BAD_KIND: copy->kind = (enum cudaMemcpyKind)9; break;
    case ONE_ROW_PITCH_0: copy->extent.height = 1; copy->dstPtr.pitch = 0; /* fallthrough */
    case ONE_SLICE_YSIZE_0:
        copy->extent.depth = 1;
        copy->dstPos.z = copy->srcPos.z = 0;
        copy->dstPtr.ysize = 0;
        copy->srcPtr.ysize = 0;
        break;
    default: change_extent(copy, change); break;
    }
}

static void ask_change(int change)
{
    start_device();
    unsigned char *target = obtain(DEVICE, SPACE);
    unsigned char *source = obtain(DEVICE, SPACE);
    put_pattern(DEVICE, source, SPACE);
    for (int async = 0; async < 2; async++) {
        put_value(DEVICE, target, SPACE, 0x11);
        struct cudaMemcpy3DParms copy = good_box(target, source);
        change_pointer(&copy, (enum change)change);
        cudaError_t code = async ? cudaMemcpy3DAsync(&copy, NULL) : cudaMemcpy3D(&copy);
        answer_with(async ? "async" : "copy", code, "hash=%08x", hash_of(DEVICE, target, SPACE));
    }
}

static void ask_changes(int arg)
{
    (void)arg;
    start_device();
    unsigned char *target = obtain(DEVICE, SPACE);
    unsigned char *source = obtain(DEVICE, SPACE);
    put_pattern(DEVICE, source, SPACE);
    answer("null", cudaMemcpy3D(NULL));
    answer("null_async", cudaMemcpy3DAsync(NULL, NULL));
    for (int i = 0; i < CHANGE_COUNT; i++) {
        if (i == TO_ARRAY_GARBAGE_AND_POINTER || i == FROM_ARRAY_GARBAGE_AND_POINTER)
            continue;
        put_value(DEVICE, target, SPACE, 0x11);
        struct cudaMemcpy3DParms copy = good_box(target, source);
        change_pointer(&copy, (enum change)i);
        cudaError_t code = cudaMemcpy3D(&copy);
        answer_with(change_names[i], code, "hash=%08x", hash_of(DEVICE, target, SPACE));
        put_value(DEVICE, target, SPACE, 0x11);
        code = cudaMemcpy3DAsync(&copy, NULL);
        answer_with(label("%s_async", change_names[i]), code, "hash=%08x",
                    hash_of(DEVICE, target, SPACE));
    }
}

static void ask_all_zeros(int arg)
{
    (void)arg;
    struct cudaMemcpy3DParms copy;
    memset(&copy, 0, sizeof(copy));
    start_device();
    answer("zeros", cudaMemcpy3D(&copy));
    answer("zeros_async", cudaMemcpy3DAsync(&copy, NULL));
    copy.kind = cudaMemcpyDefault;
    answer("zeros_default", cudaMemcpy3D(&copy));
    copy.kind = (enum cudaMemcpyKind)-1;
    answer("zeros_bad_kind", cudaMemcpy3D(&copy));
}

const struct question copy_3d_questions[] = {
    {"copy_3d.kind_minus_1", ask_kind, -1},
    {"copy_3d.kind_0", ask_kind, 0},
    {"copy_3d.kind_1", ask_kind, 1},
    {"copy_3d.kind_2", ask_kind, 2},
    {"copy_3d.kind_3", ask_kind, 3},
    {"copy_3d.kind_4", ask_kind, 4},
    {"copy_3d.kind_5", ask_kind, 5},
    {"copy_3d.changes", ask_changes, 0},
    {"copy_3d.zeros", ask_all_zeros, 0},
    {"copy_3d.to_array_and_pointer", ask_change, TO_ARRAY_GARBAGE_AND_POINTER},
    {"copy_3d.from_array_and_pointer", ask_change, FROM_ARRAY_GARBAGE_AND_POINTER},
    {NULL, NULL, 0},
};
