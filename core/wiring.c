#include "wiring.h"

#include "context/context.h"
#include "device/device_open.h"
#include "graph/capture/capture_call.h"
#include "graph/capture/captured.h"
#include "module/barrier_test.h"
#include "module/matrix_test.h"
#include "module/registered.h"
#include "carry/word_copy.h"
#include "share/multicast_share.h"

const struct gi_wiring gi_wiring = {
    .open_device = gi_device_open,
    .device_is_open = gi_registered_begin_ahead,
    .context_ends_calls = gi_context_ends_calls,
    .keep_word = gi_word_copy_ref,
    .fetch_word = gi_word_copy_fetch,
    .release_word = gi_word_copy_unref,
    .capture = gi_captured_operation,
    .end_graph = gi_capture_end_graph,
    .test_matrices = gi_matrix_test,
    .test_barriers = gi_barrier_test,
    .tell_binding = gi_multicast_tell,
    .open_bindings = gi_multicast_open_bindings,
};
