/** How the bytes of a graphics interface's buffer or image become reachable for streams. Pure:
 *  facts go in, a way comes out. tests/unit/test_graphics_plan.c counts through all facts.
 *
 *  Threads: any. */
#ifndef GI_GRAPHICS_PLAN_H
#define GI_GRAPHICS_PLAN_H

#include <stdbool.h>

enum gi_graphics_way {
    GI_GRAPHICS_EXPORT,          /* of a buffer: the device opens the interface's own storage, and
                                    nothing is copied */
    GI_GRAPHICS_SHADOW,          /* the interface opens memory of the device, and copies there and
                                    back by itself */
    GI_GRAPHICS_PIXELS,          /* of an image: the interface opens a buffer of the device, copies
                                    texels there and back as bytes, and the stream copies between
                                    the buffer and an array */
    GI_GRAPHICS_HOST_DIRECT,     /* of a buffer: the host copies between the interface and device
                                    memory */
    GI_GRAPHICS_HOST,            /* the host copies, by memory of its own in between */
    GI_GRAPHICS_WAYS
};

/** The wish of the environment (GPUINTEROP_GL). */
enum gi_graphics_wish {
    GI_GRAPHICS_ANY,             /* the default, also by name: "export" */
    GI_GRAPHICS_WISH_SHADOW, GI_GRAPHICS_WISH_SHADOW_KERNELS, GI_GRAPHICS_WISH_KERNELS,
    GI_GRAPHICS_WISH_PIXELS, GI_GRAPHICS_WISH_HOST
};

struct gi_graphics_plan_facts {
    /* of the interface's context */
    bool exports_buffers;        /* other interfaces open the context's buffers */
    bool takes_memory;
    bool copies_buffers;         /* of buffers */
    bool packs_buffers;          /* of images: between images and buffers */
    bool has_uuid;               /* its device is known */
    bool same_device;            /* and it is the stream's */
    /* of the stream's device */
    bool takes_dma_bufs;         /* it opens memory of others */
    bool exports;                /* its memory can be exported */
    bool host_reaches;           /* the host reads and writes device memory as fast as its own */
    /* of the object */
    bool is_image;
    bool copies_images;          /* the context copies such images by itself */
    /* others */
    enum gi_graphics_wish wish;
};

/** The way, and why it is not a better one. */
struct gi_graphics_plan {
    enum gi_graphics_way way;
    const char *why;             /* static; NULL: there is no better one */
};

struct gi_graphics_plan gi_graphics_choose(const struct gi_graphics_plan_facts *facts);

/** The way to take if that one has failed. False: there is no other. */
bool gi_graphics_next(const struct gi_graphics_plan_facts *facts, enum gi_graphics_way *way);

/** Whether the interface's shaders may copy between an image and what is beside it, instead of its
 *  own copies: on devices that run many of them at once. */
bool gi_graphics_by_kernels(enum gi_graphics_wish wish, bool is_cpu);

/** Reads the text of GPUINTEROP_GL; NULL: it is not set. False: it is no word that is known. */
bool gi_graphics_wish_of(const char *text, enum gi_graphics_wish *out_wish);

/** The way by which the host copies. host_reaches: the host reaches the object's memory. */
enum gi_graphics_way gi_graphics_way_of_host(bool host_reaches, bool is_image);

/** Whether the interface opens memory of the device and copies there by itself. */
bool gi_graphics_way_shares(enum gi_graphics_way way);

/** The name of a way, for the log. */
const char *gi_graphics_way_name(enum gi_graphics_way way);

#endif
