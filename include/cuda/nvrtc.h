/** Compiling CUDA C++ while a program runs, as CUDA's NVRTC does. The library is libnvrtcinterop;
 *  libnvrtc.so.13 and libnvrtc.so.12 in the folder of the vendors' names are the same.
 *
 *  clang (package "clang", 14 or newer) compiles, in a process of its own, to PTX. There is no
 *  machine code: where a program asks for some it gets PTX, which cuModuleLoadData takes as well.
 *  Results are kept on disk (GPUINTEROP_CACHE_DIR).
 *
 *  Threads: any, unless a line says otherwise. Calls for one program wait for each other.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDA_NVRTC_H
#define GPUINTEROP_CUDA_NVRTC_H

#include <stdlib.h>

#include "cudainterop/runtime/declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The results of the functions. */
typedef enum {
    NVRTC_SUCCESS = 0,
    NVRTC_ERROR_OUT_OF_MEMORY = 1,
    NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
    NVRTC_ERROR_INVALID_INPUT = 3,
    NVRTC_ERROR_INVALID_PROGRAM = 4,
    NVRTC_ERROR_INVALID_OPTION = 5,
    NVRTC_ERROR_COMPILATION = 6,
    NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
    NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
    NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
    NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
    NVRTC_ERROR_INTERNAL_ERROR = 11,
    NVRTC_ERROR_TIME_FILE_WRITE_FAILED = 12,
    NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED = 13,
    NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED = 14,
    NVRTC_ERROR_PCH_CREATE = 15,
    NVRTC_ERROR_CANCELLED = 16,
    NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED = 17
} nvrtcResult;

/** A source with its headers, and what was compiled from it. */
typedef struct _nvrtcProgram *nvrtcProgram;

/** A function that is called while the compiler runs; a number other than 0 stops the compiler. */
typedef int (*nvrtcFlowCallback)(void *, void *);

/** Gets the name of a code.
 *  Owner: the library; the text is valid for ever.
 *  Returns: the name, or "NVRTC_ERROR unknown".
 *  Errors: none.
 *  Mirrors: nvrtcGetErrorString of CUDA 13.0. */
GPUINTEROP_API const char *nvrtcGetErrorString(nvrtcResult result);

/** Gets the version of this interface: 13.0; 12.9 from libnvrtc.so.12.
 *  Parameter major: gets the number before the point.
 *  Parameter minor: gets the number behind it.
 *  Errors: NVRTC_ERROR_INVALID_INPUT if major or minor is NULL.
 *  Mirrors: nvrtcVersion of CUDA 13.0. */
GPUINTEROP_API nvrtcResult nvrtcVersion(int *major, int *minor);

/** Gets the number of architectures that code is compiled for, or lists them, the lowest first.
 *  Parameter numArchs: gets the number.
 *  Parameter supportedArchs: gets as many numbers; 75 is compute capability 7.5.
 *  Errors: NVRTC_ERROR_INVALID_INPUT for a NULL.
 *  Mirrors: nvrtcGetNumSupportedArchs and nvrtcGetSupportedArchs of CUDA 13.0. */
GPUINTEROP_API nvrtcResult nvrtcGetNumSupportedArchs(int *numArchs);
GPUINTEROP_API nvrtcResult nvrtcGetSupportedArchs(int *supportedArchs);

/** Makes a program of a source and its headers, whose texts are copied.
 *  Parameter prog: gets the program.
 *  Parameter src: the text of the source.
 *  Parameter name: of the source, in messages. The folder in it is searched for headers. May be
 *      NULL.
 *  Parameter numHeaders: the number of headers; may be 0.
 *  Parameter headers: their texts.
 *  Parameter includeNames: the names by which the source includes them.
 *  Owner: the caller, by nvrtcDestroyProgram.
 *  Errors: NVRTC_ERROR_INVALID_PROGRAM if prog is NULL; NVRTC_ERROR_INVALID_INPUT for another NULL,
 *      a negative number, or a header whose name is a whole path or leads up by more than three
 *      folders; NVRTC_ERROR_OUT_OF_MEMORY.
 *  Mirrors: nvrtcCreateProgram of CUDA 13.0. */
