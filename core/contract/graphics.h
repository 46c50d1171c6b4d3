/** The contract between the core and a graphics interface, whose objects streams use.
 *
 *  The core never opens the interface. It uses the context that the program has made current in
 *  the calling thread. A call leaves that context as it was: its bindings, its other state and its
 *  error flag.
 *
 *  The core owns each object declared here. It allocates `size` bytes, zeroes them, and calls the
 *  table. A driver embeds the struct as the first member of its own.
 *
 *  Threads: any, but one at a time for an object. Each slot but finish works in the current context
 *           of the calling thread. */
#ifndef GI_GRAPHICS_H
#define GI_GRAPHICS_H

#include "format.h"

/** The texels of an image of the interface. As bytes they lie level behind level, each with its
 *  rows and slices packed (gi_graphics_level). */
struct gi_graphics_shape {
    struct gi_channels channels;
    uint32_t texel_bytes;
    uint32_t width, height;
    uint32_t slices;             /* of a volume, or layers, or faces; 0: it has none */
    uint32_t levels;
    bool is_volume, is_layered, is_cube;         /* at most one */
};

/** A level of an image among its bytes. */
struct gi_graphics_level {
    uint32_t width, height;
    uint32_t slices;             /* at least 1 */
    uint64_t offset_bytes, size_bytes;
};

struct gi_graphics_level gi_graphics_level(const struct gi_graphics_shape *shape, uint32_t level);

/** All bytes of an image. */
uint64_t gi_graphics_shape_bytes(const struct gi_graphics_shape *shape);

/** A buffer or an image of the interface. */
struct gi_graphics_object {
    uint32_t name;               /* core: the program's number of it */
    uint32_t target;             /* core: the interface's number of the kind of image; 0: it is a
                                    buffer */
    const char *noun;            /* driver: what sentences call it; static */
    uint64_t size_bytes;         /* driver: as it was at init */
    struct gi_graphics_shape shape;      /* driver: of an image */
    bool by_kernels;             /* core: shaders may copy between the image and its shadow; before
                                    init */
    bool copies_images;          /* driver: the context copies this image to another by itself */
};

/** Facts of the current context. */
struct gi_graphics_facts {
    const char *interface;       /* its name, for sentences; static */
    char device_name[128];
    char version[128];           /* in the interface's own words */
    bool has_uuid;
    uint8_t uuid[16];            /* of its device, as other programs see it */
    bool takes_memory;           /* share works: the context opens memory of another interface */
    bool copies_buffers;         /* the context copies between buffers by itself */
    bool packs_buffers;          /* and between images and buffers */
    bool copies_images;          /* and between images, if nothing is converted */
    bool exports_buffers;        /* export works: other interfaces open the context's buffers */
};

/** Memory of a device, as the interface opens it. */
struct gi_graphics_memory {
    int fd;                      /* opaque, borrowed */
    uint64_t size_bytes;         /* of the whole object */
    bool dedicated;              /* it was allocated for one buffer */
    bool is_image;               /* an image of the object's shape lies there, not its bytes */
};

/** The storage of a buffer, as a device opens it. */
struct gi_graphics_storage {
    int fd;                      /* a dma-buf, the caller's */
    uint64_t offset_bytes;       /* of byte 0 of the buffer in it */
};

/** Texels in rows, as a device opens them. */
struct gi_graphics_rows {
    struct gi_graphics_storage storage;
    uint64_t pitch_bytes;        /* from a row to the next */
};

/** The state of an object, beside that at init. */
enum gi_graphics_look {
    GI_GRAPHICS_SAME,
    GI_GRAPHICS_GONE,            /* the program has deleted it */
    GI_GRAPHICS_RESIZED,         /* it has another size or format now */
    GI_GRAPHICS_MAPPED           /* the program has it mapped, so that nothing else may use it */
};

