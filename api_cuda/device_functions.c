/** Functions of device code that programs declare and that no text of theirs defines. */
#include "code/known_functions.h"

/* The handle is the address of a word (graph/exec/conditional.h). */
static const char set_condition[] =
    ".func cudaGraphSetConditional(.param .b64 handle, .param .b32 value)\n"
    "{\n"
    "    .reg .b64 %handle;\n"
    "    .reg .b32 %value;\n"
    "    ld.param.u64 %handle, [handle];\n"
    "    ld.param.u32 %value, [value];\n"
    "    st.global.u32 [%handle], %value;\n"
    "    ret;\n"
    "}\n";

/* Before main: a compiler's code may be read then. */
__attribute__((constructor)) static void add_functions(void)
{
    gi_known_function_add("cudaGraphSetConditional", set_condition);
}
