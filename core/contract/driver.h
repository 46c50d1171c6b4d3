/** The contract between the core and a driver.
 *
 *  The core owns every object declared here. It allocates `size` bytes from the table of the
 *  object's kind, zeroes them, fills the fields marked "core", and calls the table. A driver embeds
 *  the struct as the first member of its own. No name of a graphics or kernel interface stands
 *  here; a driver keeps such data in its own struct.
 *
 *  Handles of the operating system are always borrowed. A driver that passes one to a call which
 *  consumes it duplicates it first. The core closes the caller's handle, and only after success.
 *
 *  After a call has answered GI_DEVICE_LOST, objects may be finished although the device never did
 *  their work. Then finish waits only until the device no longer uses them.
 *
 *  The core calls the slots by calls.h, until an exit handler has closed the drivers. Then a driver
 *  is never called again, and no thread is in it.
 *
 *  The core gives a device up when work on it does not end. From then on the driver is not called
 *  for the device or an object of it, but for waiter.wake. Calls that have begun may go on. The
 *  objects are never finished, and the device is never closed.
 *
 *  Every slot is required unless it says "may be NULL". gi_driver_check refuses a table in which a
 *  required slot is empty.
 *
 *  Threads: any, and objects are independent, unless a slot says otherwise. Only one thread at a
 *           time calls init, bind, import or finish of an object. */
#ifndef GI_DRIVER_H
#define GI_DRIVER_H

#include <stdatomic.h>

#include "box.h"
#include "format.h"
#include "kernel.h"
#include "sampling.h"

struct gi_driver;
struct gi_queue;
struct gi_memory;
struct gi_image;
struct gi_texture;
struct gi_semaphore;
struct gi_recording;

/* ---- operating system handles ------------------------------------------------------------- */

enum gi_os_handle_kind {
    GI_OS_HANDLE_OPAQUE_FD,      /* an fd of the driver; on some systems it is a dma-buf or memfd */
    GI_OS_HANDLE_DMA_BUF_FD,
    GI_OS_HANDLE_SYNC_FILE_FD
};

struct gi_os_handle {
    enum gi_os_handle_kind kind;
    int fd;                      /* 0 is a legal fd */
};

/* ---- devices ------------------------------------------------------------------------------- */

enum gi_device_kind { GI_DEVICE_DISCRETE, GI_DEVICE_INTEGRATED, GI_DEVICE_CPU, GI_DEVICE_OTHER };

/** Shared memory of a block that no program has to ask for, in bytes: each device that launches
 *  kernels has as much. */
enum { GI_SHARED_BYTES = 48 << 10 };

