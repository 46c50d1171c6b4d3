/** Compiling HIP sources while a program runs. The functions are in libhipinterop, and alone in
 *  libhiprtcinterop; libhiprtc.so.6 in the folder of the vendors' names is the same.
 *
 *  clang (package "clang", 14 or newer) compiles, in a process of its own, to PTX. Code is an
 *  offload bundle with PTX in it, which hipModuleLoadData takes. Results are kept on disk
 *  (GPUINTEROP_CACHE_DIR).
 *  Threads: any. Calls for one program wait for each other.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_HIPRTC_H
#define GPUINTEROP_HIP_HIPRTC_H

#include <stdlib.h>

#include "hip_common.h"
#include "hipinterop/runtime/declare.h"
#include "hipinterop/runtime/hiprtc_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Gets the name of a code.
 *  Owner: the library; the text is valid for ever.
 *  Returns: the name, or NULL if there is no such code.
 *  Errors: none.
 *  Mirrors: *hiprtcGetErrorString of HIP 6.4. */
GPUINTEROP_API const char *hiprtcGetErrorString(hiprtcResult result);

/** Gets the version of this interface: 9.0.
 *  Parameter major: gets the number before the point.
 *  Parameter minor: gets the number behind it.
 *  Errors: HIPRTC_ERROR_INVALID_INPUT if major or minor is NULL.
 *  Mirrors: hiprtcVersion of HIP 6.4. */
GPUINTEROP_API hiprtcResult hiprtcVersion(int *major, int *minor);

/** Makes a program of a source and its headers, whose texts are copied.
 *  Parameter program: gets the program.
 *  Parameter source: the text of the source.
 *  Parameter name: of the source, in messages. The folder in it is searched for headers. May be
 *      NULL.
 *  Parameter header_count: the number of headers; may be 0.
 *  Parameter headers: their texts.
 *  Parameter include_names: the names by which the source includes them.
 *  Owner: the caller, by hiprtcDestroyProgram.
 *  Errors: HIPRTC_ERROR_INVALID_INPUT for a NULL but name, a negative number, or a header whose
 *      name is a whole path or leads up by more than three folders; HIPRTC_ERROR_OUT_OF_MEMORY.
 *  Mirrors: hiprtcCreateProgram of HIP 6.4. */
GPUINTEROP_API hiprtcResult hiprtcCreateProgram(
    hiprtcProgram *program, const char *source, const char *name, int header_count,
    const char **headers, const char **include_names);

/** Ends a program. A compilation of it in another thread ends first.
 *  Parameter program: a program; becomes NULL.
 *  Errors: HIPRTC_ERROR_INVALID_INPUT if program is NULL; HIPRTC_ERROR_INVALID_PROGRAM.
 *  Mirrors: hiprtcDestroyProgram of HIP 6.4. */
GPUINTEROP_API hiprtcResult hiprtcDestroyProgram(hiprtcProgram *program);

/** Names a kernel or variable whose name in the code will be asked for. A template is instantiated
 *  by it. The name of a variable begins with '&'. A wrong name fails the compilation.
 *  Parameter program: a program that was not compiled.
 *  Parameter name_expression: the name in C++.
 *  Errors: HIPRTC_ERROR_INVALID_PROGRAM; HIPRTC_ERROR_INVALID_INPUT if name_expression is NULL;
 *      HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION; HIPRTC_ERROR_OUT_OF_MEMORY.
 *  Mirrors: hiprtcAddNameExpression of HIP 6.4. */
GPUINTEROP_API hiprtcResult hiprtcAddNameExpression(
    hiprtcProgram program, const char *name_expression);

/** Compiles a program; what it was compiled to before ends.
 *  Parameter program: a program.
 *  Parameter option_count: the number of options.
 *  Parameter options: words of a command line; names of AMD's devices have no effect.
 *  Errors: HIPRTC_ERROR_INVALID_PROGRAM; HIPRTC_ERROR_INVALID_INPUT if option_count is negative;
 *      HIPRTC_ERROR_INVALID_OPTION; HIPRTC_ERROR_COMPILATION if the source or a name expression is
 *      wrong; HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE if clang is not there, was killed, or took
 *      longer than GPUINTEROP_COMPILE_SECONDS (300); HIPRTC_ERROR_OUT_OF_MEMORY. The program's log
 *      says why.
 *  Mirrors: hiprtcCompileProgram of HIP 6.4. */
GPUINTEROP_API hiprtcResult hiprtcCompileProgram(
    hiprtcProgram program, int option_count, const char **options);

/** Gets the name in the code of what was named in C++.
 *  Parameter program: a program that was compiled with success.
 *  Parameter name_expression: the name, as it was added.
 *  Parameter lowered_name: gets the name in the code.
 *  Owner: the program; the text is valid until it is compiled again or destroyed.
 *  Errors: HIPRTC_ERROR_INVALID_PROGRAM; HIPRTC_ERROR_INVALID_INPUT for a NULL;
 *      HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION; HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID.
 *  Mirrors: hiprtcGetLoweredName of HIP 6.4. */
