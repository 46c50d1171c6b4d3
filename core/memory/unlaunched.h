/** The right to name memory of graphs that no launch has allocated. Calls that prepare nodes have
 *  it, and all calls while a stream is captured. A call that becomes a node looks its memory up
 *  before that. An operation that only captures gave the right is refused if its own stream is not
 *  captured (gi_operand_check_launched).
 *  Threads: any. */
#ifndef GI_UNLAUNCHED_H
#define GI_UNLAUNCHED_H

#include <stdbool.h>

/** The thread prepares a node from the first to the second. */
void gi_naming_begin(void);
void gi_naming_end(void);

/** A capture begins or ends. */
void gi_naming_capture(bool begins);

bool gi_may_name_unlaunched(void);

/** Whether the thread prepares a node. */
bool gi_prepares_node(void);

#endif
