/** The contract between the core and a driver.
 *
 *  The core owns every object declared here: it allocates `size` bytes from the table of the
 *  object's kind, zeroes them, fills the fields marked "core", and calls the table. A driver
 *  embeds the struct as the first member of its own. Nothing here names a graphics or kernel
 *  interface; a driver that needs more keeps it in its own struct.
 *
 *  Handles of the operating system are always borrowed: a driver that feeds a call which consumes
 *  them duplicates first. The core closes the caller's handle, after success only.
 *
 *  Once a call has answered GI_DEVICE_LOST, objects may be finished although the device never did
 *  their work; finish then waits for nothing but for the device to let go of them.
 *
 *  Every slot is required unless it says "may be NULL"; gi_driver_check refuses a table with
 *  holes. */
#ifndef GI_DRIVER_H
#define GI_DRIVER_H

#include "box.h"
#include "format.h"
#include "sampling.h"

struct gi_driver;
struct gi_queue;
struct gi_memory;
struct gi_image;
struct gi_texture;
struct gi_semaphore;

/* ---- operating system handles ------------------------------------------------------------- */

enum gi_os_handle_kind {
    GI_OS_HANDLE_OPAQUE_FD,      /* a driver's own fd; on some systems a dma-buf or memfd in
                                    truth */
    GI_OS_HANDLE_DMA_BUF_FD,
    GI_OS_HANDLE_SYNC_FILE_FD
};

struct gi_os_handle {
    enum gi_os_handle_kind kind;
    int fd;                      /* 0 is a legal fd */
};

/* ---- devices ------------------------------------------------------------------------------- */

enum gi_device_kind { GI_DEVICE_DISCRETE, GI_DEVICE_INTEGRATED, GI_DEVICE_CPU, GI_DEVICE_OTHER };

/** Facts of a device that programs ask for; filled by enumerate, before the device is opened. */
struct gi_device_info {
    char name[256];
    char driver_name[64];        /* as in "llvmpipe", "NVIDIA" */
    char driver_version[128];
    enum gi_device_kind kind;
    uint32_t vendor_id, device_id;
    uint8_t uuid[16];            /* the one other programs on the machine see for it */
    uint8_t driver_uuid[16];
    bool has_luid;
    uint8_t luid[8];
    uint32_t luid_node_mask;
    bool has_pci;
    uint32_t pci_domain, pci_bus, pci_device, pci_function;
    bool has_render_node;
    uint32_t render_major, render_minor;
    uint64_t memory_bytes;       /* of the device's own heap */
    uint64_t max_allocation_bytes;
    uint32_t queue_count;        /* queues the core may open, at least 1 */
    bool batches_ahead;          /* a batch costs less behind a running one than a wait for the host
                                    between the two */
    uint32_t compute_units;      /* 0: unknown */
    uint32_t subgroup_size;
    uint32_t max_group_threads, max_group_size[3], max_group_count[3];
    uint32_t max_shared_bytes;
    bool launches;               /* GI_COMMAND_LAUNCH may be given */
    bool images;                 /* the driver's table of images is of use */
    uint32_t max_image_1d, max_image_2d, max_image_3d, max_image_cube, max_image_layers;
    uint32_t max_textures;       /* slots for textures and surfaces; 0: none */
    char why_no_textures[96];
    uint64_t timestamp_period_fs;        /* femtoseconds a tick; 0: no timestamps */
    uint32_t timestamp_bits;             /* the low bits of a tick count, which wrap around */
    bool timestamp_calibration;          /* device.calibrate works */
    bool host_visible_device_memory;     /* device memory is plain host memory or as fast */
    bool managed_memory;         /* GI_MEMORY_MANAGED can be had */
    uint64_t wrap_alignment_bytes;       /* of wrap_host's arguments; a power of two; 0: none */
    bool wraps_read_only;        /* also pages that the process may only read */
    bool wrapped_keeps_address;  /* the device sees wrapped memory where the host does */
    bool memory_opaque_fd, memory_dma_buf;           /* importable */
    bool memory_exports;         /* exportable as opaque fds that it imports, at no cost in use */
    bool binary_opaque_fd, timeline_opaque_fd;       /* semaphores importable by the driver
                                                        itself */
    char why_no_memory_opaque_fd[96], why_no_memory_dma_buf[96];
    char why_no_binary_opaque_fd[96], why_no_timeline_opaque_fd[96];
    char semaphore_remedy[512];  /* the environment in which other programs can share semaphores on
                                    the device all the same: lines NAME=value; or "" */
    uint32_t index;              /* the driver's own number for it, passed back to open */
};

