/** Writes of a kernel into its report (kernel/print/report.h), and the end of threads that fail. */
#ifndef GI_EMIT_REPORT_H
#define GI_EMIT_REPORT_H

#include "kernel/print/report.h"
#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/value.h"

GI_EMIT_DECLARE(trap);

/** The alloca that gi_ptx_expand_alloca leaves: memory that is full. */
GI_EMIT_DECLARE(alloca);

/** The operands of an assertion: device addresses in 64 bits, a line in 32. */
struct gi_emit_failure {
    gi_id message, file, line, function;
};

/** Reports a failure of the thread and ends it; failure is NULL where there is nothing to say. In a
 *  kernel with barriers the thread runs on, and its accesses are redirected: others wait for it. */
void gi_emit_fail(struct gi_emit *emit, enum gi_kernel_failure code,
                  const struct gi_emit_failure *failure);

/** Reports that the device has ended loops. A device of this kind runs through all branches, so it
 *  is one store. */
void gi_emit_report_loops(struct gi_emit *emit);

/** Writes a record: format and arguments are generic addresses, bytes those of the arguments.
 *  \return  a predicate: there was room. */
gi_id gi_emit_record(struct gi_emit *emit, gi_id format, gi_id arguments, gi_id bytes);

/** Calls the function that writes the report. code is a value of 32 bits. */
void gi_emit_call_fail(struct gi_emit *emit, gi_id code, const struct gi_emit_failure *failure);

/** Opens a function of 64-bit (l) and 32-bit (i) parameters. */
void gi_emit_open_function(struct gi_emit *emit, gi_id id, gi_type result,
                           const char *parameters, gi_id *out_values);

/** Makes the variable that says that a thread has ended. */
void gi_emit_make_ended(struct gi_emit *emit);

/** Finds which functions end threads, and makes the variable where there are any. */
void gi_emit_find_ends(struct gi_emit *emit);

/** A predicate: a thread has failed, in this launch or an earlier one of the report. 0: no thread
 *  can. */
gi_id gi_emit_somebody_failed(struct gi_emit *emit);

/** Marks the thread as ended, before a return. */
void gi_emit_mark_ended(struct gi_emit *emit);

/** Returns from the function if the thread has ended in a call. */
void gi_emit_leave_if_ended(struct gi_emit *emit);

/** The address of an access: another one if the thread has failed and runs on. For device memory in
 *  64 bits, for shared and local memory in 32: there it is the first word, which may be read. */
gi_id gi_emit_redirect(struct gi_emit *emit, gi_id address, enum gi_kind kind);

/** Opens flow for a thread that has not failed, around what changes shared memory. False, and
 *  nothing opened, if no thread fails and runs on. */
bool gi_emit_if_alive(struct gi_emit *emit, struct gi_emit_if *out_open);

/** Emits the functions that were used. */
void gi_emit_report_functions(struct gi_emit *emit);

#endif
