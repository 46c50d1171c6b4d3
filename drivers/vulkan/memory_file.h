/** Memory that a driver of the CPU shares with other processes: a file in memory that begins with a
 *  head. The driver believes the head, and everybody who has the file can write to it. So files
 *  are compared here with one that the driver made, and what the driver reads of its own memory
 *  later is taken out of the others' reach. */
#ifndef GIVK_MEMORY_FILE_H
#define GIVK_MEMORY_FILE_H

#include "loader.h"

/** As Mesa's drivers write it. */
struct givk_memory_head {
    uint64_t size_bytes;         /* of the whole file */
    uint64_t offset_bytes;       /* of the memory in the file */
    uint8_t driver[16];
};

/** What was learnt from a file that the driver exported. */
struct givk_memory_file {
    int seals;                   /* 0: what the driver exports is no sealed file */
    bool has_head;
    bool maps_head;              /* the driver maps whole pages in front of the memory, which begin
                                    with the head and end with its offset once more */
    struct givk_memory_head head;
};

/** Looks at a file that the driver exported; host is where the driver maps the memory, or NULL. */
void givk_memory_file_learn(struct givk_memory_file *out, int fd, const void *host);

/** Refuses a file that can become smaller, and one whose head is not what the driver writes for a
 *  file of its size. Another process may still change the head before the driver reads it. Where
 *  the driver exports no sealed files all are taken, with a size of 0.
 *  Errors: GI_IMPORT_FAILED. */
GI_MUST_CHECK gi_status givk_memory_file_check(const struct givk_memory_file *sample, int fd,
                                               int seals, const char *device_name,
                                               uint64_t *out_file_bytes);

/** Gives own memory that nobody has imported yet a head that only this process can write to: the
 *  driver reads it when it frees the memory.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status givk_memory_file_detach(const struct givk_memory_file *sample, void *host);

/** The same for imported memory that is about to be freed, if another process has changed its
 *  head. A process that changes it at this very moment is not found out.
 *  Returns: false if the driver must not free the memory. */
GI_MUST_CHECK bool givk_memory_file_mend(const struct givk_memory_file *sample, void *host,
                                         uint64_t file_bytes);

/** A call that takes a descriptor on success; it says whether it did, as it may have on failure. */
typedef VkResult givk_take_fd(void *of, int owned_fd, bool *out_is_taken);

/** Gives a duplicate of a borrowed descriptor to a call. Duplicates share their position in the
 *  file, and drivers of the CPU read the head at that position: threads and processes that
 *  import at the same time disturb each other. So a checked file that is refused is opened anew,
 *  with a position of its own, and given to the call once more. what is as in givk_fd_duplicate.
 *  Errors: those of givk_fd_duplicate; *out_result is a failure then. */
GI_MUST_CHECK gi_status givk_memory_file_give(int borrowed_fd, bool is_checked, givk_take_fd *take,
                                              void *of, const char *what, VkResult *out_result);

#endif