/** Facts of a device that programs ask for. enumerate fills them, before the device is opened. */
struct gi_device_info {
    char name[256];
    char driver_name[64];        /* the system's name for its driver */
    char driver_version[128];
    enum gi_device_kind kind;
    uint32_t vendor_id, device_id;
    uint8_t uuid[16];            /* as other programs on the machine see it */
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
    uint32_t queue_count;        /* how many queues the core may open, at least 1 */
    bool batches_ahead;          /* a batch costs less behind a running one than a wait for the host
                                    between the two */
    uint32_t compute_units;      /* 0: unknown */
    uint32_t subgroup_size;
    uint32_t max_group_threads, max_group_size[3], max_group_count[3];
    uint32_t max_shared_bytes;   /* of a block. The driver fills the device's own, and the core
                                    makes it GI_SHARED_BYTES at least where there are launches */
    uint32_t own_shared_bytes;   /* the device's own. A kernel that needs more has all its shared
                                    memory in device memory. A driver may give less than it has, or
                                    0; then the core fills it */
    uint32_t meeting_bytes;      /* the device's own that threads can use to meet; the core fills
                                    it */
    bool launches;               /* GI_COMMAND_LAUNCH may be given */
    uint32_t wide_push_bytes;    /* with launches: where the driver writes two words into the push
                                    data of a launch that is_wide; 0: none is */
    bool recordings;             /* the driver's recording table can be used */
    bool choices;                /* with launches and recordings: a recording may have choices */
    struct gi_translate_target kernels;  /* with launches: the abilities that kernels can use */
    uint8_t matrices;            /* products that it may make as cooperative matrices (target.h).
                                    Kernels have those of them that a test finds right */
    bool may_count_warps;        /* its barriers may count warps, wherever these stand, and a test
                                    of that cannot hang */
    struct gi_spirv_prelude *lean_prelude;   /* compiles faster than that of kernels. For kernels
                                            without gathers, while no texture needs the full one
                                            (needs_full_prelude). NULL: there is none */
    uint64_t most_local_bytes;   /* of device memory that a launch takes for local and shared memory
                                    of its blocks, if it can go in pieces; 0: a sixteenth of
                                    memory_bytes */
    bool images;                 /* the driver's image table can be used */
    uint32_t max_image_1d, max_image_2d, max_image_3d, max_image_cube, max_image_layers;
    uint32_t max_textures;       /* slots for textures and surfaces; 0: no textures */
    char why_no_textures[96];
    uint64_t timestamp_period_fs;        /* femtoseconds a tick; 0: no timestamps */
    uint32_t timestamp_bits;             /* valid low bits of a tick count, which wraps around */
    bool timestamp_calibration;          /* device.calibrate works */
    bool host_visible_device_memory;     /* device memory is host memory, or the host reads it as
                                            fast */
    bool managed_memory;         /* GI_MEMORY_MANAGED is supported */
    bool host_memory_keeps_address;      /* host and device use one address of GI_MEMORY_HOST */
    bool host_atomics;           /* atomics of kernels and of the host on one word are atomic to
                                    each other */
    uint64_t wrap_alignment_bytes;       /* of wrap_host's arguments; a power of two; 0: not
                                            supported */
    bool wraps_read_only;        /* wrap_host also takes pages that the process can only read */
    bool wrapped_keeps_address;  /* wrapped memory has the same address for device and host */
    uint64_t range_granularity_bytes;    /* of ranges: sizes, offsets and addresses are multiples of
                                            it; a power of two; 0: no ranges */
    char why_no_ranges[96];
    bool ranges_at_host_address; /* the device sees ranges and pages of each device that says so, at
                                    the host's address */
    bool tells_import_size;      /* memory.import takes size_bytes 0: it finds the size, or imports
                                    one granule of ranges, and does not know it */
    bool memory_opaque_fd, memory_dma_buf;           /* importable */
    bool memory_exports;         /* the driver exports opaque fds that it can import, without a cost
                                    for the use of the memory */
    bool binary_opaque_fd, timeline_opaque_fd;       /* kinds of semaphores that the driver can
                                                        import */
    char why_no_memory_opaque_fd[96], why_no_memory_dma_buf[96];
    char why_no_binary_opaque_fd[96], why_no_timeline_opaque_fd[96];
    char semaphore_remedy[512];  /* how other programs can still share semaphores with the device:
                                    lines NAME=value for their environment; or "" */
    uint32_t index;              /* the driver's number of the device, which open receives */
};

/** Why a device is lost, for good. */
struct gi_loss {
    gi_status status;            /* of which gi_status_is_lost */
    char why[400];               /* the whole sentence */
};

/** A device. The core's part is struct gi_device (device_state.h). */
struct gi_device_base {
    const struct gi_driver *driver;      /* core */
    struct gi_device_info info;          /* core */
    _Atomic(const struct gi_loss *) given_up;    /* core: set once the device is given up, and
                                                    never freed */
};

/** The kind of access that has lost a device, as far as the driver knows. */
enum gi_fault_kind {
    GI_FAULT_UNKNOWN,
    GI_FAULT_INSTRUCTION,        /* an instruction of a kernel; which address it used is unknown */
    GI_FAULT_READ, GI_FAULT_WRITE, GI_FAULT_EXECUTE
};

struct gi_fault {
    enum gi_fault_kind kind;
    uint64_t first_address, last_address;        /* a read, a write or an execution was at one of
                                                    these */
};

struct gi_wait {                 /* exactly one of queue and semaphore is set */
    struct gi_queue *queue;      /* waits until its timeline reaches value */
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
    /** Closes the device. No work is pending, and all its objects are finished. */
    void (*close)(struct gi_device_base *base);
    /** Free and total bytes of the device's own heap. */
    gi_status (*memory_budget)(struct gi_device_base *base, uint64_t *out_free_bytes,
                               uint64_t *out_total_bytes);
    /** May be NULL; with info.timestamp_calibration. Reads the device's clock and the monotonic
     *  clock at the same moment. */
    gi_status (*calibrate)(struct gi_device_base *base, uint64_t *out_ticks, int64_t *out_ns);
    /** May be NULL. After a call has answered GI_DEVICE_LOST: tells which access of a kernel was
     *  the reason. GI_FAULT_UNKNOWN: the driver does not know, or there was another reason. */
    void (*tell_fault)(struct gi_device_base *base, struct gi_fault *out_fault);
};

