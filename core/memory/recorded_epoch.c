#include "recorded_epoch.h"

_Atomic uint64_t gi_recorded_epoch;