/** A device; the rest of it is the core's (device.h). */
struct gi_device_base {
    const struct gi_driver *driver;      /* core */
    struct gi_device_info info;          /* core */
};

struct gi_wait {                 /* exactly one of queue and semaphore is set */
    struct gi_queue *queue;      /* its timeline reaches value */
    struct gi_semaphore *semaphore;
    uint64_t value;              /* ignored for a binary semaphore */
};

struct gi_signal {
    struct gi_semaphore *semaphore;
    uint64_t value;              /* ignored for a binary semaphore */
};

struct gi_device_ops {
    size_t size;
    /** Opens the device named by base->info.index. */
    gi_status (*open)(struct gi_device_base *base);
    /** Closes it; no work is pending, all its objects are finished. */
    void (*close)(struct gi_device_base *base);
    /** Free and total bytes of the device's own heap. */
    gi_status (*memory_budget)(struct gi_device_base *base, uint64_t *out_free_bytes,
                               uint64_t *out_total_bytes);
    /** May be NULL. With info.timestamp_calibration: what the device's clock and the monotonic
     *  clock show at one moment.
     *  Threads: any. */
    gi_status (*calibrate)(struct gi_device_base *base, uint64_t *out_ticks, int64_t *out_ns);
};

/* ---- waiting on the host ------------------------------------------------------------------- */

enum gi_waiter_kind {
    GI_WAITER_CALLERS,           /* any number of threads at once; nobody wakes it */
    GI_WAITER_REACHED,           /* one thread, which others wake */
    GI_WAITER_SUBMITTED          /* the same, but it is enough that a signal is submitted which
                                    satisfies a wait once it is done. All waits are for semaphores
                                    with GI_SEMAPHORE_TELLS_SUBMITTED; only made where there are
                                    such */
};

/** What threads of the host sleep in until queues and semaphores have come. */
struct gi_waiter {
    struct gi_device_base *device;       /* core */
    const struct gi_waiter_ops *ops;     /* core */
    enum gi_waiter_kind kind;            /* core */
};

struct gi_waiter_ops {
    size_t size;
    /** Errors: GI_OUT_OF_MEMORY, GI_DEVICE_LOST. */
    gi_status (*init)(struct gi_waiter *waiter);
    /** Sleeps until at least one wait is satisfied, the deadline passes or the waiter is woken; may
     *  spin for some microseconds before. Semaphores have GI_SEMAPHORE_HOST_WAIT, or what the kind
     *  says. Only a waiter that can be woken may be given no waits.
     *  Units:   abs_timeout_ns on the monotonic clock; GI_FOREVER waits for ever.
     *  Threads: as the kind says, beside every other call.
     *  Errors:  GI_OK (something happened, or a spurious wake), GI_TIMEOUT, GI_DEVICE_LOST. */
    gi_status (*wait)(struct gi_waiter *waiter, const struct gi_wait *waits, size_t count,
                      int64_t abs_timeout_ns);
    /** Makes wait return soon; a wake that comes before the call is not lost. Not for
     *  GI_WAITER_CALLERS.
     *  Threads: any. */
    void (*wake)(struct gi_waiter *waiter);
    /** No thread sleeps in it. */
    void (*finish)(struct gi_waiter *waiter);
};

/* ---- memory -------------------------------------------------------------------------------- */

enum gi_memory_kind {
    GI_MEMORY_DEVICE,            /* the device's fastest; mapped only where that costs nothing */
    GI_MEMORY_HOST,              /* cached, coherent host memory the device can reach */
    GI_MEMORY_MANAGED,           /* with info.managed_memory: host and device see it at the same
                                    address; where that was taken host_address stays NULL, and the
                                    core tries again */
    GI_MEMORY_IMAGE              /* with info.images: what images are put in; needs no addresses
                                    (device_address stays 0) and is never mapped */
};