/* ---- waiting on the host ------------------------------------------------------------------- */

enum gi_waiter_kind {
    GI_WAITER_CALLERS,           /* any number of threads at once; cannot be woken */
    GI_WAITER_REACHED,           /* one thread, which other threads can wake */
    GI_WAITER_SUBMITTED          /* as GI_WAITER_REACHED, but a wait is satisfied as soon as a
                                    signal for it is submitted. All waits are for semaphores with
                                    GI_SEMAPHORE_TELLS_SUBMITTED. Only made if semaphores have that
                                    bit */
};

/** A waiter, in which host threads sleep until queues or semaphores have reached values. */
struct gi_waiter {
    struct gi_device_base *device;       /* core */
    const struct gi_waiter_ops *ops;     /* core */
    enum gi_waiter_kind kind;            /* core */
};

struct gi_waiter_ops {
    size_t size;
    /** Errors: GI_OUT_OF_MEMORY, GI_DEVICE_LOST. */
    gi_status (*init)(struct gi_waiter *waiter);
    /** Sleeps until a wait is satisfied, the deadline passes, or the waiter is woken. May spin for
     *  some microseconds first. Semaphores have GI_SEMAPHORE_HOST_WAIT, or the bit that the kind
     *  names. count may be 0 only if the waiter can be woken.
     *  Units:   abs_timeout_ns on the monotonic clock; GI_FOREVER waits for ever.
     *  Threads: as the kind says, beside every other call.
     *  Errors:  GI_OK (a wait is satisfied, or a spurious wake), GI_TIMEOUT, GI_DEVICE_LOST. */
    gi_status (*wait)(struct gi_waiter *waiter, const struct gi_wait *waits, size_t count,
                      int64_t abs_timeout_ns);
    /** Makes wait return soon. A wake before the wait is not lost. Not for GI_WAITER_CALLERS.
     *  Threads: any. */
    void (*wake)(struct gi_waiter *waiter);
    /** Called when no thread sleeps in it. */
    void (*finish)(struct gi_waiter *waiter);
};

/* ---- memory -------------------------------------------------------------------------------- */

enum gi_memory_kind {
    GI_MEMORY_DEVICE,            /* the device's fastest memory; mapped only if the mapping has no
                                    cost */
    GI_MEMORY_HOST,              /* cached, coherent host memory that the device can access */
    GI_MEMORY_MANAGED,           /* with info.managed_memory. Host and device use the same address
                                    of managed memory, and of host memory on a device with
                                    info.host_memory_keeps_address. If that address is taken in the
                                    process, host_address stays NULL, and the core tries again */
    GI_MEMORY_IMAGE,             /* with info.images: memory for images; has no address
                                    (device_address stays 0) and is never mapped */
    GI_MEMORY_PAGES              /* with info.range_granularity_bytes: zeros, for ranges alone; no
                                    command names them. They may have an address or not */
};

/** The pages that a part of a range gets. */
struct gi_range_place {
    uint64_t offset_bytes, size_bytes;   /* the part of the range */
    struct gi_memory *pages;     /* NULL: pages that are there are taken away */
    uint64_t pages_offset_bytes;
    bool read_only;              /* no work writes to the part. The driver may enforce it */
};

/** One memory object of the driver, with one buffer across all of it. */
struct gi_memory {
    struct gi_device_base *device;       /* core */
    const struct gi_memory_ops *ops;     /* core */
    uint64_t size_bytes;                 /* driver: the real size if known, else the requested
                                            one */
    uint64_t device_address;             /* driver: of byte 0 */
    void *host_address;                  /* driver: of byte 0; NULL if the host cannot map it */
    bool size_is_known;                  /* driver: size_bytes is the real size */
    bool dedicated;                      /* driver: exportable memory was allocated for its one
                                            buffer, and who opens it has to know */
    bool wants_exactly;                  /* core, before an import: the driver imports size_bytes
                                            or fails, and tries no other size */
    bool for_image;                      /* core, before allocate_exportable: no command names the
                                            memory, and an external image is bound to it */
};

