/** The checks of a handle of memory before the driver sees it, and the driver's answers about it.
 *  Threads: any.
 *  Errors:  GI_IMPORT_FAILED, with a sentence about the fd. */
#ifndef GIVK_IMPORT_HANDLE_H
#define GIVK_IMPORT_HANDLE_H

#include "contract/driver.h"
#include "vulkan/loader/fd.h"
#include "vulkan/plan/facts.h"

struct givk_device;

/** An import in progress: the state that all of its attempts share. */
struct givk_import {
    int fd;                      /* borrowed */
    void *host;                  /* the program's memory to wrap; then there is no fd */
    struct givk_fd_kind is;      /* read from fd */
    int seals;                   /* if the driver seals its exports */
    uint64_t file_bytes;         /* of a file with a checked head; else 0 */
    VkExternalMemoryHandleTypeFlagBits type;
    uint32_t allowed_mask;       /* memory types */
    bool dedicated;
};

/** Gives the device's support for a kind of handle, and Vulkan's type for it. */
struct givk_external givk_handle_support(const struct givk_facts *facts,
                                         enum gi_os_handle_kind kind,
                                         VkExternalMemoryHandleTypeFlagBits *out_type,
                                         const char **out_why_not);

/** Reads what a descriptor is. For a memory file, seals like the driver's suffice, and its size
 *  stays unknown. Neither read can block. */
void givk_handle_look(const struct givk_device *dev, const struct gi_os_handle *borrowed,
                      struct givk_import *import);

/** Refuses a descriptor that the driver must not see. */
GI_MUST_CHECK gi_status givk_handle_check_opaque(const struct givk_device *dev,
                                                 struct givk_import *import);

/** Reads which memory types a dma-buf supports. */
GI_MUST_CHECK gi_status givk_handle_ask_dma_buf(struct givk_device *dev,
                                                struct givk_import *import);

/** Turns the driver's last result into a sentence about the fd. */
GI_MUST_CHECK gi_status givk_handle_refused(const struct givk_device *dev, int fd,
                                            uint64_t size_bytes, VkResult result);

/** Returns the kind to import a handle as. A dma-buf that is declared opaque is imported as a
 *  dma-buf, unless the driver's own opaque handles are dma-bufs. */
enum gi_os_handle_kind givk_handle_true_kind(const struct givk_device *dev,
                                             const struct gi_os_handle *borrowed,
                                             const struct givk_fd_kind *is);

/** The size that a handle of unknown size reports. */
GI_MUST_CHECK gi_status givk_handle_find_size(struct givk_import *import, uint64_t *out_size_bytes);

#endif
