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

#include "base/status.h"

/** A buffer of the interface. */
struct gi_graphics_buffer {
    uint32_t name;               /* core: the program's number of it */
    uint64_t size_bytes;         /* driver: as it was at init */
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
};

/** Memory of a device, as the interface opens it. */
struct gi_graphics_memory {
    int fd;                      /* opaque, borrowed */
    uint64_t size_bytes;         /* of the whole object */
    bool dedicated;              /* it was allocated for one buffer */
};

/** The state of a buffer, beside that at init. */
enum gi_graphics_look {
    GI_GRAPHICS_SAME,
    GI_GRAPHICS_GONE,            /* the program has deleted it */
    GI_GRAPHICS_RESIZED,         /* it has another size now */
    GI_GRAPHICS_MAPPED           /* the program has it mapped, so that nothing else may use it */
};

struct gi_graphics_ops {
    size_t size;
    /** Says what the current context can do.
     *  Errors: GI_INVALID_GRAPHICS_CONTEXT: the thread has none, or one that cannot be used. */
    gi_status (*tell)(struct gi_graphics_facts *out_facts);
    /** Finds the buffer with buffer->name.
     *  Errors: GI_INVALID_GRAPHICS_CONTEXT; GI_INVALID_VALUE: the name is 0; GI_INVALID_HANDLE: it
     *          is no buffer's; GI_OUT_OF_MEMORY also for a buffer without storage. Then finish is
     *          not called. */
    gi_status (*init)(struct gi_graphics_buffer *buffer);
    /** With takes_memory. Opens memory as the buffer's shadow, of which the first
     *  buffer->size_bytes are used. Called once.
     *  Errors: GI_IMPORT_FAILED, GI_OUT_OF_MEMORY. Then the buffer is as before. */
    gi_status (*share)(struct gi_graphics_buffer *buffer, const struct gi_graphics_memory *memory);
    /** Whether the current context has the buffer: it shares objects with the one of init.
     *  Threads: any, also beside other calls for the buffer.
     *  Errors:  GI_INVALID_GRAPHICS_CONTEXT. */
    gi_status (*enter)(struct gi_graphics_buffer *buffer);
    /** The next slots follow an enter that succeeded. Only after GI_GRAPHICS_SAME may the four
     *  copies be called. */
    enum gi_graphics_look (*look)(struct gi_graphics_buffer *buffer);
    /** Copies the buffer to its shadow, or back, in the order of the context's work. */
    void (*to_shadow)(struct gi_graphics_buffer *buffer);
    void (*from_shadow)(struct gi_graphics_buffer *buffer);
    /** Copies the buffer to memory of the host, or back. It is done when the call returns. */
    void (*read)(struct gi_graphics_buffer *buffer, void *to);
    void (*write)(struct gi_graphics_buffer *buffer, const void *from);
    /** Waits until the last copy back from the shadow is done, also if another context did it. */
    void (*settle)(struct gi_graphics_buffer *buffer);
    /** Waits until the context has done all its work. */
    void (*wait)(void);
    /** Gives up the buffer. Its shadow in the interface ends with a later call in a context that
     *  has it.
     *  Threads: any; no context is needed, and no function of the interface is called. */
    void (*finish)(struct gi_graphics_buffer *buffer);
    /** Ends what finish left, as far as the current context has it. Without one it does nothing. */
    void (*clean)(void);
};

/** The graphics interface of this build; NULL: none. drivers/drivers.c defines it; in tests the
 *  test does. */
extern const struct gi_graphics_ops *const gi_graphics;

#endif