struct gi_memory_ops {
    size_t size;
    gi_status (*allocate)(struct gi_memory *mem, uint64_t size_bytes, enum gi_memory_kind kind);
    /** Imports memory. size_bytes is what the caller says, and may differ from the real size. 0,
     *  with info.tells_import_size: the caller does not know it.
     *  Owner:  borrows the handle; on failure it is open and unchanged.
     *  Errors: GI_IMPORT_FAILED, GI_NOT_SUPPORTED, GI_OUT_OF_MEMORY. */
    gi_status (*import)(struct gi_memory *mem, const struct gi_os_handle *borrowed,
                        uint64_t size_bytes, bool dedicated);
    /** May be NULL. Allocates memory on which export can be called. */
    gi_status (*allocate_exportable)(struct gi_memory *mem, uint64_t size_bytes,
                                     enum gi_os_handle_kind kind);
    /** May be NULL. */
    gi_status (*export)(struct gi_memory *mem, enum gi_os_handle_kind kind,
                        struct gi_os_handle *out_owned);
    /** May be NULL; with info.wrap_alignment_bytes. Gives the device access to host memory of the
     *  program. That memory stays the program's and outlives the object. Both arguments are
     *  multiples of the alignment.
     *  Errors: GI_INVALID_VALUE for memory that cannot be wrapped, GI_OUT_OF_MEMORY. */
    gi_status (*wrap_host)(struct gi_memory *mem, void *host, uint64_t size_bytes);
    /** May be NULL; with info.range_granularity_bytes. Makes a range: addresses without pages. If
     *  host_address is set, the host reaches what is placed there. wanted_address is a hint; 0:
     *  none. alignment_bytes is a power of two.
     *  Errors: GI_OUT_OF_MEMORY, GI_NOT_SUPPORTED. */
    gi_status (*reserve)(struct gi_memory *range, uint64_t size_bytes, uint64_t alignment_bytes,
                         uint64_t wanted_address);
    /** NULL if reserve is. Puts pages into parts of a range, or takes them away. Pages are of
     *  GI_MEMORY_PAGES, exportable, or imported; they outlive their place. A part that has pages
     *  gets the same pages again (with another read_only), or NULL. The device sees the result when
     *  the call returns. No work uses a part that loses pages or becomes read-only. On a lost
     *  device it waits for that work as finish does.
     *  Threads: one at a time for a range.
     *  Errors:  GI_OUT_OF_MEMORY, GI_NOT_SUPPORTED for pages that it cannot place. Then all the
     *           parts are without pages. Without pages in any place it cannot fail. */
    gi_status (*place)(struct gi_memory *range, const struct gi_range_place *places, size_t count);
    /** After it returns the device does not write to the memory any more, even if the device is
     *  lost. */
    void (*finish)(struct gi_memory *mem);
};

/* ---- images -------------------------------------------------------------------------------- */

enum gi_image_dims { GI_IMAGE_1D, GI_IMAGE_2D, GI_IMAGE_3D };

enum {
    GI_IMAGE_CUBE = 1u << 0,         /* its layers are cube faces */
    GI_IMAGE_STORAGE = 1u << 1,      /* shaders must be able to store to it; without the bit they
                                        can where the device supports it */
    GI_IMAGE_ATTACHMENT = 1u << 2,   /* its exporter uses it as an attachment */
    GI_IMAGE_EXTERNAL = 1u << 3,     /* another program made the same image in the same memory */
    GI_IMAGE_DEDICATED = 1u << 4     /* and that memory is a dedicated allocation for it */
};

struct gi_image_shape {
    enum gi_format format;
    enum gi_image_dims dims;
    uint32_t width, height, depth;       /* texels of level 0; 1 for a direction that dims lacks */
    uint32_t layers;             /* cube faces count as layers; 1 if it is not layered */
    uint32_t levels;             /* at most the length of the mip chain */
    uint32_t flags;              /* GI_IMAGE_ bits */
};

/** An image, whose layout only the driver knows. Every command of a queue finds it in the layout
 *  that the command needs. Other programs may use an external image between any two batches. So the
 *  driver acquires it where a batch first uses it, and releases it after the batch's last use. */
struct gi_image {
    struct gi_device_base *device;       /* core */
    const struct gi_image_ops *ops;      /* core */
    struct gi_image_shape shape;         /* core */
    struct gi_memory *memory;            /* core: the memory it is bound to, which outlives it */
    uint64_t offset_bytes;               /* core: its offset in memory */
    uint64_t size_bytes;                 /* driver: the memory it needs, */
    uint64_t alignment_bytes;            /* and the alignment of its offset; a power of two */
    bool wants_own_memory;               /* driver: an image that is not external prefers an
                                            allocation of its own */
};