/** One memory object of the driver, with one buffer across all of it. */
struct gi_memory {
    struct gi_device_base *device;       /* core */
    const struct gi_memory_ops *ops;     /* core */
    uint64_t size_bytes;                 /* driver: the true size where known, else the asked one */
    uint64_t device_address;             /* driver: of byte 0 */
    void *host_address;                  /* driver: of byte 0; NULL if it cannot be mapped */
    bool size_is_known;                  /* driver: size_bytes is the object's own */
};

struct gi_memory_ops {
    size_t size;
    gi_status (*allocate)(struct gi_memory *mem, uint64_t size_bytes, enum gi_memory_kind kind);
    /** Imports; size_bytes is what the caller says, which may be less or more than the truth.
     *  Owner:  borrows the handle, on failure it is open and unchanged.
     *  Errors: GI_IMPORT_FAILED, GI_NOT_SUPPORTED, GI_OUT_OF_MEMORY. */
    gi_status (*import)(struct gi_memory *mem, const struct gi_os_handle *borrowed,
                        uint64_t size_bytes, bool dedicated);
    /** May be NULL. Makes memory that export can be called on. */
    gi_status (*allocate_exportable)(struct gi_memory *mem, uint64_t size_bytes,
                                     enum gi_os_handle_kind kind);
    /** May be NULL. */
    gi_status (*export)(struct gi_memory *mem, enum gi_os_handle_kind kind,
                        struct gi_os_handle *out_owned);
    /** May be NULL; with info.wrap_alignment_bytes. The device gets at host memory of the program,
     *  which stays the program's and outlives the object. Both arguments are multiples of the
     *  alignment.
     *  Errors: GI_INVALID_VALUE for memory that cannot be wrapped, GI_OUT_OF_MEMORY. */
    gi_status (*wrap_host)(struct gi_memory *mem, void *host, uint64_t size_bytes);
    /** When it returns the device does not write to the memory any more, not even a lost one. */
    void (*finish)(struct gi_memory *mem);
};

/* ---- images -------------------------------------------------------------------------------- */

enum gi_image_dims { GI_IMAGE_1D, GI_IMAGE_2D, GI_IMAGE_3D };

enum {
    GI_IMAGE_CUBE = 1u << 0,         /* its layers are faces */
    GI_IMAGE_STORAGE = 1u << 1,      /* shaders have to be able to store to it; to any other they
                                        are where the device can */
    GI_IMAGE_ATTACHMENT = 1u << 2,   /* its exporter renders to it */
    GI_IMAGE_EXTERNAL = 1u << 3,     /* another program made one like it in the same memory */
    GI_IMAGE_DEDICATED = 1u << 4     /* and that memory was made for it alone */
};

struct gi_image_shape {
    enum gi_format format;
    enum gi_image_dims dims;
    uint32_t width, height, depth;       /* texels of level 0; 1 where it has no such direction */
    uint32_t layers;             /* faces counted; 1 where there are none */
    uint32_t levels;             /* no more than the chain has */
    uint32_t flags;              /* GI_IMAGE_ bits */
};

/** Texels of any layout that is the driver's own business. Between the commands of a queue it is
 *  as every command wants it; what other programs do with an external one may happen between any
 *  two batches, so the driver takes it over where a batch first touches it and hands it back
 *  behind the last. */
struct gi_image {
    struct gi_device_base *device;       /* core */
    const struct gi_image_ops *ops;      /* core */
    struct gi_image_shape shape;         /* core */
    struct gi_memory *memory;            /* core: what it is bound to, kept alive by it */
    uint64_t offset_bytes;               /* core: where in memory */
    uint64_t size_bytes;                 /* driver: of the memory it takes, */
    uint64_t alignment_bytes;            /* and of the offset; a power of two */
    bool wants_own_memory;               /* driver: of an own one: nothing else should be there */
};

