/** The functions of gpuinterop.h that the cases call, for libraries that may lack them. */
#ifndef SUITE_DETAILS_H
#define SUITE_DETAILS_H

#include <stdbool.h>

/** True if the library has sentences for its errors, as this project's libraries do. */
bool suite_has_sentences(void);

#endif