struct gi_image_ops {
    size_t size;
    /** Makes an image without memory, and says how much memory it needs. For an external image the
     *  core has set image->memory before, and the image is bound to no other memory.
     *  Errors: GI_NOT_SUPPORTED for a shape that the device does not support, with the limit in the
     *          sentence; GI_INVALID_VALUE for an external image that does not match its memory's
     *          description; GI_OUT_OF_MEMORY. */
    gi_status (*init)(struct gi_image *image);
    /** Binds the image to memory, once, and fills image->memory and offset_bytes. An external image
     *  is bound to imported memory. If that memory is dedicated to the image, several images may be
     *  bound to it. Any other image is bound to GI_MEMORY_IMAGE. The driver refuses memory that is
     *  too small and an offset that is not aligned. An image that is not external then waits for
     *  GI_COMMAND_IMAGE_BEGIN.
     *  Errors: GI_INVALID_VALUE, GI_NOT_SUPPORTED for memory of the wrong kind,
     *          GI_OUT_OF_MEMORY. */
    gi_status (*bind)(struct gi_image *image, struct gi_memory *memory, uint64_t offset_bytes);
    /** Also cleans up after a failed init or bind. */
    void (*finish)(struct gi_image *image);
};

/* ---- textures ------------------------------------------------------------------------------ */

enum gi_texture_kind {
    GI_TEXTURE_OF_IMAGE,
    GI_TEXTURE_OF_MEMORY,        /* of linear memory */
    GI_TEXTURE_SURFACE           /* of an image; shaders store to it */
};

/** A slot of the device's tables. A texture names texels and the way shaders sample them. A surface
 *  names texels that shaders load and store as raw bytes. Shaders can use the slot from init to
 *  finish. */
struct gi_texture {
    struct gi_device_base *device;       /* core */
    const struct gi_texture_ops *ops;    /* core */
    enum gi_texture_kind kind;           /* core */
    uint32_t slot;               /* core: below info.max_textures; no other live texture has it */
    bool is_layered;             /* core: an array texture, also of one layer */
    bool is_cube;                /* core: a cube texture; never a surface */
    enum gi_format format;       /* core: the format of the view; its texels are as large as the
                                    image's */
    struct gi_image *image;      /* core: not of memory */
    uint32_t first_level, level_count;   /* core: of the image */
    uint32_t first_layer, layer_count;   /* core: cube faces count as layers */
    struct gi_memory *memory;    /* core: of memory only */
    uint64_t offset_bytes, pitch_bytes;  /* core: in linear memory; multiples of the texel size */
    uint32_t width, height;      /* core: in linear memory: texels. A height of 0 is one row that is
                                    read by index only, and may have no pitch */
    struct gi_sampling sampling; /* core: already validated. Wrap and mirror only with normalized
                                    coordinates; unused axes clamp. A linear filter only on float
                                    reads; seamless only on cubes. sRGB only on 8-bit normalized
                                    formats; no NaN. */
    bool needs_full_prelude;     /* driver, in init: no sampler reads it as it is */
};

struct gi_texture_ops {
    size_t size;
    /** Fills the slot. Work that was submitted before may still run.
     *  Threads: any number at once.
     *  Errors:  GI_NOT_SUPPORTED with what the device lacks; GI_OUT_OF_MEMORY. Then the slot is
     *           unchanged, and finish is not called. */
    gi_status (*init)(struct gi_texture *texture);
    /** Empties the slot: later reads by shaders return zeros, and writes are dropped. No pending
     *  work uses the slot.
     *  Threads: any number at once. */
    void (*finish)(struct gi_texture *texture);
};

/* ---- semaphores ---------------------------------------------------------------------------- */

enum gi_semaphore_kind { GI_SEMAPHORE_BINARY, GI_SEMAPHORE_TIMELINE };

enum {
    GI_SEMAPHORE_HOST_WAIT = 1u << 0,    /* query works, and waiters accept it */
    GI_SEMAPHORE_HOST_SIGNAL = 1u << 1,  /* signal works */
    GI_SEMAPHORE_QUEUE_WAIT = 1u << 2,   /* may be in a batch's waits */
    GI_SEMAPHORE_QUEUE_SIGNAL = 1u << 3, /* may be in a batch's signals */
    GI_SEMAPHORE_WAIT_AHEAD = 1u << 4,   /* a queue may wait before the signal is submitted */
    GI_SEMAPHORE_TELLS_SUBMITTED = 1u << 5       /* query_submitted and GI_WAITER_SUBMITTED work.
                                                    Without WAIT_AHEAD they say when a queue may
                                                    begin to wait */
};

struct gi_semaphore {
    struct gi_device_base *device;       /* core */
    const struct gi_semaphore_ops *ops;  /* core */
    enum gi_semaphore_kind kind;         /* core */
    uint32_t caps;                       /* driver: GI_SEMAPHORE_ bits */
};

