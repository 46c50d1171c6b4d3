/** The functions of device code that take and give memory of a heap. Programs declare them, and the
 *  library has them as PTX. Pure. */
#ifndef GI_HEAP_NAMES_H
#define GI_HEAP_NAMES_H

#include <stdbool.h>

struct gi_ptx_function;
struct gi_ptx_module;
struct gi_ptx_variable;

/** Whether a module declares a function, by its name, and does not define it. */
bool gi_heap_lacks(const struct gi_ptx_module *module, const char *name);

/** The text of all of them, if a module declares one of them and defines none; else NULL. */
const char *gi_heap_text_for(const struct gi_ptx_module *module);

/** The variable of that text that says where the heap is; NULL: the module has not got the text. */
const struct gi_ptx_variable *gi_heap_variable(const struct gi_ptx_module *module);

/** Whether a function is of that text. */
bool gi_heap_has(const struct gi_ptx_module *module, const struct gi_ptx_function *function);

/** Whether a variable is that one. */
bool gi_heap_is_variable(const struct gi_ptx_module *module,
                         const struct gi_ptx_variable *variable);

#endif
