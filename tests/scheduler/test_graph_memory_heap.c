/* The cases of test_graph_memory.c on a device without ranges: blocks lie in a heap. */
#define HAS_RANGES false
#include "test_graph_memory.c"