struct gi_semaphore_ops {
    size_t size;
    /** May be NULL. Makes a semaphore on which export can be called. */
    gi_status (*create)(struct gi_semaphore *sem, uint64_t value);
    /** Imports a semaphore of sem->kind.
     *  Owner:  borrows the handle; on failure it is open and unchanged.
     *  Errors: GI_IMPORT_FAILED, GI_NOT_SUPPORTED, GI_OUT_OF_MEMORY. */
    gi_status (*import)(struct gi_semaphore *sem, const struct gi_os_handle *borrowed);
    /** May be NULL. */
    gi_status (*export)(struct gi_semaphore *sem, enum gi_os_handle_kind kind,
                        struct gi_os_handle *out_owned);
    /** With GI_SEMAPHORE_HOST_WAIT: reads the current value (0 or 1 for a binary one). */
    gi_status (*query)(struct gi_semaphore *sem, uint64_t *out_value);
    /** May be NULL; with GI_SEMAPHORE_TELLS_SUBMITTED: reads the value that it will have once all
     *  signals submitted so far, by any program, are done. */
    gi_status (*query_submitted)(struct gi_semaphore *sem, uint64_t *out_value);
    /** With GI_SEMAPHORE_HOST_WAIT on a binary semaphore, may be NULL otherwise: consumes the
     *  signal if there is one, without a wait.
     *  Errors: GI_NOT_READY if there is none. */
    gi_status (*try_consume)(struct gi_semaphore *sem);
    /** May be NULL. Captures the submitted signal of a binary semaphore, whether it is done or not.
     *  captured is a blank semaphore of the same device and kind. That signal then signals
     *  captured, and sem is unsignalled. So the next signal, which may come at once, is not
     *  mistaken for it. captured may have GI_SEMAPHORE_WAIT_AHEAD even if sem has not.
     *  Threads: any number at once.
     *  Errors:  GI_NOT_READY if no signal is submitted; GI_OUT_OF_MEMORY, GI_DEVICE_LOST. */
    gi_status (*capture)(struct gi_semaphore *sem, struct gi_semaphore *captured);
    /** With GI_SEMAPHORE_HOST_SIGNAL: signals from the host at once.
     *  Errors: GI_INVALID_VALUE if a timeline's value would not increase. */
    gi_status (*signal)(struct gi_semaphore *sem, uint64_t value);
    void (*finish)(struct gi_semaphore *sem);
};

/* ---- queues and their work ----------------------------------------------------------------- */

enum gi_command_kind {
    GI_COMMAND_COPY,
    GI_COMMAND_FILL,
    GI_COMMAND_IMAGE_BEGIN,      /* the first use of dst_image.image, whose texels are undefined */
    GI_COMMAND_IMAGE_WRITE,      /* copies from src to dst_image */
    GI_COMMAND_IMAGE_READ,       /* copies from src_image to dst */
    GI_COMMAND_IMAGE_COPY,       /* copies from src_image to dst_image; both have elements of one
                                    size */
    GI_COMMAND_TIMESTAMP,        /* with info.timestamp_period_fs: writes the device's tick count to
                                    dst once all earlier commands of the queue are done. The box has
                                    8 bytes, and dst is a multiple of 8. The host may look there
                                    meanwhile: it sees the 8 bytes before or after. In memory that
                                    the host maps, the driver may write it later, but before query
                                    or a waiter tells that the batch is done; no other command reads
                                    it there */
    GI_COMMAND_LAUNCH,           /* with info.launches: runs a kernel, which may touch any memory
                                    of the device, and any image by a texture or surface */
    GI_COMMAND_LAST = GI_COMMAND_LAUNCH
};

/** An operand in memory: where a command's box begins. */
struct gi_place {
    struct gi_memory *memory;
    uint64_t offset_bytes;
    struct gi_strides strides;
};

/** An operand in one level of an image: where a command's box begins. In a compressed format a
 *  texel here is a block. */
struct gi_image_place {
    struct gi_image *image;
    uint32_t level;
    uint32_t x, y, z;            /* texels; z counts slices, layers or faces */
};

/** A copy or fill of one box, which may be large in every direction. It is one command whatever its
 *  shape. command.h says what each kind reads and writes. */
