/** Questions about memory nodes to CUDA's libraries: NVIDIA's, or this project's. */
#ifndef ASK_MEMORY_NODES_H
#define ASK_MEMORY_NODES_H

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/** The libraries' function of this name. */
void *ask_find(bool is_runtime, const char *name);

#define ASK_STRING_OF(name) #name
#define ASK_STRING(name) ASK_STRING_OF(name)

/** A function of the runtime, or of the driver interface, with its type in the headers. */
#define R(name) (*(__typeof__(&name))ask_find(true, #name))
#define D(name) (*(__typeof__(&name))ask_find(false, ASK_STRING(name)))

extern const char *ask_section;
extern cudaStream_t ask_a, ask_b;

#define SAY(name, ...) (printf("memory_nodes.%s.%s: ", ask_section, name), printf(__VA_ARGS__), \
                        printf("\n"), fflush(stdout))
#define ASK(name, call) SAY(name, "%d", (int)(call))

/* What most sections do in the first stream. */
#define FILL(pointer) R(cudaMemsetAsync)(pointer, 1, 64, ask_a)
#define WAIT() R(cudaStreamSynchronize)(ask_a)
#define LAUNCH(exec) R(cudaGraphLaunch)(exec, ask_a)

/** An empty graph. */
cudaGraph_t ask_graph(void);

/** Parameters of an allocation on device 0. */
struct cudaMemAllocNodeParams ask_params(size_t size);

/** Adds an allocation behind nodes, and gives its address. */
char *ask_alloc(cudaGraph_t graph, cudaGraphNode_t *node, const cudaGraphNode_t *after,
                size_t count, size_t size);

/** Adds a free node, or a fill of 64 bytes, behind a node or none; the code. */
int ask_free(cudaGraph_t graph, cudaGraphNode_t *node, cudaGraphNode_t after, void *pointer);
int ask_fill(cudaGraph_t graph, cudaGraphNode_t *node, cudaGraphNode_t after, void *pointer);

/** Instantiates and prints the code; NULL if it failed. */
cudaGraphExec_t ask_ready(const char *name, cudaGraph_t graph, unsigned long long flags);

/** Prints the four amounts of graph memory of device 0. */
void ask_amounts(const char *name);

struct ask_section {
    const char *name;
    void (*ask)(void);
};
extern const struct ask_section ask_sections[], ask_more_sections[], ask_footprint_sections[];
extern const int ask_section_count, ask_more_section_count, ask_footprint_section_count;

#endif
