/* The fifth stage of the demo in builds that lack what it needs (gl_stage.cu). It says so. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "pass_fds.h"
#include "scene.h"
#include "stage.h"

const char stage_name[] = "gl stage";

int main(int argc, char **argv)
{
    int socket = argc > 1 ? atoi(argv[1]) : -1;
    struct share share;

    need(pass_fds_receive(socket, &share, sizeof share, NULL, 0, PATIENCE_MS),
         "receiving from the renderer");
    if (argc > 2 && atoi(argv[2]) > 0)
        raise(SIGKILL);
    printf("  %-16s skipped: it was built without EGL and OpenGL, or without clang\n", stage_name);
    need(pass_fds_send(socket, "no", 2, NULL, 0), "telling the renderer");
    return 0;
}