struct gi_command {
    enum gi_command_kind kind;
    bool barrier_before;         /* core: it touches bytes that an earlier command of the batch
                                    wrote, or writes bytes that one read. In memory the core
                                    compares spans, from a box's first byte to its last. In images
                                    it compares levels, and slices, layers or faces. For an external
                                    image it compares all the memory that the image lies in. Any two
                                    objects that were imported, wrapped or exported may be the same
                                    memory. A launch counts as a write of everything. */
    union {
        struct gi_place dst;
        struct gi_image_place dst_image;
        size_t launch;           /* launch: which of the batch's launches */
    };
    union {
        struct gi_place src;     /* copy: shares no byte with dst's box, but rows of the two may
                                    alternate. By two addresses in ranges a program can let them
                                    share bytes; their values are undefined then */
        struct gi_image_place src_image;
    };
    struct gi_box box;           /* never empty; offsets, sizes and strides have any alignment. Rows
                                    do not overlap, nor do slices. A linear range has height and
                                    depth 1, and a depth above 1 implies a height above 1. With an
                                    image, height counts rows (of blocks), and depth counts slices,
                                    layers or faces, also if height is 1. The box lies within the
                                    level. width_bytes, and the used strides and the offset of the
                                    operand in memory, are multiples of the format's block_bytes. If
                                    both operands are in one level, they share no texel.
                                    GI_COMMAND_IMAGE_BEGIN has no box. */
    uint32_t pattern;            /* fill: repeated from the start of each row, in little endian */
    uint32_t pattern_bytes;      /* fill: 1, 2 or 4; dst, its strides and the width are multiples of
                                    it */
};

/** A batch, which is submitted to a queue: in order, with its barriers. Work of earlier batches of
 *  the queue is finished and visible before this batch's commands begin. */
struct gi_batch {
    const struct gi_command *commands;
    size_t command_count;
    struct gi_recording *const *recordings;      /* with info.recordings; one may be there more than
                                                    once */
    size_t recording_count;
    size_t recordings_at;        /* so many of the commands come before the recordings. The next one
                                    has barrier_before */
    struct gi_image *const *images;      /* external images that launches, also recorded ones, may
                                            reach by textures and surfaces, each once; other batches
                                            have none. The driver acquires them once, before the
                                            first launch, and releases them behind the last */
    size_t image_count;
    const struct gi_kernel_launch *launches;     /* in the order of their commands */
    size_t launch_count;
    const struct gi_wait *waits;         /* waited for first: values of other queues, which are
                                            already submitted there, and semaphores */
    size_t wait_count;
    const struct gi_signal *signals;     /* signalled after all commands */
    size_t signal_count;
    uint64_t value;              /* the queue's timeline reaches it when the batch is done */
    uint64_t *times;             /* NULL, or with info.timestamp_period_fs: command_count + 2 words
                                    of the host, all 0. The driver writes tick counts there, and
                                    sets no barrier for them. The first is of when the work begins,
                                    then comes one for the end of each command. The last is the end
                                    of the recordings, if there are any. It may leave any word as it
                                    is. The host may not read them before query or a waiter tells
                                    that the batch is done. They stay valid if the device is lost */
};

/** Commands that the driver keeps, to be submitted in any batch of any queue of the device, any
 *  number of times, also while earlier batches with them are not done. */
struct gi_recording {
    struct gi_device_base *device;       /* core */
    const struct gi_recording_ops *ops;  /* core */
};

/** A choice of the device within a recording: each time that the recording runs, launches that name
 *  the choice run if a word of memory says so. */
struct gi_recorded_choice {
    size_t at;                   /* the word is read right before this command, behind its
                                    barrier. Launches that name the choice come from here on */
    struct gi_place word;        /* 4 bytes, at a multiple of 4 */
    uint32_t number;
    bool is_equal;               /* it says so if it is the number; else if it is another one */
    size_t within;               /* an earlier choice, as launches name it, which has to say so,
                                    too; 0: none */
};

/** The memory that the driver needs for each choice, and for each launch of such a recording. */
#define GI_CHOICE_BYTES 16

/** The content of a recording. The recordings of a batch come in runs. A run begins behind all
 *  earlier work of the batch and of the queue. */