GPUINTEROP_API nvrtcResult nvrtcCreateProgram(
    nvrtcProgram *prog, const char *src, const char *name, int numHeaders,
    const char *const *headers, const char *const *includeNames);

/** Ends a program. A compilation of it in another thread ends first.
 *  Parameter prog: a program; becomes NULL.
 *  Errors: NVRTC_ERROR_INVALID_PROGRAM.
 *  Mirrors: nvrtcDestroyProgram of CUDA 13.0. */
GPUINTEROP_API nvrtcResult nvrtcDestroyProgram(nvrtcProgram *prog);

/** Compiles a program; what it was compiled to before ends.
 *  Parameter prog: a program.
 *  Parameter numOptions: the number of options.
 *  Parameter options: words of a command line.
 *  Errors: NVRTC_ERROR_INVALID_PROGRAM; NVRTC_ERROR_INVALID_INPUT if numOptions is negative;
 *      NVRTC_ERROR_INVALID_OPTION; NVRTC_ERROR_COMPILATION if the source or a name expression is
 *      wrong; NVRTC_ERROR_BUILTIN_OPERATION_FAILURE if clang is not there, was killed, or took
 *      longer than GPUINTEROP_COMPILE_SECONDS (300); NVRTC_ERROR_CANCELLED;
 *      NVRTC_ERROR_OUT_OF_MEMORY. The program's log says why.
 *  Mirrors: nvrtcCompileProgram of CUDA 13.0. */
GPUINTEROP_API nvrtcResult nvrtcCompileProgram(
    nvrtcProgram prog, int numOptions, const char *const *options);

/** Gets the PTX, what the compiler wrote, or the size of either. Both are texts with a zero, which
 *  the size counts. A program without any has an empty text.
 *  Parameter prog: a program.
 *  Parameter ptx: gets the text.
 *  Parameter log: gets the text.
 *  Parameter ptxSizeRet: gets the size.
 *  Parameter logSizeRet: gets the size.
 *  Units: sizes are in bytes.
 *  Errors: NVRTC_ERROR_INVALID_PROGRAM; NVRTC_ERROR_INVALID_INPUT if the second argument is NULL.
 *  Mirrors: the functions of these names of CUDA 13.0. */
GPUINTEROP_API nvrtcResult nvrtcGetPTXSize(nvrtcProgram prog, size_t *ptxSizeRet);
GPUINTEROP_API nvrtcResult nvrtcGetPTX(nvrtcProgram prog, char *ptx);
GPUINTEROP_API nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram prog, size_t *logSizeRet);
GPUINTEROP_API nvrtcResult nvrtcGetProgramLog(nvrtcProgram prog, char *log);

/** Gets PTX in the place of machine code, or its size. It is a text with a zero, as that of
 *  nvrtcGetPTX. There is none if no option names a real architecture, as sm_75 is: the size is 0.
 *  Parameter prog: a program.
 *  Parameter cubin: gets the text.
 *  Parameter cubinSizeRet: gets the size.
 *  Units: the size is in bytes.
 *  Errors: NVRTC_ERROR_INVALID_PROGRAM; NVRTC_ERROR_INVALID_INPUT if the second argument is NULL.
 *  Mirrors: nvrtcGetCUBINSize and nvrtcGetCUBIN of CUDA 13.0. */
GPUINTEROP_API nvrtcResult nvrtcGetCUBINSize(nvrtcProgram prog, size_t *cubinSizeRet);
GPUINTEROP_API nvrtcResult nvrtcGetCUBIN(nvrtcProgram prog, char *cubin);

/** Gets a form of code that this compiler never makes: the size is 0, and nothing is written. The
 *  options that ask for one are refused.
 *  Parameter prog: a program.
 *  Parameter LTOIR: gets nothing.
 *  Parameter optixir: gets nothing.
 *  Parameter LTOIRSizeRet: gets 0.
 *  Parameter optixirSizeRet: gets 0.
 *  Errors: NVRTC_ERROR_INVALID_PROGRAM; NVRTC_ERROR_INVALID_INPUT if the second argument is NULL.
 *  Mirrors: the functions of these names of CUDA 13.0. */
