/** Compiling HIP sources while a program runs. This library compiles none yet: no program and no
 *  linker is ever made, so each function that needs one refuses what it gets. The functions are
 *  there for programs that look for them at start. hipinterop-cc compiles ahead.
 *  Threads: any. */
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

/** Makes a program of a source and its headers. This library makes none.
 *  Parameter program: would get the program.
 *  Parameter source: the text of the source.
 *  Parameter name: of the source, for messages; may be NULL.
 *  Parameter header_count: the number of headers; may be 0.
 *  Parameter headers: their texts.
 *  Parameter include_names: the names by which the source includes them.
 *  Errors: HIPRTC_ERROR_INVALID_INPUT if program or source is NULL, header_count is negative, or
 *      headers or include_names is NULL where there are some;
 *      HIPRTC_ERROR_PROGRAM_CREATION_FAILURE otherwise.
 *  Mirrors: hiprtcCreateProgram of HIP 6.4. */
GPUINTEROP_API hiprtcResult hiprtcCreateProgram(
    hiprtcProgram *program, const char *source, const char *name, int header_count,
    const char **headers, const char **include_names);

/** Ends a program.
 *  Parameter program: a program.
 *  Errors: HIPRTC_ERROR_INVALID_INPUT if program is NULL; HIPRTC_ERROR_INVALID_PROGRAM, because
 *      there is none.
 *  Mirrors: hiprtcDestroyProgram of HIP 6.4. */
GPUINTEROP_API hiprtcResult hiprtcDestroyProgram(hiprtcProgram *program);

/** Names a kernel or variable whose name in the code will be asked for.
 *  Parameter program: a program.
 *  Parameter name_expression: the name in C++.
 *  Errors: HIPRTC_ERROR_INVALID_INPUT if name_expression is NULL; HIPRTC_ERROR_INVALID_PROGRAM,
 *      because there is none.
 *  Mirrors: hiprtcAddNameExpression of HIP 6.4. */
GPUINTEROP_API hiprtcResult hiprtcAddNameExpression(
    hiprtcProgram program, const char *name_expression);

/** Compiles a program.
 *  Parameter program: a program.
 *  Parameter option_count: the number of options.
 *  Parameter options: words of a command line.
 *  Errors: HIPRTC_ERROR_INVALID_INPUT if option_count is negative, or options is NULL where there
 *      are some; HIPRTC_ERROR_INVALID_PROGRAM, because there is none.
 *  Mirrors: hiprtcCompileProgram of HIP 6.4. */
GPUINTEROP_API hiprtcResult hiprtcCompileProgram(
    hiprtcProgram program, int option_count, const char **options);

/** Gets the name in the code of what was named in C++.
 *  Parameter program: a program.
 *  Parameter name_expression: the name in C++.
 *  Parameter lowered_name: would get the name in the code.
 *  Errors: HIPRTC_ERROR_INVALID_INPUT if name_expression or lowered_name is NULL;
 *      HIPRTC_ERROR_INVALID_PROGRAM, because there is none.
 *  Mirrors: hiprtcGetLoweredName of HIP 6.4. */
GPUINTEROP_API hiprtcResult hiprtcGetLoweredName(
    hiprtcProgram program, const char *name_expression, const char **lowered_name);

/** Gets what the compiler wrote, the code that it made, or the size of either.
 *  Parameter program: a program.
 *  Parameter log: would get the text.
 *  Parameter code: would get the code.
 *  Parameter bitcode: would get the code for a linker.
 *  Parameter size: would get the size.
 *  Units: sizes are in bytes.
 *  Errors: HIPRTC_ERROR_INVALID_INPUT if the second argument is NULL;
 *      HIPRTC_ERROR_INVALID_PROGRAM, because there is no program.
 *  Mirrors: the functions of these names of HIP 6.4. */
GPUINTEROP_API hiprtcResult hiprtcGetProgramLog(hiprtcProgram program, char *log);
GPUINTEROP_API hiprtcResult hiprtcGetProgramLogSize(hiprtcProgram program, size_t *size);
GPUINTEROP_API hiprtcResult hiprtcGetCode(hiprtcProgram program, char *code);
GPUINTEROP_API hiprtcResult hiprtcGetCodeSize(hiprtcProgram program, size_t *size);
GPUINTEROP_API hiprtcResult hiprtcGetBitcode(hiprtcProgram program, char *bitcode);
GPUINTEROP_API hiprtcResult hiprtcGetBitcodeSize(hiprtcProgram program, size_t *size);

/** Makes a linker. This library makes none.
 *  Parameter option_count: the number of options.
 *  Parameter options: the options.
 *  Parameter values: their values.
 *  Parameter state: would get the linker.
 *  Errors: HIPRTC_ERROR_INVALID_INPUT if state is NULL, or options or values is NULL where there
 *      are some; HIPRTC_ERROR_LINKING otherwise.
 *  Mirrors: hiprtcLinkCreate of HIP 6.4. */
GPUINTEROP_API hiprtcResult hiprtcLinkCreate(
    unsigned int option_count, hiprtcJIT_option *options, void **values, hiprtcLinkState *state);

/** Adds code to a linker, from a file or from memory.
 *  Parameter state: a linker.
 *  Parameter type: the kind of the code.
 *  Parameter path: the file.
 *  Parameter image: the code.
 *  Parameter size: of the code.
 *  Parameter name: of the code, for messages; may be NULL.
 *  Parameter option_count: the number of options.
 *  Parameter options: the options.
 *  Parameter values: their values.
 *  Units: size is in bytes.
 *  Errors: HIPRTC_ERROR_INVALID_INPUT, because state is no linker.
 *  Mirrors: hiprtcLinkAddFile and hiprtcLinkAddData of HIP 6.4. */
GPUINTEROP_API hiprtcResult hiprtcLinkAddFile(
    hiprtcLinkState state, hiprtcJITInputType type, const char *path, unsigned int option_count,
    hiprtcJIT_option *options, void **values);
GPUINTEROP_API hiprtcResult hiprtcLinkAddData(
    hiprtcLinkState state, hiprtcJITInputType type, void *image, size_t size, const char *name,
    unsigned int option_count, hiprtcJIT_option *options, void **values);

/** Links what was added.
 *  Parameter state: a linker.
 *  Parameter code: would get the code.
 *  Parameter size: would get its size.
 *  Units: size is in bytes.
 *  Errors: HIPRTC_ERROR_INVALID_INPUT, because state is no linker.
 *  Mirrors: hiprtcLinkComplete of HIP 6.4. */
GPUINTEROP_API hiprtcResult hiprtcLinkComplete(
    hiprtcLinkState state, void **code, size_t *size);

/** Ends a linker.
 *  Parameter state: a linker.
 *  Errors: HIPRTC_ERROR_INVALID_INPUT, because state is no linker.
 *  Mirrors: hiprtcLinkDestroy of HIP 6.4. */
GPUINTEROP_API hiprtcResult hiprtcLinkDestroy(hiprtcLinkState state);

#ifdef __cplusplus
}
#endif

#endif