struct gi_recorded {
    const struct gi_command *commands;   /* copies and fills of memory, and launches. Here
                                            barrier_before says what the order is for every kind:
                                            commands, launches among them, run side by side where it
                                            is not set. The memory that they touch does not matter.
                                            The first one's has no meaning */
    size_t command_count;                /* may be 0 */
    const struct gi_kernel_launch *launches;     /* in the order of their commands */
    size_t launch_count;
    bool is_first, is_last;      /* of its run */
    bool begins_behind;          /* it begins behind the recording before it in its run; else it
                                    runs beside that one's last commands. Set if is_first */
    bool is_passing;             /* another one is likely to take its place soon; a hint */
    const struct gi_recorded_choice *choices;    /* only with info.choices; sorted by at. With some
                                            the recording is not submitted to a queue while a batch
                                            of another queue with it may run */
    size_t choice_count;
    const size_t *launch_choices;        /* then: the choice of each launch, counted from 1 on; 0:
                                            none. One dispatch can do a launch that names one: its
                                            groups are at most info.max_group_count, and it has no
                                            pieces */
    struct gi_place choice_room;         /* then: GI_CHOICE_BYTES for each choice and each launch,
                                            in memory of the kind GI_MEMORY_HOST, at a multiple of
                                            these. The driver writes there with each run */
};

struct gi_recording_ops {
    size_t size;
    /** Records the commands. It borrows what recorded says. The memory and kernels that it names
     *  may be finished before the recording, which is not submitted again then. Parts of ranges
     *  that it names have pages when it is submitted, at each time perhaps others.
     *  Threads: any number at once, beside submits.
     *  Errors:  GI_OUT_OF_MEMORY, GI_DEVICE_LOST. Then finish is not called. */
    gi_status (*init)(struct gi_recording *recording, const struct gi_recorded *recorded);
    /** No pending batch has the recording.
     *  Threads: any number at once. */
    void (*finish)(struct gi_recording *recording);
};

struct gi_queue {
    struct gi_device_base *device;       /* core */
    uint32_t index;                      /* core: 0 .. info.queue_count - 1 */
};

struct gi_queue_ops {
    size_t size;
    gi_status (*open)(struct gi_queue *queue);
    /** Submits the batch; never sleeps for the device.
     *  Owner:   borrows everything in batch for the call. The memory, semaphores, recordings and
     *           kernels that it names stay alive until the queue has reached batch->value, and so
     *           do those that its recordings name. With a launch, so do the images and everything
     *           that it may touch.
     *  Threads: one at a time for a queue (the core locks); queues are independent.
     *  Errors:  GI_DEVICE_LOST, GI_OUT_OF_MEMORY; then nothing was submitted. */
    gi_status (*submit)(struct gi_queue *queue, const struct gi_batch *batch);
    /** Reads the value that the queue's timeline has reached. Cheap.
     *  Threads: any, beside submit. */
    gi_status (*query)(struct gi_queue *queue, uint64_t *out_value);
    /** Closes the queue; all submitted work is finished. */
    void (*close)(struct gi_queue *queue);
};

/* ---- drivers ------------------------------------------------------------------------------- */

/** A device that the driver found and cannot drive. */
struct gi_unfit_device {
    struct gi_device_info info;  /* the known facts: always a name, and the PCI address if
                                    possible */
    char why[200];
};

struct gi_driver {
    const char *name;            /* as programs choose it by */
    /** Lists the devices; called at most once in a process. On success *out_count is the number of
     *  devices, of which at most capacity were written.
     *  Errors: GI_NO_DRIVER if the system's part of the driver is missing, GI_NO_DEVICE if the
     *          driver knows that there is no device. The sentence names the reason. */
    gi_status (*enumerate)(const struct gi_driver *driver, struct gi_device_info *out_infos,
                           size_t capacity, size_t *out_count);
    /** May be NULL. Lists the devices that it cannot drive, as enumerate does. Called after a
     *  successful enumerate. */
    void (*list_unfit)(const struct gi_driver *driver, struct gi_unfit_device *out_devices,
                       size_t capacity, size_t *out_count);
    const struct gi_device_ops *device;
    const struct gi_waiter_ops *waiter;
    const struct gi_memory_ops *memory;
    const struct gi_image_ops *image;    /* may be NULL: no device of the driver supports images */
    const struct gi_texture_ops *texture;        /* may be NULL: no device supports textures */
    const struct gi_kernel_ops *kernel;  /* may be NULL: no device has info.launches */
    const struct gi_semaphore_ops *semaphore;
    const struct gi_queue_ops *queue;
    const struct gi_recording_ops *recording;    /* may be NULL: no device has info.recordings */
};

/** The drivers of this build, ended by NULL. drivers/drivers.c defines them; in tests the test
 *  does. */
extern const struct gi_driver *const gi_drivers[];

/** The names of drivers that are not in this build, ended by NULL. Defined beside gi_drivers. */
extern const char *const gi_absent_drivers[];

/** Refuses a driver whose tables lack a required slot. */
GI_MUST_CHECK gi_status gi_driver_check(const struct gi_driver *driver);

#endif
