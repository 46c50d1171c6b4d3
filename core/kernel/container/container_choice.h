/** Which PTX of a container runs on a device. */
#ifndef GI_CONTAINER_CHOICE_H
#define GI_CONTAINER_CHOICE_H

#include "kernel/container/container.h"

/** Tells if a PTX text has no instruction that is unknown. If it has, it keeps a sentence about one
 *  by gi_fail. */
typedef bool gi_container_is_known(void *user, const char *text, size_t byte_count);

/** Takes out the PTX that runs on a device which reports this compute capability (75 is 7.5): the
 *  highest architecture that is not above it; else, of those above, the lowest with no unknown
 *  instruction. Where an image has one architecture several times, the first is taken, and what is
 *  not specific before what is. PTX without an architecture is the lowest.
 *  Errors:  GI_NO_BINARY if there is none, with a sentence that says what there is and how to
 *           build what runs; those of gi_container_unpack. */
GI_MUST_CHECK gi_status gi_container_choose(const struct gi_container *container,
                                            uint32_t capability, gi_container_is_known *is_known,
                                            void *user, struct gi_container_text *out_text);

#endif
