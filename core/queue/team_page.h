/** The page of a multicast object: the members of its team, and their bindings. Processes may share
 *  it, as a sealed memfd.
 *
 *  As in pages of semaphores and events there is no lock in it, so a process that dies leaves
 *  nothing locked. Its content is untrusted: the properties are copied once, when the page is
 *  mapped. A hostile process can cause a wrong answer but never a crash. Numbers that were read are
 *  in range; their statements about other processes may be false.
 *
 *  Threads: any, except create, import and finish of one view.
 *  Errors:  negative errno values. */
#ifndef GI_TEAM_PAGE_H
#define GI_TEAM_PAGE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { GI_TEAM_MOST_DEVICES = 64, GI_TEAM_MOST_BINDINGS = 1024, GI_TEAM_WORDS = 64 };

struct gi_team_properties {
    uint32_t device_count;       /* 1 to GI_TEAM_MOST_DEVICES */
    uint64_t size_bytes;
    int handle_types;
};

struct gi_team_layout;

/** One process's view. Zeroed memory is a finished one. */
struct gi_team_page {
    struct gi_team_layout *layout;
    struct gi_team_properties properties;
    bool is_shared;
};

/** The device of a team, as its process wrote it. */
struct gi_team_member {
    uint32_t process, process_space;     /* gi_other_process_space */
    uint32_t ordinal;                    /* in that process */
};

/** A binding, as its process wrote it. */
struct gi_team_binding {
    uint32_t member;             /* below the team's device_count */
    uint64_t offset_bytes, size_bytes;   /* in the object; size is not 0, and the end within it */
    uint8_t words[GI_TEAM_WORDS];        /* how to ask for the memory */
};

/** Makes a page without members. With out_fd NULL it stays in this process.
 *  Owner:  the caller finishes *out, and closes *out_fd. */
int gi_team_page_create(const struct gi_team_properties *properties, struct gi_team_page *out,
                        int *out_fd);

/** Maps the page of an fd; -EINVAL if it is none.
 *  Owner:  borrows the fd; the caller finishes *out. */
int gi_team_page_import(int borrowed_fd, struct gi_team_page *out);
void gi_team_page_finish(struct gi_team_page *page);

/** Makes a device of this process the next member; -ENOSPC if the team is complete. */
int gi_team_page_add(const struct gi_team_page *page, uint32_t ordinal, uint32_t *out_member);

/** How many devices were added. */
uint32_t gi_team_page_count(const struct gi_team_page *page);

/** Sleeps until all devices may have been added, but no longer than until this time, and not for
 *  long at once. */
void gi_team_page_sleep(const struct gi_team_page *page, int64_t abs_timeout_ns);

/** Reads a member. False if it was not added. */
bool gi_team_page_member(const struct gi_team_page *page, uint32_t member,
                         struct gi_team_member *out_member);

/** Notes a binding of this process; -ENOSPC if the page is full. Returns its number. */
int gi_team_page_bind(const struct gi_team_page *page, const struct gi_team_binding *binding);
void gi_team_page_unbind(const struct gi_team_page *page, int number);

/** Changes with each binding and unbinding. */
uint32_t gi_team_page_generation(const struct gi_team_page *page);

/** Reads a binding of any process. False if there is none with this number. */
bool gi_team_page_binding(const struct gi_team_page *page, int number,
                          struct gi_team_binding *out_binding);

#endif
