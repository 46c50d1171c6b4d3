/** Video instructions: bytes and halves of words, with a second operation or a merge. */
#ifndef GI_EMIT_VIDEO_H
#define GI_EMIT_VIDEO_H

#include "kernel/translate/emit/value/value.h"

GI_EMIT_DECLARE(video);             /* vadd, vsub, vabsdiff, vmin, vmax, vshl, vshr, vset */
GI_EMIT_DECLARE(vmad);
GI_EMIT_DECLARE(video_lanes);       /* vadd2, vadd4, ... */

#endif
