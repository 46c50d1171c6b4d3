/** Recordings of an executable: the commands of its steps, which the driver keeps in chunks.
 *
 *  Threads: one that holds the executable's lock, or the only one that has it. */
#ifndef GI_EXEC_RECORD_H
#define GI_EXEC_RECORD_H

#include "exec_state.h"

/** Records what is not recorded, or not in the present epoch. Costs a comparison if all is.
 *  Errors: those of looking nodes up and of compiling, with the node in the sentence;
 *          GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_exec_record(struct gi_exec *exec);

/** Makes the steps anew, if they are to be others, and records nothing.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_exec_make_steps(struct gi_exec *exec);

/** As gi_exec_record, while a launch is enqueued by the present steps, which stay as they are.
 *  Errors: also GI_INVALID_VALUE: they would have to be others. */
GI_MUST_CHECK gi_status gi_exec_record_again(struct gi_exec *exec);

/** A node asks for something else, or was switched off or on. So have the nodes changed that it is
 *  in a body of. From its first change on it is in a
 *  small chunk. A node that changes a second time gets a chunk for itself, as programs change the
 *  same few nodes again and again. */
void gi_exec_note_change(struct gi_exec *exec, size_t number);

/** Drops all that was made. Launches that are under way keep what they use. */
void gi_exec_drop_recorded(struct gi_exec *exec);

#endif
