/* The page that processes share, for host_semaphore.c and host_event.c only. It is a sealed memfd.
 * Its header is copied to private memory once and never read again.
 * Threads: any. */
#ifndef GI_HOST_PAGE_H
#define GI_HOST_PAGE_H

#include <stdatomic.h>

#include "host_semaphore.h"

#define GI_HOST_PAGE_BYTES 4096

enum gi_host_page_kind {
    GI_HOST_PAGE_BINARY = 0,
    GI_HOST_PAGE_TIMELINE = 1,
    GI_HOST_PAGE_EVENT = 2,
};

/** The header, which an importer reads once to check that the page is one of ours. */
struct gi_host_page_header {
    uint32_t magic;
    uint32_t version;
    uint32_t kind;
    uint32_t reserved;
};

/** The beginning of every page. */
struct gi_host_semaphore_page {
    struct gi_host_page_header header;
    _Atomic uint64_t value;
    _Atomic uint32_t wake;              /* futex word, changed after each signal */
    _Atomic uint32_t last_signaller;    /* process id, to find the cause of a hang */
};

/** Makes and maps a page that is zero except for its header.
 *  Owner:  the caller unmaps *out_page and closes *out_fd.
 *  Errors: negative errno. */
int gi_host_page_create(const char *name, enum gi_host_page_kind kind,
                        struct gi_host_semaphore_page **out_page, int *out_fd);

/** Reads the kind of a page, without a side effect on the fd. False if the fd is not such a
 *  page. */
bool gi_host_page_read_kind(int fd, enum gi_host_page_kind *out_kind);

/** Maps a page.
 *  Owner:  borrows fd; the caller unmaps *out_page.
 *  Errors: negative errno. */
int gi_host_page_map(int fd, struct gi_host_semaphore_page **out_page);
void gi_host_page_unmap(struct gi_host_semaphore_page *page);

#endif
