/** How a copy between two ends is done once they are known: by the device, by the host, or by both
 *  through pinned memory. An end may be a place in an image, which no host sees. */
#ifndef GI_COPY_ENDS_H
#define GI_COPY_ENDS_H

#include "copy.h"
#include "stream_state.h"

/** The two ends of a copy, and its box: in the simplest form, unless an end is an image. */
struct gi_ends {
    struct gi_end dst, src;
    struct gi_box box;
};

/** Checks a copy kind, which may be any number.
 *  Errors: GI_INVALID_COPY_DIRECTION. */
GI_MUST_CHECK gi_status gi_ends_check_kind(int kind);

/** What a valid kind says about the destination (is_target), or about the source. */
enum gi_said gi_kind_says(int kind, bool is_target);

/** Resolves a box in memory that programs describe; is_target: it is to be written. what names the
 *  end in sentences. No other function checks whether memory is what the end or the kind says, and
 *  whether the box is in the allocation of its pointer.
 *  Errors: those of gi_box_check and gi_end_resolve; GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_end_resolve_box(struct gi_end *out_end, const struct gi_box_end *end,
                                           const struct gi_box *box, enum gi_said kind_says,
                                           bool is_target, const char *what);
void gi_ends_release(struct gi_ends *ends);

/** Copies on the legacy stream of the device whose memory the ends are, current if they are
 *  nobody's; done when this returns, unless both ends are device memory.
 *  Errors: GI_OUT_OF_MEMORY, and why a stream failed; as the next two. */
GI_MUST_CHECK gi_status gi_ends_copy(struct gi_device *current, const struct gi_ends *ends);

/** Enqueues the copy; pageable memory of the program's is done with when this returns. */
GI_MUST_CHECK gi_status gi_ends_copy_in(struct gi_stream *stream, const struct gi_ends *ends);

/** The same; done when this returns, unless both ends are device memory. */
GI_MUST_CHECK gi_status gi_ends_copy_and_wait(struct gi_stream *stream, const struct gi_ends *ends);

static inline bool gi_end_is_device(const struct gi_end *end)
{
    return end->allocation != NULL && end->allocation->kind == GI_POINTER_DEVICE;
}

#endif
