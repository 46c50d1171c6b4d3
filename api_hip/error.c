#include "front.h"

hipError_t hipExtGetLastError(void)
{
    return hipGetLastError();
}
