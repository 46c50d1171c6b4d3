#include "rtc.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char folder[] = "/tmp/gpuinterop-test-rtc-XXXXXX";

rtc_program make(const char *text, const char *name)
{
    rtc_program program = NULL;

    CHECK(RTC(CreateProgram)(&program, text, name, 0, NULL, NULL) == CODE(SUCCESS));
    CHECK(program != NULL);
    return program;
}

void destroy(rtc_program program)
{
    CHECK(RTC(DestroyProgram)(&program) == CODE(SUCCESS));
    CHECK(program == NULL);
}

int compile(rtc_program program, int count, const char *const *options)
{
    return (int)RTC(CompileProgram)(program, count, (RTC_TEXTS)options);
}

const char *log_of(rtc_program program)
{
    static _Thread_local char *text;
    size_t bytes = 0;

    CHECK(RTC(GetProgramLogSize)(program, &bytes) == CODE(SUCCESS));
    text = realloc(text, bytes);
    CHECK(text != NULL && RTC(GetProgramLog)(program, text) == CODE(SUCCESS));
    CHECK(strlen(text) + 1 == bytes);
    return text;
}

char *ptx_of(rtc_program program)
{
    size_t bytes = 0;
    char *text;

#ifdef TEST_HIP
    CHECK(hiprtcGetBitcodeSize(program, &bytes) == HIPRTC_SUCCESS && bytes > 1);
    text = malloc(bytes);
    CHECK(text != NULL && hiprtcGetBitcode(program, text) == HIPRTC_SUCCESS);
#else
    CHECK(nvrtcGetPTXSize(program, &bytes) == NVRTC_SUCCESS && bytes > 1);
    text = malloc(bytes);
    CHECK(text != NULL && nvrtcGetPTX(program, text) == NVRTC_SUCCESS);
#endif
    CHECK(strlen(text) + 1 == bytes);
    return text;
}

char *code_of(rtc_program program, size_t *out_bytes)
{
#ifdef TEST_HIP
    char *code;

    CHECK(hiprtcGetCodeSize(program, out_bytes) == HIPRTC_SUCCESS && *out_bytes > 1);
    code = malloc(*out_bytes);
    CHECK(code != NULL && hiprtcGetCode(program, code) == HIPRTC_SUCCESS);
    return code;
#else
    char *text = ptx_of(program);

    *out_bytes = strlen(text) + 1;
    return text;
#endif
}

int result_of(const char *text, const char *const *options, int count)
{
    rtc_program program = make(text, "one.cu");
    int result = compile(program, count, options);

    destroy(program);
    return result;
}

int entries_of(const char *path)
{
    DIR *all = opendir(path);
    int count = 0;

    CHECK(all != NULL);
    while (readdir(all) != NULL)
        count++;
    closedir(all);
    return count;
}

void write_program(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
    CHECK(chmod(path, 0700) == 0);
}

/* ---- scripts in the compiler's place --------------------------------------------------------- */

const char copying_compiler[] =
    "#!/bin/sh\n"
    "while [ $# -gt 0 ]; do\n"
    "    case $1 in\n"
    "    -o) output=$2 source=$before ;;\n"
    "    -MF) list=$2 ;;\n"
    "    -D__GPUINTEROP_MANAGED_ALIGN__=*) align=${1#*=} ;;\n"
    "    -D__GPUINTEROP_ALIGNAS__=1) again=1 ;;\n"
    "    esac\n"
    "    before=$1\n"
    "    shift\n"
    "done\n"
    "echo run >>\"$0.runs\"\n"
    "echo noise\n"
    "printf 'out: %s \\\\\\n  %s\\n' \"$source\" \"$0.read\" >\"$list\"\n"
    "{\n"
    "    echo '.global .u64 __gpuinterop_name_0 = name_in_code;'\n"
    "    text=$(cat \"$source\")\n"
    "    echo \"$text\"\n"
    "    case $text in\n"
    "    *managed*) echo \".global .align $align .u32 managed;\" ;;\n"
    "    esac\n"
    "    case $again$text in\n"
    "    '#'*late*) echo 'k.cu(1): error: an attribute list cannot appear here' >&2; exit 1 ;;\n"
    "    esac\n"
    "} >\"$output\"\n";

static const char *path_of(const char *ending)
{
    static char path[256];

    snprintf(path, sizeof path, "%s/clang%s", folder, ending);
    return path;
}

static void remove_scripts(void)
{
    static const char *const endings[] = { "", ".runs", ".read" };

    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        unlink(path_of(endings[i]));
}

void use_compiler(const char *script)
{
    unlink(path_of(""));
    if (script != NULL)
        write_program(path_of(""), script);
    CHECK(setenv("GPUINTEROP_CLANG", path_of(""), 1) == 0);
}

void use_clang(void)
{
    remove_scripts();
    CHECK(unsetenv("GPUINTEROP_CLANG") == 0);
}

void write_read_file(const char *text)
{
    write_program(path_of(".read"), text);
}

int runs_of_compiler(void)
{
    struct stat facts;

    return stat(path_of(".runs"), &facts) == 0 ? (int)facts.st_size / (int)strlen("run\n") : 0;
}
