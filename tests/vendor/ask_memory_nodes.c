/** Prints what CUDA's libraries answer about nodes that allocate and free memory.
 *
 *      ask_memory_nodes RUNTIME_LIBRARY DRIVER_LIBRARY [SECTION]
 *
 *  Both may be one HIP library, which is asked by HIP's names (as_hip.h).
 *
 *  A line is "memory_nodes.SECTION.QUESTION: ANSWER". Each section is a process of its own; one
 *  that ends by a signal says so. Addresses are told by whether they are those of other nodes, and
 *  amounts of memory in bytes. Exit status: 77 if there is no library or no device. */
#include "ask_memory_nodes.h"
#include "as_hip.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void *runtime_library, *driver_library;

/* In the place of a function that the library has not. */
static int missing(void)
{
    return 9999;
}

void *ask_find(bool is_runtime, const char *name)
{
    void *library = is_runtime ? runtime_library : driver_library, *symbol;

    if (is_hip_library(library))
        return find_in_hip(library, name);
    symbol = dlsym(library, name);
    if (symbol == NULL)
        fprintf(stderr, "the library has no %s\n", name);
    return symbol != NULL ? symbol : (void *)(uintptr_t)missing;
}

const char *ask_section;
cudaStream_t ask_a, ask_b;

cudaGraph_t ask_graph(void)
{
    cudaGraph_t graph = NULL;

    R(cudaGraphCreate)(&graph, 0);
    return graph;
}

struct cudaMemAllocNodeParams ask_params(size_t size)
{
    struct cudaMemAllocNodeParams params = { .bytesize = size };

    params.poolProps.allocType = cudaMemAllocationTypePinned;
    params.poolProps.location.type = cudaMemLocationTypeDevice;
    return params;
}

char *ask_alloc(cudaGraph_t graph, cudaGraphNode_t *node, const cudaGraphNode_t *after,
                size_t count, size_t size)
{
    struct cudaMemAllocNodeParams params = ask_params(size);
    int code = R(cudaGraphAddMemAllocNode)(node, graph, after, count, &params);

    if (code != 0)
        SAY("unexpected_alloc", "%d", code);
    return params.dptr;
}

int ask_free(cudaGraph_t graph, cudaGraphNode_t *node, cudaGraphNode_t after, void *pointer)
{
    return R(cudaGraphAddMemFreeNode)(node, graph, &after, after != NULL, pointer);
}

int ask_fill(cudaGraph_t graph, cudaGraphNode_t *node, cudaGraphNode_t after, void *pointer)
{
    struct cudaMemsetParams fill = { .dst = pointer, .value = 7, .elementSize = 1, .width = 64,
                                     .height = 1 };

    return R(cudaGraphAddMemsetNode)(node, graph, &after, after != NULL, &fill);
}

cudaGraphExec_t ask_ready(const char *name, cudaGraph_t graph, unsigned long long flags)
{
    cudaGraphExec_t exec = NULL;
    int code = R(cudaGraphInstantiate)(&exec, graph, flags);

    SAY(name, "%d", code);
    return code == 0 ? exec : NULL;
}

void ask_amounts(const char *name)
{
    unsigned long long is[4] = { 77, 77, 77, 77 };

    for (int i = 0; i < 4; i++)
        R(cudaDeviceGetGraphMemAttribute)(0, (enum cudaGraphMemAttributeType)i, &is[i]);
    SAY(name, "used %llu high %llu reserved %llu high %llu", is[0], is[1], is[2], is[3]);
}

static int ask_one(const struct ask_section *section)
{
    pid_t child;
    int status = 0;

    fflush(stdout);
    child = fork();
    if (child == 0) {
        int code;

        ask_section = section->name;
        if ((code = (int)R(cudaSetDevice)(0)) != 0)
            _exit(code == 100 || code == 35 ? 77 : 1);
        R(cudaFree)(NULL);
        R(cudaStreamCreateWithFlags)(&ask_a, 1);
        R(cudaStreamCreateWithFlags)(&ask_b, 1);
        alarm(10);
        section->ask();
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
        printf("memory_nodes.%s.ends: signal %d\n", section->name, WTERMSIG(status));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

/* The sections of a list, or the one with this name. */
static int ask_all(const struct ask_section *sections, int count, const char *name)
{
    int code = 0;

    for (int i = 0; i < count && code == 0; i++) {
        if (name == NULL || strcmp(name, sections[i].name) == 0)
            code = ask_one(&sections[i]);
    }
    return code;
}

int main(int count, char **arguments)
{
    static const struct ask_section *const lists[] = { ask_sections, ask_more_sections,
                                                       ask_footprint_sections };
    static const int *const counts[] = { &ask_section_count, &ask_more_section_count,
                                         &ask_footprint_section_count };

    if (count < 3)
        return 77;
    runtime_library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    driver_library = dlopen(arguments[2], RTLD_NOW | RTLD_LOCAL);
    if (runtime_library == NULL || driver_library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 77;
    }
    for (int i = 0; i < 3; i++) {
        int code = ask_all(lists[i], *counts[i], count < 4 ? NULL : arguments[3]);

        if (code != 0)
            return code;
    }
    return 0;
}
