/* Kernels by hand with warp operations and barriers, and what they compute. */
#ifndef WARP_CASES_H
#define WARP_CASES_H

#include <stddef.h>

#include "kernel/translate/analyse/warp_plan.h"

enum { WARP_MOST_THREADS = 1024, WARP_WORDS = 4 };

/* One block runs. A thread reads a word into %v, its number into %t and its lane into %lane; what
 * it leaves in %o0 to %o3 at the label "done" is stored. Until then these are 0. */
struct warp_case {
    const char *name;
    const char *body;
    void (*expect)(const uint32_t *in, uint32_t *out, uint32_t threads);
    enum gi_warp_way way;       /* on a device without subgroups that are of use */
    bool always_machine;        /* on any device */
    bool barriers_alone;        /* there is no warp operation */
    uint32_t least_threads;
    bool apart_in_subgroups;    /* PTX lets its lanes meet; in subgroups they do not */
};

/* The last one has no name. */
extern const struct warp_case warp_cases[];

/* The text of a module with the case as its last entry. */
void warp_case_text(const struct warp_case *one, char *text, size_t room);

void warp_case_input(uint32_t *in, uint32_t threads);

#endif
