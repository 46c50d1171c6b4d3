#include "team_page.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/sealed_file.h"
#include "host_semaphore.h"
#include "other_process.h"

#define PAGE_MAGIC UINT32_C(0x434d5347)
#define PAGE_VERSION UINT32_C(1)

/* A place is EMPTY, then its process writes it, then it is READY. */
enum { EMPTY, IN_WORK, READY };

struct header {
    uint32_t magic, version;
    uint32_t device_count;
    int32_t handle_types;
    uint64_t size_bytes;
};

struct member_place {
    _Atomic uint32_t state;
    _Atomic uint32_t process, process_space, ordinal;
};

struct binding_place {
    _Atomic uint32_t state;
    _Atomic uint32_t member;
    _Atomic uint64_t offset_bytes, size_bytes;
    _Atomic uint64_t words[GI_TEAM_WORDS / 8];
};

struct gi_team_layout {
    struct header header;
    _Atomic uint32_t wake;               /* futex word, changed when a device was added */
    _Atomic uint32_t generation;
    struct member_place members[GI_TEAM_MOST_DEVICES];
    struct binding_place bindings[GI_TEAM_MOST_BINDINGS];
};

enum { PAGE_BYTES = 128 * 1024 };

_Static_assert(sizeof(struct gi_team_layout) <= PAGE_BYTES, "the page holds it all");

/* ---- making and finding -------------------------------------------------------------------- */

static int map(int fd, struct gi_team_page *out)
{
    int flags = fd >= 0 ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS;
    void *layout = mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE, flags, fd, 0);

    if (layout == MAP_FAILED)
        return -errno;
    out->layout = layout;
    out->is_shared = fd >= 0;
    return 0;
}

int gi_team_page_create(const struct gi_team_properties *properties, struct gi_team_page *out,
                        int *out_fd)
{
    int error = 0, fd = -1;

    *out = (struct gi_team_page){ .properties = *properties };
    if (out_fd != NULL)
        error = gi_sealed_file_create("gpuinterop-multicast", PAGE_BYTES, NULL, 0, GI_SEALS_SIZE,
                                      &fd);
    if (error == 0)
        error = map(fd, out);
    if (error != 0) {
        if (fd >= 0)
            close(fd);
        return error;
    }
    out->layout->header = (struct header){
        .magic = PAGE_MAGIC, .version = PAGE_VERSION, .device_count = properties->device_count,
        .handle_types = properties->handle_types, .size_bytes = properties->size_bytes,
    };
    if (out_fd != NULL)
        *out_fd = fd;
    return 0;
}

static bool read_header(int fd, struct header *out)
{
    return gi_sealed_file_read(fd, GI_SEALS_SIZE, PAGE_BYTES, out, sizeof *out) &&
           out->magic == PAGE_MAGIC &&
           out->version == PAGE_VERSION && out->device_count != 0 &&
           out->device_count <= GI_TEAM_MOST_DEVICES;
}

int gi_team_page_import(int borrowed_fd, struct gi_team_page *out)
{
    struct header header;

    *out = (struct gi_team_page){ .layout = NULL };
    if (!read_header(borrowed_fd, &header))
        return -EINVAL;
    out->properties = (struct gi_team_properties){ header.device_count, header.size_bytes,
                                                   header.handle_types };
    return map(borrowed_fd, out);
}

void gi_team_page_finish(struct gi_team_page *page)
{
    if (page->layout != NULL)
        munmap(page->layout, PAGE_BYTES);
    page->layout = NULL;
}

/* ---- the team ------------------------------------------------------------------------------ */

/* Takes a place if it is empty. */
static bool take_place(_Atomic uint32_t *state)
{
    uint32_t empty = EMPTY;

    return atomic_compare_exchange_strong(state, &empty, IN_WORK);
}

