/** Barriers that are objects in shared memory. */
#ifndef GI_EMIT_MBARRIER_H
#define GI_EMIT_MBARRIER_H

#include "kernel/translate/emit/value/value.h"

GI_EMIT_DECLARE(mbarrier_init);
GI_EMIT_DECLARE(mbarrier_arrive);       /* arrive, arrive_drop */
GI_EMIT_DECLARE(mbarrier_wait);         /* test_wait, try_wait: neither blocks */
GI_EMIT_DECLARE(mbarrier_pending);
GI_EMIT_DECLARE(cp_arrive);             /* cp.async.mbarrier.arrive */

#endif
