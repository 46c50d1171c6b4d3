/** The C++ library's header that writes the attribute __noinline__. Before clang 15 that name is a
 *  macro (qualifiers.h). */
#ifndef GPUINTEROP_DEVICE_WRAPPERS_SHARED_PTR_BASE
#define GPUINTEROP_DEVICE_WRAPPERS_SHARED_PTR_BASE

#pragma GCC system_header

#pragma push_macro("__noinline__")
#undef __noinline__
#include_next <bits/shared_ptr_base.h>
#pragma pop_macro("__noinline__")

#endif
