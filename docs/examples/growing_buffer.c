/* A buffer that grows without a copy: its addresses are reserved once, and memory is added behind
 * what there is. Pointers into it stay valid. */
#include <stdio.h>
#include <stdlib.h>

#include <hip/hip_runtime.h>

#define CHECK(call)                                                                              \
    do {                                                                                         \
        hipError_t result = (call);                                                              \
        if (result != hipSuccess) {                                                              \
            fprintf(stderr, "%s: %s\n", #call, hipGetErrorString(result));                       \
            exit(1);                                                                             \
        }                                                                                        \
    } while (0)

struct growing_buffer {
    char *begin;                 /* reserved addresses */
    size_t reserved, size, step;
    hipMemAllocationProp memory;
};

static void begin(struct growing_buffer *buffer, int device, size_t most)
{
    *buffer = (struct growing_buffer){
        .memory = { .type = hipMemAllocationTypePinned,
                    .location = { hipMemLocationTypeDevice, device } },
    };
    CHECK(hipMemGetAllocationGranularity(&buffer->step, &buffer->memory,
                                         hipMemAllocationGranularityRecommended));
    buffer->reserved = (most + buffer->step - 1) / buffer->step * buffer->step;
    CHECK(hipMemAddressReserve((void **)&buffer->begin, buffer->reserved, 0, NULL, 0));
}

/* Makes it at least so large. Work on what there is may run meanwhile. */
static void grow(struct growing_buffer *buffer, size_t size)
{
    hipMemAccessDesc access = { .location = buffer->memory.location,
                                .flags = hipMemAccessFlagsProtReadWrite };
    hipMemGenericAllocationHandle_t handle;
    size_t more;

    if (size <= buffer->size)
        return;
    more = (size - buffer->size + buffer->step - 1) / buffer->step * buffer->step;
    CHECK(hipMemCreate(&handle, more, &buffer->memory, 0));
    CHECK(hipMemMap(buffer->begin + buffer->size, more, 0, handle, 0));
    CHECK(hipMemRelease(handle));        /* the mapping keeps the memory */
    CHECK(hipMemSetAccess(buffer->begin + buffer->size, more, &access, 1));
    buffer->size += more;
}

/* Waits for work on it. */
static void end(struct growing_buffer *buffer)
{
    CHECK(hipMemUnmap(buffer->begin, buffer->size));
    CHECK(hipMemAddressFree(buffer->begin, buffer->reserved));
}

int main(void)
{
    struct growing_buffer buffer;
    unsigned char last = 0;
    int supported = 0;

    CHECK(hipDeviceGetAttribute(&supported, hipDeviceAttributeVirtualMemoryManagementSupported, 0));
    if (!supported) {
        printf("device 0 has no virtual memory management\n");
        return 77;
    }
    begin(&buffer, 0, (size_t)1 << 30);
    for (int i = 1; i <= 5; i++) {
        grow(&buffer, (size_t)i * 3000000);
        CHECK(hipMemsetAsync(buffer.begin, i, buffer.size, NULL));       /* over all pieces */
        CHECK(hipMemcpy(&last, buffer.begin + buffer.size - 1, 1, hipMemcpyDeviceToHost));
        printf("%zu bytes at %p, the last is %d\n", buffer.size, (void *)buffer.begin, last);
    }
    end(&buffer);
    return last == 5 ? 0 : 1;
}
