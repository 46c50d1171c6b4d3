/** Inside reflect: the variables that entry points list. */
#ifndef GI_REFLECT_ENTRIES_H
#define GI_REFLECT_ENTRIES_H

#include "kernel/translate/spirv/spirv.h"

/** Which operand of an OpEntryPoint is the first variable that it lists; its count of words if it
 *  lists none. */
uint32_t gi_reflect_interface(const uint32_t *at);

/** Whether an OpEntryPoint lists a variable. */
bool gi_reflect_lists(const uint32_t *at, uint32_t variable);

/** Whether an instruction of a function may stand in front of the first one of its body. */
bool gi_reflect_is_before_body(uint32_t opcode);

/** Adds variables to the entry points of an adopted module. These are the builder's own variables.
 *  If the version was raised above 1.3, the module's variables that are no input and stay come in
 *  addition: all of them where goes is NULL.
 *  Errors:  GI_NOT_SUPPORTED for more than an instruction has words; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_reflect_list_variables(struct gi_spirv *spirv, const uint32_t *words,
                                                  size_t word_count,
                                                  bool (*goes)(const void *context, uint32_t id),
                                                  const void *context);

#endif
