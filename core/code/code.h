/** Device code as a program brings it, read once and independent of a device: PTX that was chosen
 *  from an image, its functions and its variables; or a module of SPIR-V and its kernels.
 *
 *  Threads: any; code never changes after it was read, except that its digest is computed when it
 *  is first asked for, and that devices compile it. */
#ifndef GI_CODE_H
#define GI_CODE_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/disk/digest.h"
#include "capability.h"
#include "code_kernel.h"
#include "matrix_trial.h"
#include "kernel/container/container_choice.h"
#include "kernel/reflect/reflect.h"

struct gi_compiled_set;
struct gi_ptx_module;

struct gi_code {
    atomic_uint refs;
    struct gi_container_text text;
    struct gi_arena arena;
    const struct gi_code_kernel *kernels;    /* in the order of the code */
    uint32_t kernel_count;
    struct gi_ptx_module *ptx;           /* NULL: the code is SPIR-V */
    uint32_t ptx_version;                /* that it is written for, times ten; 0: the code is
                                            SPIR-V */
    const uint32_t *words;               /* a copy of the SPIR-V; NULL: the code is PTX */
    size_t word_count;
    struct gi_reflect_module shader;
    struct gi_translate_variables variables;
    uint64_t constant_bytes;     /* of all variables of .const, without what lies between them */
    uint64_t heap_variable_offset;       /* of the variable that says where the heap of kernels is
                                            (kernel/heap); only for kernels that use it */
    bool has_managed;            /* a variable is managed */
    bool is_unchecked;           /* the library's own code, which no check looks at */
    bool is_trial;               /* the library's own code, which is translated for the facts below,
                                    whatever the device's tests have found */
    struct {
        struct gi_matrix_units units;
        bool barriers_count_warps;
    } tried;
    const uint8_t *texts;        /* the first contents of the variables, where kernels print or
                                    assert; else NULL */
    pthread_mutex_t digest_lock;
    struct gi_digest digest;     /* of the PTX */
    bool has_digest;
    atomic_int has_products;     /* whether the PTX has products of matrices; 0: not looked yet,
                                    1: no, 2: yes (matrix_units.h) */
    atomic_uint ahead_refs;      /* of the references, those of work that compiles ahead */
    pthread_mutex_t compiled_lock;
    struct gi_compiled_set *compiled;    /* by device (compiled.h); the lock guards it */
    void (*end_compiled)(struct gi_code *code);  /* set with the first of these */
};

/** Reads the code of an image. Without a known end it may be a segment that a compiler wrote. The
 *  code keeps a copy.
 *  Units:  size_bytes is GI_CONTAINER_ENDLESS if the image's end is not known.
 *  Owner:  the caller has the first reference.
 *  Errors: GI_INVALID_IMAGE, GI_NO_BINARY, GI_INVALID_PTX, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_code_read(const void *image, size_t size_bytes,
                                     struct gi_code **out_code);

/** As gi_code_read, and checks each body of PTX once: that it is right, not that it can be built
 *  here. A failure has the words of NVIDIA's assembler.
 *  links: functions that are called have to be there.
 *  Errors: as above. */
GI_MUST_CHECK gi_status gi_code_read_whole(const void *image, size_t size_bytes, bool links,
                                           struct gi_code **out_code);

/** Takes the PTX that runs here out of an image.
 *  Owner:  the caller finishes the text.
 *  Errors: GI_INVALID_IMAGE, GI_NO_BINARY, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_code_choose(const void *image, size_t size_bytes,
                                       struct gi_container_text *out_text);

/** How many bytes of PTX and SPIR-V an image has, unpacked; 0 if it cannot be read. Reads no more
 *  than the image's headers, and a text. */
size_t gi_code_bytes(const void *image);

void gi_code_ref(struct gi_code *code);

/** Drops a reference; NULL is accepted. */
void gi_code_unref(struct gi_code *code);

/** The digest of the PTX. Of SPIR-V it is that of no text.
 *  Threads: any. */
struct gi_digest gi_code_digest(struct gi_code *code);

/** A kernel of the code by its name; NULL if there is none. */
const struct gi_code_kernel *gi_code_find_kernel(const struct gi_code *code, const char *name);

/** Where a variable lies among those of its code. */
struct gi_code_variable {
    uint64_t offset_bytes;
    uint64_t bytes;
    bool is_managed;
};

/** Finds a variable of the code that has a place in memory.
 *  Returns: false if there is none. */
bool gi_code_find_variable(const struct gi_code *code, const char *name,
                           struct gi_code_variable *out_variable);

/** Writes the first contents of the variables, which will lie at an address.
 *  Units:  out_image has variables.bytes bytes.
 *  Errors: GI_NO_BINARY if one holds the address of an object that has none there. */
GI_MUST_CHECK gi_status gi_code_image(const struct gi_code *code, uint64_t address,
                                      uint8_t *out_image);

#endif
