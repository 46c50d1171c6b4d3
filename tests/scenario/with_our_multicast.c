/* Runs a program that calls cuMulticast*, if the libcuda.so.1 that it gets is this project's.
 *
 *      with_our_multicast PROGRAM [ARGUMENT...]
 *
 * Exit: the program's, or 77. */
#include <stdio.h>
#include <unistd.h>

#include <cuda.h>

#include "multicast_guard.h"

/* The program loads its libcuda.so.1 as this one does. This one needs it and never calls it. */
CUresult (*const needs_libcuda)(unsigned int flags) = cuInit;

int main(int argc, char **argv)
{
    multicast_guard();
    if (argc > 1)
        execv(argv[1], argv + 1);
    perror(argc > 1 ? argv[1] : argv[0]);
    return 1;
}