GPUINTEROP_API nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram prog, size_t *LTOIRSizeRet);
GPUINTEROP_API nvrtcResult nvrtcGetLTOIR(nvrtcProgram prog, char *LTOIR);
GPUINTEROP_API nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram prog, size_t *optixirSizeRet);
GPUINTEROP_API nvrtcResult nvrtcGetOptiXIR(nvrtcProgram prog, char *optixir);

/** Names a kernel or variable whose name in the code will be asked for. A template is instantiated
 *  by it. The name of a variable begins with '&'. A wrong name fails the compilation.
 *  Parameter prog: a program that was not compiled.
 *  Parameter name_expression: the name in C++, as "n::kernel<float>".
 *  Errors: NVRTC_ERROR_INVALID_PROGRAM; NVRTC_ERROR_INVALID_INPUT if name_expression is NULL;
 *      NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION; NVRTC_ERROR_OUT_OF_MEMORY.
 *  Mirrors: nvrtcAddNameExpression of CUDA 13.0. */
GPUINTEROP_API nvrtcResult nvrtcAddNameExpression(
    nvrtcProgram prog, const char *const name_expression);

/** Gets the name in the code of what was named in C++. It need not be that of another compiler.
 *  Parameter prog: a program that was compiled with success.
 *  Parameter name_expression: the name, as it was added.
 *  Parameter lowered_name: gets the name in the code.
 *  Owner: the program; the text is valid until it is compiled again or destroyed.
 *  Errors: NVRTC_ERROR_INVALID_PROGRAM; NVRTC_ERROR_INVALID_INPUT for a NULL;
 *      NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION; NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID.
 *  Mirrors: nvrtcGetLoweredName of CUDA 13.0. */
GPUINTEROP_API nvrtcResult nvrtcGetLoweredName(
    nvrtcProgram prog, const char *const name_expression, const char **lowered_name);

/** Gets or sets the room for precompiled headers. The number is kept, and has no effect: there are
 *  none.
 *  Parameter ret: gets the number; 256 MiB at first.
 *  Parameter size: the number; it is rounded up to a page.
 *  Units: bytes.
 *  Errors: NVRTC_ERROR_INVALID_INPUT if ret is NULL.
 *  Mirrors: nvrtcGetPCHHeapSize and nvrtcSetPCHHeapSize of CUDA 13.0. */
GPUINTEROP_API nvrtcResult nvrtcGetPCHHeapSize(size_t *ret);
GPUINTEROP_API nvrtcResult nvrtcSetPCHHeapSize(size_t size);

/** Gets how the last compilation made a precompiled header: it made none.
 *  Parameter prog: a program.
 *  Returns: NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED.
 *  Errors: NVRTC_ERROR_INVALID_PROGRAM.
 *  Mirrors: nvrtcGetPCHCreateStatus of CUDA 13.0. */
GPUINTEROP_API nvrtcResult nvrtcGetPCHCreateStatus(nvrtcProgram prog);

/** Gets the room that a precompiled header would have needed: 0.
 *  Parameter prog: a program.
 *  Parameter size: gets the number.
 *  Units: bytes.
 *  Errors: NVRTC_ERROR_INVALID_PROGRAM; NVRTC_ERROR_INVALID_INPUT if size is NULL.
 *  Mirrors: nvrtcGetPCHHeapSizeRequired of CUDA 13.0. */
GPUINTEROP_API nvrtcResult nvrtcGetPCHHeapSizeRequired(nvrtcProgram prog, size_t *size);

/** Sets a function that is called again and again while the program is compiled, by the thread that
 *  compiles. It must not use the program.
 *  Parameter prog: a program.
 *  Parameter callback: answers 0, or another number to stop the compiler. Its second argument is
 *      NULL.
 *  Parameter payload: its first argument.
 *  Errors: NVRTC_ERROR_INVALID_PROGRAM; NVRTC_ERROR_INVALID_INPUT if callback is NULL.
 *  Mirrors: nvrtcSetFlowCallback of CUDA 13.0. */
GPUINTEROP_API nvrtcResult nvrtcSetFlowCallback(
    nvrtcProgram prog, nvrtcFlowCallback callback, void *payload);

#ifdef __cplusplus
}
#endif

#endif
