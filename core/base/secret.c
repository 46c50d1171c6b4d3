#include "secret.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "uncancelled.h"

bool gi_random_bytes(void *out_bytes, size_t size_bytes)
{
    ssize_t count;

    do {                         /* soon after the start of the system it may wait */
        count = getrandom(out_bytes, size_bytes, 0);
    } while (count < 0 && errno == EINTR);
    return count == (ssize_t)size_bytes;
}

static gi_status make_secret(struct gi_secret **out_secret)
{
    struct gi_secret *secret = malloc(sizeof *secret);
    gi_status status;

    *out_secret = NULL;
    if (secret == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to share with other processes");
    if (!gi_random_bytes(secret, sizeof *secret)) {
        status = gi_fail(GI_OS_ERROR, "sharing with other processes: getrandom: %s",
                         strerror(errno));
        free(secret);
        return status;
    }
    *out_secret = secret;
    return GI_OK;
}

gi_status gi_secret_of(gi_secret_place *place, struct gi_secret *out_secret)
{
    GI_UNCANCELLED;
    struct gi_secret *secret = atomic_load(place), *made;

    if (secret == NULL) {
        gi_status status = make_secret(&made);

        if (status != GI_OK)
            return status;
        if (atomic_compare_exchange_strong(place, &secret, made))
            secret = made;
        else
            free(made);          /* another thread was first */
    }
    *out_secret = *secret;
    return GI_OK;
}

bool gi_secret_is(gi_secret_place *place, const struct gi_secret *secret)
{
    const struct gi_secret *own = atomic_load(place);
    unsigned int differs = 0;

    if (own == NULL)
        return false;
    for (size_t i = 0; i < sizeof own->bytes; i++)
        differs |= (unsigned int)(own->bytes[i] ^ secret->bytes[i]);
    return differs == 0;
}

void gi_secret_forget(gi_secret_place *place)
{
    free(atomic_exchange(place, NULL));
}
