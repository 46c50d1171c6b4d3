#include "stage.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void need(bool good, const char *what)
{
    if (good)
        return;
    int status = errno == EPIPE ? PEER_GONE : 1;
    fprintf(stderr, "%s: %s: %s\n", stage_name, what, strerror(errno));
    exit(status);
}