struct gi_image_ops {
    size_t size;
    /** Makes an image without memory; says how much it takes. An external one is made for the
     *  memory that the core has put into image->memory beforehand, and is bound to no other.
     *  Errors: GI_NOT_SUPPORTED for a shape that the device cannot have, with the limit in the
     *          sentence; GI_INVALID_VALUE for an external one that is not what its memory says of
     *          it; GI_OUT_OF_MEMORY. */
    gi_status (*init)(struct gi_image *image);
    /** Puts it into memory, for good, and fills image->memory and offset_bytes: an external one
     *  into imported memory (again beside what is there already, if that was made for it alone),
     *  any other into GI_MEMORY_IMAGE. What the image takes fits there, and
     *  offset_bytes is aligned, or it is refused. Once bound an own image waits for
     *  GI_COMMAND_IMAGE_BEGIN.
     *  Errors: GI_INVALID_VALUE, GI_NOT_SUPPORTED for memory of a sort that does not do,
     *          GI_OUT_OF_MEMORY. */
    gi_status (*bind)(struct gi_image *image, struct gi_memory *memory, uint64_t offset_bytes);
    /** Takes what a failed init or bind has left. */
    void (*finish)(struct gi_image *image);
};

/* ---- textures ------------------------------------------------------------------------------ */

/** What a slot of the device's tables names: texels, and how shaders read them; or, as a surface,
 *  how they are loaded and stored as the bytes that they are. Shaders see it from init to
 *  finish. */
struct gi_texture {
    struct gi_device_base *device;       /* core */
    const struct gi_texture_ops *ops;    /* core */
    uint32_t slot;               /* core: below info.max_textures; no other live one has it */
    bool is_surface;             /* core */
    bool is_layered;             /* core: also where there is one layer */
    bool is_cube;                /* core: faces are seen as such; never of a surface */
    enum gi_format format;       /* core: as what texels are read; as large as those of the image */
    struct gi_image *image;      /* core: NULL: of memory */
    uint32_t first_level, level_count;   /* core: of the image */
    uint32_t first_layer, layer_count;   /* core: faces counted */
    struct gi_memory *memory;    /* core: NULL: of an image */
    uint64_t offset_bytes, pitch_bytes;  /* core: of memory; at multiples of its texel's size */
    uint32_t width, height;      /* core: of memory: texels; a height of 0 is one row, which is read
                                    by number alone, and may have none */
    struct gi_sampling sampling; /* core: checked, and nothing that the rest of it forbids: it wraps
                                    and mirrors normalised coordinates alone, clamps directions
                                    that there are none of, and filters floats; cubes alone are
                                    seamless; srgb is of 8-bit parts of 1; levels are numbers */
};

struct gi_texture_ops {
    size_t size;
    /** Fills the slot; work that was given to queues before may go on meanwhile.
     *  Threads: any number at once.
     *  Errors:  GI_NOT_SUPPORTED with what the device lacks; GI_OUT_OF_MEMORY. Then the slot is as
     *           it was, and finish is not called. */
    gi_status (*init)(struct gi_texture *texture);
    /** Empties the slot: shaders read zeros and write nothing from then on. No work that uses the
     *  slot is pending.
     *  Threads: any number at once. */
    void (*finish)(struct gi_texture *texture);
};

/* ---- semaphores ---------------------------------------------------------------------------- */

enum gi_semaphore_kind { GI_SEMAPHORE_BINARY, GI_SEMAPHORE_TIMELINE };

enum {
    GI_SEMAPHORE_HOST_WAIT = 1u << 0,    /* query works, and waiters take it */
    GI_SEMAPHORE_HOST_SIGNAL = 1u << 1,  /* signal works */
    GI_SEMAPHORE_QUEUE_WAIT = 1u << 2,   /* may stand in a batch's waits */
    GI_SEMAPHORE_QUEUE_SIGNAL = 1u << 3, /* may stand in a batch's signals */
    GI_SEMAPHORE_WAIT_AHEAD = 1u << 4,   /* a queue may wait before the signal is submitted */
    GI_SEMAPHORE_TELLS_SUBMITTED = 1u << 5       /* query_submitted and GI_WAITER_SUBMITTED work:
                                                    without WAIT_AHEAD, they tell from when on a
                                                    queue may wait */
};

struct gi_semaphore {
    struct gi_device_base *device;       /* core */
    const struct gi_semaphore_ops *ops;  /* core */
    enum gi_semaphore_kind kind;         /* core */
    uint32_t caps;                       /* driver: GI_SEMAPHORE_ bits */
};

