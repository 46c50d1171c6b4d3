/** Launches of executables.
 *
 *  Threads: any that holds no lock.
 *  Errors:  of all: GI_INVALID_VALUE for a handle that names no executable. */
#ifndef GI_EXEC_LAUNCH_H
#define GI_EXEC_LAUNCH_H

#include "base/handle.h"

/** Enqueues a launch. It comes after the stream's earlier work and after the executable's last
 *  launch, and before the stream's later work. Branches of the graph do not wait for each other.
 *  Nothing is enqueued if what a node names is gone; the sentence then names the node.
 *  Errors: also GI_STALE_HANDLE, and those of the nodes' operations. */
GI_MUST_CHECK gi_status gi_exec_launch(gi_handle exec, gi_handle stream);

/** Looks up what a launch will look up, and compiles what is not compiled.
 *  Errors: as gi_exec_launch. */
GI_MUST_CHECK gi_status gi_exec_upload(gi_handle exec, gi_handle stream);

struct gi_exec;
struct gi_stream;

/** Enqueues a launch of a conditional node's graph in a stream of the library.
 *  Errors: as gi_exec_launch. */
GI_MUST_CHECK gi_status gi_exec_launch_body(struct gi_exec *body, struct gi_stream *stream);

/** Ends what the launches of an executable have made. Nobody else uses it any more. */
void gi_exec_drop_tracks(struct gi_exec *exec);

#endif
