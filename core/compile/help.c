#include "compile/help.h"

#include <stdio.h>

static const char text[] =
    "Compiles and links %s sources with clang. Device code becomes PTX.\n"
    "\n"
    "  -c  -S  -E          stop after the object, the host's assembly, the preprocessor\n"
    "  -ptx  -fatbin       write the device code alone: as PTX, or as the container of it,\n"
    "                      which -cubin writes, too\n"
    "  -M  -MM             write dependencies alone; -MD -MMD -MP -MF -MT write them beside\n"
    "  -o FILE             the output\n"
    "  -x LANGUAGE         the language of the files behind it: cu, hip, c++, c, none\n"
    "  -I -D -U -std= -W* -f*   for host and device code\n"
    "  -O* -g* -m* -pthread     for host code; device code is always optimized\n"
    "  -L -l -Wl, -Xlinker -shared   for the linker\n"
    "  -Xcompiler A,B      words for host code and the linker\n"
    "  -use_fast_math      short forms of division, square root and functions in device code\n"
    "  -rdc=true -fgpu-rdc  device code is joined with that of other objects; -dc is -c with it\n"
    "  -dlink  -lib        write an object that build files name; a static library of the objects\n"
    "  --rpath             the program finds the library without LD_LIBRARY_PATH\n"
    "  --clang=PROGRAM     the clang to use; also by GPUINTEROP_CLANG\n"
    "  -v  --dryrun        print the commands; run none but the preprocessor\n"
    "  --help  --version\n"
    "\n"
    "Device code of CUDA is PTX of the highest architecture that -arch or -gencode names, from\n"
    "5.0 to 8.0, and without one of 7.5; device code of HIP is PTX of 7.5.\n"
    "GPUINTEROP_HEADERS and GPUINTEROP_LIBRARIES name folders to use instead of the installed.\n";

void gi_compile_say_help(const struct gi_dialect *dialect)
{
    printf("usage: %s [OPTION...] FILE...\n", dialect->program);
    printf(text, dialect->title);
}

void gi_compile_say_version(const struct gi_dialect *dialect)
{
    printf("%s (gpuinterop) %s\n", dialect->program, GI_COMPILE_VERSION);
}