struct gi_semaphore_ops {
    size_t size;
    /** May be NULL. A new semaphore that export can be called on. */
    gi_status (*create)(struct gi_semaphore *sem, uint64_t value);
    /** Imports an object of sem->kind.
     *  Owner:  borrows the handle, on failure it is open and unchanged.
     *  Errors: GI_IMPORT_FAILED, GI_NOT_SUPPORTED, GI_OUT_OF_MEMORY. */
    gi_status (*import)(struct gi_semaphore *sem, const struct gi_os_handle *borrowed);
    /** May be NULL. */
    gi_status (*export)(struct gi_semaphore *sem, enum gi_os_handle_kind kind,
                        struct gi_os_handle *out_owned);
    /** With GI_SEMAPHORE_HOST_WAIT: the current value (0 or 1 for a binary one). */
    gi_status (*query)(struct gi_semaphore *sem, uint64_t *out_value);
    /** May be NULL; with GI_SEMAPHORE_TELLS_SUBMITTED: the value that it has once all is done that
     *  is submitted now, by whichever program. */
    gi_status (*query_submitted)(struct gi_semaphore *sem, uint64_t *out_value);
    /** With GI_SEMAPHORE_HOST_WAIT on a binary semaphore, may be NULL otherwise: takes the signal
     *  if there is one, at once; GI_NOT_READY if there is none. */
    gi_status (*try_consume)(struct gi_semaphore *sem);
    /** May be NULL. Of a binary semaphore: takes its signal away if one is submitted, be it done or
     *  not, and makes captured, a blank one of the same device and kind, a semaphore that this very
     *  signal will signal; so the next signal, which may come at once, is not mistaken for it.
     *  captured may have GI_SEMAPHORE_WAIT_AHEAD where sem has not.
     *  Threads: any number at once.
     *  Errors:  GI_NOT_READY if no signal is submitted; GI_OUT_OF_MEMORY, GI_DEVICE_LOST. */
    gi_status (*capture)(struct gi_semaphore *sem, struct gi_semaphore *captured);
    /** With GI_SEMAPHORE_HOST_SIGNAL: signals from the host at once.
     *  Errors: GI_INVALID_VALUE if a timeline's value would not grow. */
    gi_status (*signal)(struct gi_semaphore *sem, uint64_t value);
    void (*finish)(struct gi_semaphore *sem);
};

/* ---- queues and their work ----------------------------------------------------------------- */

enum gi_command_kind {
    GI_COMMAND_COPY,
    GI_COMMAND_FILL,
    GI_COMMAND_IMAGE_BEGIN,      /* dst_image.image has its first use; its texels are undefined */
    GI_COMMAND_IMAGE_WRITE,      /* copies from src to dst_image, */
    GI_COMMAND_IMAGE_READ,       /* from src_image to dst, */
    GI_COMMAND_IMAGE_COPY,       /* and from src_image to dst_image, of elements as large */
    GI_COMMAND_TIMESTAMP,        /* once all earlier commands of the queue are done, the device's
                                    tick count goes to dst, a box of 8 bytes at a multiple of
                                    8; with info.timestamp_period_fs */
    GI_COMMAND_LAUNCH,           /* reserved for kernels; with info.launches. It may touch any
                                    memory of the device, and any image by a texture or surface */
    GI_COMMAND_LAST = GI_COMMAND_LAUNCH
};

/** A place in a memory object, where a command's box begins. */
struct gi_place {
    struct gi_memory *memory;
    uint64_t offset_bytes;
    struct gi_strides strides;
};

/** A place in one level of an image, where a command's box begins. Where the format is compressed
 *  texels are blocks. */
struct gi_image_place {
    struct gi_image *image;
    uint32_t level;
    uint32_t x, y, z;            /* texels; z counts slices, layers or faces */
};

/** A copy or fill of one box, which may be large in every direction; one command, whatever its
 *  shape. command.h says what each kind reads and writes. */
