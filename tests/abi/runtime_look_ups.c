/** The look-ups that NVIDIA's runtime makes when it starts, answered by this library.
 *
 *      runtime_look_ups LIST
 *
 *  The list says what each has to find (runtime_look_ups.txt). The runtime interface's own look-up
 *  has to agree. */
#include <cuda.h>
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

enum { LOOK_UPS = 440, FOUND = 416, GRAPHS = 0, REFUSED = 19, NEWER = 4, UNKNOWN = 1 };

static int wrong;

static void expect(int is_right, const char *name, int version, unsigned int flags,
                   const char *answer)
{
    if (is_right)
        return;
    printf("%s, version %d, flags %u: the answer is not %s\n", name, version, flags, answer);
    wrong++;
}

/* What cuGetProcAddress says of a look-up with this answer. */
static CUdriverProcAddressQueryResult result_of(const char *answer)
{
    if (answer[0] != '=')
        return CU_GET_PROC_ADDRESS_SUCCESS;
    return strcmp(answer, "=newer") == 0 ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                                         : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
}

static void look_up(const char *name, int version, unsigned int flags, const char *answer)
{
    const CUdriverProcAddressQueryResult expected = result_of(answer);
    void *const symbol = answer[0] == '=' ? NULL : dlsym(RTLD_DEFAULT, answer);
    CUdriverProcAddressQueryResult found = (CUdriverProcAddressQueryResult)77;
    enum cudaDriverEntryPointQueryResult also = (enum cudaDriverEntryPointQueryResult)77;
    void *function = &found, *twin = &found;

    expect((symbol != NULL) == (answer[0] != '='), name, version, flags, "a symbol of the library");
    expect(cuGetProcAddress(name, &function, version, flags, &found) == CUDA_SUCCESS, name, version,
           flags, "a success");
    expect(found == expected && function == symbol, name, version, flags, answer);
    if (name[0] == '\0')
        return;                  /* an invalid argument of the next */
    expect(cudaGetDriverEntryPointByVersion(name, &twin, (unsigned int)version, flags, &also) ==
           cudaSuccess, name, version, flags, "a success of the runtime interface");
    expect((int)also == (int)expected && (twin == NULL) == (function == NULL), name, version, flags,
           "the runtime interface's");
}

int main(int argc, char **argv)
{
    static const char *const words[] = { "=graphs", "=refused", "=newer", "=unknown" };
    static const int expected[] = { GRAPHS, REFUSED, NEWER, UNKNOWN };
    char line[256], name[128], answer[128];
    int counts[4] = { 0 }, all = 0, version;
    unsigned int flags;
    FILE *list = argc == 2 ? fopen(argv[1], "r") : NULL;

    if (list == NULL)
        return 2;
    while (fgets(line, sizeof line, list) != NULL) {
        if (line[0] == '#')
            continue;
        if (sscanf(line, "%127s %d %u %127s", name, &version, &flags, answer) != 4)
            return 2;
        all++;
        for (int i = 0; i < 4; i++)
            counts[i] += strcmp(answer, words[i]) == 0;
        look_up(strcmp(name, "\"\"") == 0 ? "" : name, version, flags, answer);
    }
    fclose(list);
    for (int i = 0; i < 4; i++)
        expect(counts[i] == expected[i], words[i], counts[i], 0, "the count that docs tell");
    expect(all == LOOK_UPS && FOUND == LOOK_UPS - GRAPHS - REFUSED - NEWER - UNKNOWN, "all", all, 0,
           "the count that docs tell");
    printf("%d look-ups, %d wrong\n", all, wrong);
    return wrong != 0;
}
