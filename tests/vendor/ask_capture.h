/** Questions about stream capture to CUDA's libraries: NVIDIA's, or this project's. */
#ifndef ASK_CAPTURE_H
#define ASK_CAPTURE_H

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/** The libraries' function of this name; ends the program if there is none. */
void *ask_find(bool is_runtime, const char *name);

#define ASK_STRING_OF(name) #name
#define ASK_STRING(name) ASK_STRING_OF(name)

/** A function of the runtime, or of the driver interface, with its type in the headers. */
#define R(name) (*(__typeof__(&name))ask_find(true, #name))
#define D(name) (*(__typeof__(&name))ask_find(false, ASK_STRING(name)))

/** Asks what a sequence of calls answers. */
void ask_sequence(int number);
extern const int ask_sequence_count;

#endif