GPUINTEROP_API hiprtcResult hiprtcGetLoweredName(
    hiprtcProgram program, const char *name_expression, const char **lowered_name);

/** Gets what the compiler wrote, the code that it made, or the size of either. The log is a text
 *  with a zero. Code is an offload bundle with PTX. Where bitcode is asked for there is PTX, which
 *  hiprtcLinkAddData takes. Before a compilation there is no code, and the texts are empty.
 *  Parameter program: a program.
 *  Parameter log: gets the text.
 *  Parameter code: gets the code.
 *  Parameter bitcode: gets the PTX.
 *  Parameter size: gets the size.
 *  Units: sizes are in bytes.
 *  Errors: HIPRTC_ERROR_INVALID_PROGRAM; HIPRTC_ERROR_INVALID_INPUT if the second argument is NULL.
 *  Mirrors: the functions of these names of HIP 6.4. */
GPUINTEROP_API hiprtcResult hiprtcGetProgramLog(hiprtcProgram program, char *log);
GPUINTEROP_API hiprtcResult hiprtcGetProgramLogSize(hiprtcProgram program, size_t *size);
GPUINTEROP_API hiprtcResult hiprtcGetCode(hiprtcProgram program, char *code);
GPUINTEROP_API hiprtcResult hiprtcGetCodeSize(hiprtcProgram program, size_t *size);
GPUINTEROP_API hiprtcResult hiprtcGetBitcode(hiprtcProgram program, char *bitcode);
GPUINTEROP_API hiprtcResult hiprtcGetBitcodeSize(hiprtcProgram program, size_t *size);

/** Makes a linker. The options have no effect.
 *  Parameter option_count: the number of options.
 *  Parameter options: the options.
 *  Parameter values: their values.
 *  Parameter state: gets the linker.
 *  Owner: the caller, by hiprtcLinkDestroy.
 *  Errors: HIPRTC_ERROR_INVALID_INPUT if state is NULL, or options or values is NULL where there
 *      are some; HIPRTC_ERROR_OUT_OF_MEMORY.
 *  Mirrors: hiprtcLinkCreate of HIP 6.4. */
GPUINTEROP_API hiprtcResult hiprtcLinkCreate(
    unsigned int option_count, hiprtcJIT_option *options, void **values, hiprtcLinkState *state);

/** Adds PTX, or a container of it, to a linker, from a file or from memory.
 *  Parameter state: a linker.
 *  Parameter type: the kind of the code; the code itself says it.
 *  Parameter path: the file.
 *  Parameter image: the code, which is copied.
 *  Parameter size: of the code.
 *  Parameter name: of the code; may be NULL.
 *  Parameter option_count: the number of options.
 *  Parameter options: without effect.
 *  Parameter values: without effect.
 *  Units: size is in bytes.
 *  Errors: HIPRTC_ERROR_INVALID_INPUT for a NULL, and if state is no linker; HIPRTC_ERROR_LINKING
 *      if the code has no PTX; HIPRTC_ERROR_OUT_OF_MEMORY.
 *  Mirrors: hiprtcLinkAddFile and hiprtcLinkAddData of HIP 6.4. */
GPUINTEROP_API hiprtcResult hiprtcLinkAddFile(
    hiprtcLinkState state, hiprtcJITInputType type, const char *path, unsigned int option_count,
    hiprtcJIT_option *options, void **values);
GPUINTEROP_API hiprtcResult hiprtcLinkAddData(
    hiprtcLinkState state, hiprtcJITInputType type, void *image, size_t size, const char *name,
    unsigned int option_count, hiprtcJIT_option *options, void **values);

/** Links what was added.
 *  Parameter state: a linker.
 *  Parameter code: gets the code, which is PTX.
 *  Parameter size: gets its size.
 *  Owner: the linker; the code is valid until it is linked again or destroyed.
 *  Units: size is in bytes.
 *  Errors: HIPRTC_ERROR_INVALID_INPUT for a NULL, if state is no linker, and if nothing was added;
 *      HIPRTC_ERROR_LINKING.
 *  Mirrors: hiprtcLinkComplete of HIP 6.4. */
GPUINTEROP_API hiprtcResult hiprtcLinkComplete(
    hiprtcLinkState state, void **code, size_t *size);

/** Ends a linker.
 *  Parameter state: a linker.
 *  Errors: HIPRTC_ERROR_INVALID_INPUT if state is no linker.
 *  Mirrors: hiprtcLinkDestroy of HIP 6.4. */
GPUINTEROP_API hiprtcResult hiprtcLinkDestroy(hiprtcLinkState state);

#ifdef __cplusplus
}
#endif

#endif
