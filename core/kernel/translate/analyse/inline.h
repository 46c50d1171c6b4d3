/** Functions in the place of their calls. */
#ifndef GI_EMIT_INLINE_H
#define GI_EMIT_INLINE_H

#include "kernel/translate/analyse/emit.h"

/** So many calls may be open at once: more than any real kernel has. Drivers' compilers follow
 *  calls by recursion. */
enum { GI_EMIT_MOST_CALLS_DEEP = 250 };

/** The body of an entry. Functions with barriers, warp operations or waits stand in it in the place
 *  of their calls, so that all meetings are in the entry itself. So do functions that end threads,
 *  in a kernel with meetings. Calls by address compare with the addresses of these functions
 *  first. emit->inlined says of which functions there are no others.
 *  Owner:   the arena.
 *  Errors:  those of the parser; GI_NOT_SUPPORTED where the body would be enormous. */
GI_MUST_CHECK gi_status gi_emit_inline(struct gi_emit *emit, const struct gi_ptx_function *entry,
                                       struct gi_ptx_body **out_body);

#endif
