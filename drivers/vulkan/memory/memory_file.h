/** Memory that a CPU driver shares with other processes: a file in memory that begins with a head.
 *  The driver trusts the head, but every process that has the file can write to it. So an imported
 *  file is compared with a sample that the driver made. The part that the driver reads again later
 *  is replaced by a private copy. */
#ifndef GIVK_MEMORY_FILE_H
#define GIVK_MEMORY_FILE_H

#include "vulkan/loader/loader.h"

/** The head as Mesa's drivers write it. */
struct givk_memory_head {
    uint64_t size_bytes;         /* of the whole file */
    uint64_t offset_bytes;       /* of the memory in the file */
    uint8_t driver[16];
};

/** The form of the files that the driver exports, learnt from one of them. */
struct givk_memory_file {
    int seals;                   /* 0: the driver exports no sealed files */
    bool has_head;
    bool maps_head;              /* the driver maps whole pages in front of the memory; they
                                    begin with the head and end with a second copy of its offset */
    struct givk_memory_head head;
};

/** Reads a file that the driver exported. host is where the driver maps the memory, or NULL.
 *  Threads: one, as the device opens. */
void givk_memory_file_learn(struct givk_memory_file *out, int fd, const void *host);

/** Refuses a file that can shrink, and one whose head differs from what the driver writes for that
 *  size. Another process can still change the head before the driver reads it. If the driver
 *  exports no sealed files, every file passes and *out_file_bytes is 0.
 *  Threads: any.
 *  Errors:  GI_IMPORT_FAILED. */
GI_MUST_CHECK gi_status givk_memory_file_check(const struct givk_memory_file *sample, int fd,
                                               int seals, const char *device_name,
                                               uint64_t *out_file_bytes);

/** Gives own memory a private head, before anybody imports it. The driver reads the head when it
 *  frees the memory.
 *  Threads: any.
 *  Errors:  GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status givk_memory_file_detach(const struct givk_memory_file *sample, void *host);

/** Repairs the head of imported memory before it is freed, if another process has changed it. A
 *  change at this very moment is not noticed.
 *  Threads: any.
 *  Returns: false if the driver must not free the memory. */
GI_MUST_CHECK bool givk_memory_file_mend(const struct givk_memory_file *sample, void *host,
                                         uint64_t file_bytes);

/** A call that takes a descriptor on success. It reports whether it did, because some calls also
 *  take it on failure. */
typedef VkResult givk_take_fd(void *of, int owned_fd, bool *out_is_taken);

/** Gives a duplicate of a borrowed descriptor to a call.
 *
 *  Duplicates share their file position, and CPU drivers read the head at that position. So
 *  concurrent imports disturb each other. A checked file that the driver refuses is therefore
 *  opened again, with a position of its own, and tried once more. what is as in givk_fd_duplicate.
 *  Owner:   the caller keeps borrowed_fd.
 *  Threads: any.
 *  Errors:  those of givk_fd_duplicate; then *out_result is a failure too. */
GI_MUST_CHECK gi_status givk_memory_file_give(int borrowed_fd, bool is_checked, givk_take_fd *take,
                                              void *of, const char *what, VkResult *out_result);

#endif
