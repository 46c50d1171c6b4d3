/* A GPU address space: which addresses are which bytes of which buffer. A table is never changed
 * once a job may look into it; each change makes a new one. */
#ifndef GICARD_VM_H
#define GICARD_VM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct gicard_buffer;
struct gicard_file;

struct gicard_mapping {
    uint64_t start, size_bytes;
    struct gicard_buffer *buffer;        /* NULL: no memory behind it, reads give zeros */
    uint64_t offset_bytes;
    uint32_t flags;
};

struct gicard_vm {
    _Atomic uint32_t references;
    uint32_t count;
    struct gicard_mapping mappings[];    /* by address */
};

/** An empty address space with one reference, or NULL. */
struct gicard_vm *gicard_vm_create(void);
struct gicard_vm *gicard_vm_get(struct gicard_vm *vm);
void gicard_vm_put(struct gicard_vm *vm);

/** The mapping that holds an address, or NULL.
 *  Threads: any with a reference. */
const struct gicard_mapping *gicard_vm_find(const struct gicard_vm *vm, uint64_t address);

/** The GEM_VA ioctl.
 *  Threads: any.
 *  Errors:  the kernel's, negative. */
int gicard_vm_ioctl(struct gicard_file *file, void *arg);

/** Takes all mappings of a buffer away. It is against a rule when there were some and a job that
 *  has not ended may use them.
 *  Threads: under the file's lock. */
void gicard_vm_forget(struct gicard_file *file, const struct gicard_buffer *buffer);

#endif
