/* A library that stands for the vendor's: its functions are never called. */
#include <stdlib.h>

int cuMulticastCreate(void);
int cuMulticastCreate(void)
{
    abort();
}
