/* A program of somebody who has the HIP front end installed. Built as C and as C++, by
 * pkg-config and by CMake. */
#include <stdio.h>
#include <string.h>

#include <hip/hip_runtime_api.h>

int main(void)
{
    if (hipImportExternalMemory(NULL, NULL) == hipSuccess) {
        fprintf(stderr, "importing nothing succeeded\n");
        return 1;
    }
    if (strcmp(hipGetErrorName(hipErrorInvalidValue), "hipErrorInvalidValue") != 0) {
        fprintf(stderr, "hipErrorInvalidValue is called %s\n",
                hipGetErrorName(hipErrorInvalidValue));
        return 1;
    }
    return 0;
}