int gi_team_page_add(const struct gi_team_page *page, uint32_t ordinal, uint32_t *out_member)
{
    struct gi_team_layout *layout = page->layout;

    for (uint32_t i = 0; i < page->properties.device_count; i++) {
        struct member_place *place = &layout->members[i];

        if (!take_place(&place->state))
            continue;
        atomic_store(&place->process, (uint32_t)getpid());
        atomic_store(&place->process_space, gi_other_process_space());
        atomic_store(&place->ordinal, ordinal);
        atomic_store(&place->state, READY);
        gi_host_semaphore_bump((uint32_t *)&layout->wake);
        *out_member = i;
        return 0;
    }
    return -ENOSPC;
}

uint32_t gi_team_page_count(const struct gi_team_page *page)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < page->properties.device_count; i++)
        count += atomic_load(&page->layout->members[i].state) == READY;
    return count;
}

void gi_team_page_sleep(const struct gi_team_page *page, int64_t abs_timeout_ns)
{
    struct gi_host_semaphore_word word = {
        .address = (const uint32_t *)&page->layout->wake,
        .seen = atomic_load(&page->layout->wake),
    };

    if (gi_team_page_count(page) < page->properties.device_count)
        (void)gi_host_semaphore_sleep(&word, 1, abs_timeout_ns);
}

bool gi_team_page_member(const struct gi_team_page *page, uint32_t member,
                         struct gi_team_member *out_member)
{
    const struct member_place *place = &page->layout->members[member];

    if (atomic_load(&place->state) != READY)
        return false;
    *out_member = (struct gi_team_member){ atomic_load(&place->process),
                                           atomic_load(&place->process_space),
                                           atomic_load(&place->ordinal) };
    return true;
}

/* ---- bindings ------------------------------------------------------------------------------ */

int gi_team_page_bind(const struct gi_team_page *page, const struct gi_team_binding *binding)
{
    struct gi_team_layout *layout = page->layout;
    uint64_t words[GI_TEAM_WORDS / 8];

    memcpy(words, binding->words, sizeof words);
    for (int i = 0; i < GI_TEAM_MOST_BINDINGS; i++) {
        struct binding_place *place = &layout->bindings[i];

        if (!take_place(&place->state))
            continue;
        atomic_store(&place->member, binding->member);
        atomic_store(&place->offset_bytes, binding->offset_bytes);
        atomic_store(&place->size_bytes, binding->size_bytes);
        for (int k = 0; k < GI_TEAM_WORDS / 8; k++)
            atomic_store(&place->words[k], words[k]);
        atomic_store(&place->state, READY);
        atomic_fetch_add(&layout->generation, 1);
        return i;
    }
    return -ENOSPC;
}

void gi_team_page_unbind(const struct gi_team_page *page, int number)
{
    atomic_store(&page->layout->bindings[number].state, EMPTY);
    atomic_fetch_add(&page->layout->generation, 1);
}

uint32_t gi_team_page_generation(const struct gi_team_page *page)
{
    return atomic_load(&page->layout->generation);
}

static bool is_within(const struct gi_team_properties *properties,
                      const struct gi_team_binding *binding)
{
    return binding->member < properties->device_count && binding->size_bytes != 0 &&
           binding->offset_bytes < properties->size_bytes &&
           binding->size_bytes <= properties->size_bytes - binding->offset_bytes;
}

bool gi_team_page_binding(const struct gi_team_page *page, int number,
                          struct gi_team_binding *out_binding)
{
    const struct binding_place *place = &page->layout->bindings[number];
    uint64_t words[GI_TEAM_WORDS / 8];

    if (atomic_load(&place->state) != READY)
        return false;
    out_binding->member = atomic_load(&place->member);
    out_binding->offset_bytes = atomic_load(&place->offset_bytes);
    out_binding->size_bytes = atomic_load(&place->size_bytes);
    for (int k = 0; k < GI_TEAM_WORDS / 8; k++)
        words[k] = atomic_load(&place->words[k]);
    memcpy(out_binding->words, words, sizeof words);
    return is_within(&page->properties, out_binding);
}