struct gi_command {
    enum gi_command_kind kind;
    bool barrier_before;         /* core: it touches what an earlier command of the batch wrote, or
                                    writes what one read. The core goes by all that lies between
                                    a box's first byte and its last; of images by level, and by
                                    slice, layer or face; of external ones by all the memory that
                                    they lie in. Any two objects that were imported, wrapped or
                                    exported may be the same memory. A launch counts as a write of
                                    everything. */
    union {
        struct gi_place dst;
        struct gi_image_place dst_image;
    };
    union {
        struct gi_place src;     /* copy: no byte of its box is in dst's, but rows of the two may
                                    alternate */
        struct gi_image_place src_image;
    };
    struct gi_box box;           /* never empty; any alignment of places, sizes and strides. Rows do
                                    not overlap, nor do slices; a linear range has height and
                                    depth 1, and depth is past 1 only if height is.
                                    Of images: width_bytes and, at the side in memory, offset and
                                    strides that mean something are multiples of the format's
                                    block_bytes; height counts rows (of blocks), depth slices,
                                    layers or faces, also where height is 1; it lies in the level.
                                    Of two places in one level no texel is in both. The beginning
                                    of an image has none. */
    uint32_t pattern;            /* fill: repeated from the start of each row on, little end
                                    first */
    uint32_t pattern_bytes;      /* fill: 1, 2 or 4; dst, its strides and the width are multiples
                                    of it */
};

/** What a queue is given: in order, with its barriers. Work of earlier batches of the same queue is
 *  finished and visible before this one's commands begin. */
struct gi_batch {
    const struct gi_command *commands;
    size_t command_count;
    struct gi_image *const *images;      /* external ones that launches may reach by textures and
                                            surfaces, each once; other batches have none. The
                                            driver takes them over once, before the first launch,
                                            and hands them back behind the last */
    size_t image_count;
    const struct gi_wait *waits;         /* to wait on first: values of other queues that have been
                                            submitted there, and semaphores */
    size_t wait_count;
    const struct gi_signal *signals;     /* after all commands */
    size_t signal_count;
    uint64_t value;              /* the queue's timeline reaches it when all is done */
};

struct gi_queue {
    struct gi_device_base *device;       /* core */
    uint32_t index;                      /* core: 0 .. info.queue_count - 1 */
};

struct gi_queue_ops {
    size_t size;
    gi_status (*open)(struct gi_queue *queue);
    /** Starts the batch; never sleeps for the device. Borrows everything in batch for the call; the
     *  memory, images and semaphores it names stay alive until the queue has reached batch->value,
     *  and with a launch all that it may touch.
     *  Threads: one at a time for a queue (the core locks); queues are independent.
     *  Errors:  GI_DEVICE_LOST, GI_OUT_OF_MEMORY; then nothing was submitted. */
    gi_status (*submit)(struct gi_queue *queue, const struct gi_batch *batch);
    /** The value that the queue's timeline has reached; cheap.
     *  Threads: any, beside submit. */
    gi_status (*query)(struct gi_queue *queue, uint64_t *out_value);
    /** Called with all submitted work finished. */
    void (*close)(struct gi_queue *queue);
};

/* ---- drivers ------------------------------------------------------------------------------- */

/** A device that the driver knows of and cannot drive. */
struct gi_unfit_device {
    struct gi_device_info info;  /* what is known: a name in any case, best also its place */
    char why[200];
};

struct gi_driver {
    const char *name;            /* as in "vulkan" */
    /** Lists devices; may be called once a process. On success *out_count is what there is, of
     *  which at most capacity were written.
     *  Errors: GI_NO_DRIVER if the system's part is missing, GI_NO_DEVICE if that can be told not
     *          to have any; the sentence says what. */
    gi_status (*enumerate)(const struct gi_driver *driver, struct gi_device_info *out_infos,
                           size_t capacity, size_t *out_count);
    /** May be NULL. Lists the others, as enumerate does, which was called before with success. */
    void (*list_unfit)(const struct gi_driver *driver, struct gi_unfit_device *out_devices,
                       size_t capacity, size_t *out_count);
    const struct gi_device_ops *device;
    const struct gi_waiter_ops *waiter;
    const struct gi_memory_ops *memory;
    const struct gi_image_ops *image;    /* may be NULL: no device of the driver has images */
    const struct gi_texture_ops *texture;        /* may be NULL: none has textures */
    const struct gi_semaphore_ops *semaphore;
    const struct gi_queue_ops *queue;
};

/** The drivers of this build, ended by NULL; defined by drivers/drivers.c, in tests by the test. */
extern const struct gi_driver *const gi_drivers[];

/** The names of those that there are but not in this build, ended by NULL; defined beside them. */
extern const char *const gi_absent_drivers[];

/** Refuses a driver whose tables have holes. */
GI_MUST_CHECK gi_status gi_driver_check(const struct gi_driver *driver);

#endif