struct gi_graphics_ops {
    size_t size;
    /** Says what the current context can do.
     *  Errors: GI_INVALID_GRAPHICS_CONTEXT: the thread has none, or one that cannot be used. */
    gi_status (*tell)(struct gi_graphics_facts *out_facts);
    /** Finds the object with that name and target.
     *  Errors: GI_INVALID_GRAPHICS_CONTEXT; GI_INVALID_VALUE: the name is 0, or an image's target,
     *          shape or format is none that can be used; GI_INVALID_HANDLE: it is not the name of
     *          one; GI_OUT_OF_MEMORY also for a buffer without storage; GI_NOT_SUPPORTED. Then
     *          finish is not called. */
    gi_status (*init)(struct gi_graphics_object *object);
    /** With takes_memory. Opens memory as the object's shadow, of which the first
     *  object->size_bytes are used, or all that an image takes. May be called again after a
     *  failure.
     *  Errors: GI_IMPORT_FAILED, GI_OUT_OF_MEMORY. Then the object is as before. */
    gi_status (*share)(struct gi_graphics_object *object, const struct gi_graphics_memory *memory);
    /** With exports_buffers. Exports the storage of a buffer.
     *  Owner:  out_storage->fd is the caller's.
     *  Errors: GI_NOT_SUPPORTED. */
    gi_status (*export)(struct gi_graphics_object *object, struct gi_graphics_storage *out_storage);
    /** With exports_buffers. Makes an object of an image that the window system shares between
     *  interfaces (an EGLImage), and exports its texels. They are the program's: read and write
     *  reach them, and nothing else may be called for the object but finish. May be NULL.
     *  Owner:  out_rows->storage.fd is the caller's.
     *  Errors: GI_INVALID_VALUE: it is no such image, or its format has no channels;
     *          GI_NOT_SUPPORTED. Then finish is not called. */
    gi_status (*open_image)(struct gi_graphics_object *object, void *image,
                            struct gi_graphics_rows *out_rows);
    /** Whether the current context has the object: it shares objects with the one of init.
     *  Threads: any, also beside other calls for the object.
     *  Errors:  GI_INVALID_GRAPHICS_CONTEXT. */
    gi_status (*enter)(struct gi_graphics_object *object);
    /** The next slots follow an enter that succeeded. Only after GI_GRAPHICS_SAME may the four
     *  copies be called. */
    enum gi_graphics_look (*look)(struct gi_graphics_object *object);
    /** Whether the buffer has the storage still that export gave. The program can give it other
     *  storage of the same size. False also if that cannot be found out. */
    bool (*keeps_storage)(struct gi_graphics_object *object);
    /** The levels that an image has now, as its shape says: bit 0 is level 0. The program may make
     *  levels of the chain later than others. An image that is gone has none. The four copies leave
     *  out levels that are not there. */
    uint32_t (*levels)(struct gi_graphics_object *object);
    /** Copies the object to its shadow, or back, in the order of the context's work. */
    void (*to_shadow)(struct gi_graphics_object *object);
    void (*from_shadow)(struct gi_graphics_object *object);
    /** Copies the object's bytes to memory of the host, or back. It is done when the call
     *  returns. */
    void (*read)(struct gi_graphics_object *object, void *to);
    void (*write)(struct gi_graphics_object *object, const void *from);
    /** Waits until the last copy back from the shadow is done, also if another context did it. */
    void (*settle)(struct gi_graphics_object *object);
    /** Waits until the context has done all its work. */
    void (*wait)(void);
    /** Gives up the object. Its shadow in the interface ends with a later call in a context that
     *  has it.
     *  Threads: any; no context is needed, and no function of the interface is called. */
    void (*finish)(struct gi_graphics_object *object);
    /** Ends what finish left, as far as the current context has it. Without one it does nothing. */
    void (*clean)(void);
};

/** The graphics interface of this build; NULL: none. drivers/drivers.c defines it; in tests the
 *  test does. */
extern const struct gi_graphics_ops *const gi_graphics;

#endif
