#include "counters.h"

_Atomic uint64_t gi_counters[GI_COUNTER_COUNT];
