/* Queues, and the commands that give them work: submits, sparse binds and presents. */
#include "entries.h"
#include "queue.h"

#include <stdlib.h>

/* ---- queues ---- */

GITRACE_VOID_ENTRY gitrace_GetDeviceQueue(VkDevice handle, uint32_t family, uint32_t index,
                                          VkQueue *out)
{
    struct gitrace_device *device = gitrace_device_of(handle);

    device->next.GetDeviceQueue(handle, family, index, out);
    if (!device->is_silent)
        gitrace_queue_add(device, *out, family, index);
}

GITRACE_VOID_ENTRY gitrace_GetDeviceQueue2(VkDevice handle, const VkDeviceQueueInfo2 *info,
                                           VkQueue *out)
{
    struct gitrace_device *device = gitrace_device_of(handle);

    device->next.GetDeviceQueue2(handle, info, out);
    if (!device->is_silent && *out != VK_NULL_HANDLE)
        gitrace_queue_add(device, *out, info->queueFamilyIndex, info->queueIndex);
}

/* ---- what the commands have in common ---- */

/* One call that is recorded. */
struct call {
    struct gitrace_device *device;
    struct gitrace_queue *queue;        /* NULL: the call is not recorded */
    struct gitrace_work *work;          /* NULL: there was no memory */
    uint32_t room;                      /* for operations of work */
};

static struct call begin_call(VkQueue handle)
{
    struct call call = { .device = gitrace_device_of(handle) };

    if (gitrace_records(call.device))
        call.queue = gitrace_queue_of(call.device, handle);
    return call;
}

static void make_work(struct call *call, const char *name, uint32_t room)
{
    call->room = room;
    call->work = calloc(1, sizeof(*call->work) + room * sizeof(call->work->ops[0]));
    if (call->work == NULL)
        return;
    call->work->name = name;
    call->work->number = gi_trace_number();
    call->work->begin_ns = gi_trace_now_ns();
}

static void add_op(struct call *call, VkSemaphore semaphore, bool is_wait, uint64_t value)
{
    struct gitrace_work *work = call->work;

    if (work == NULL || work->op_count == call->room)
        return;
    if (!gitrace_op_begin(call->device, semaphore, is_wait, value, &work->ops[work->op_count]))
        return;
    work->op_count++;
    work->wait_count += is_wait;
}

static void add_ops(struct call *call, const VkSemaphore *semaphores, uint32_t count, bool is_wait,
                    const uint64_t *values, uint32_t value_count)
{
    for (uint32_t i = 0; i < count; i++)
        add_op(call, semaphores[i], is_wait, i < value_count ? values[i] : 0);
}

/* The driver has answered. Work that it has refused is forgotten. */
static VkResult end_call(struct call *call, const char *name, VkResult result)
{
    struct gitrace_work *work = call->work;

    if (work == NULL)
        return result;
    gitrace_give_call(name, work->begin_ns, work->number);
    if (result >= VK_SUCCESS)
        gitrace_queue_give(call->queue, work);
    else
        gitrace_work_free(call->device, work);
    return result;
}

/* ---- submits ---- */

/* The lists that a submit and a sparse bind both have, each with its count. */
struct lists {
    const void *chain;                  /* of structs, which may have values */
    const VkSemaphore *waits, *signals;
    uint32_t wait_count, signal_count;
};

static void add_list(struct call *call, const struct lists *lists, bool is_wait)
{
    const VkTimelineSemaphoreSubmitInfo *values = gilayer_find_struct(
        lists->chain, VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);

    if (is_wait)
        add_ops(call, lists->waits, lists->wait_count, true,
                values != NULL ? values->pWaitSemaphoreValues : NULL,
                values != NULL ? values->waitSemaphoreValueCount : 0);
    else
        add_ops(call, lists->signals, lists->signal_count, false,
                values != NULL ? values->pSignalSemaphoreValues : NULL,
                values != NULL ? values->signalSemaphoreValueCount : 0);
}

static struct lists of_submit(const void *infos, uint32_t index)
{
    const VkSubmitInfo *info = (const VkSubmitInfo *)infos + index;

    return (struct lists){ info->pNext, info->pWaitSemaphores, info->pSignalSemaphores,
                           info->waitSemaphoreCount, info->signalSemaphoreCount };
}

static struct lists of_bind(const void *infos, uint32_t index)
{
    const VkBindSparseInfo *info = (const VkBindSparseInfo *)infos + index;

    return (struct lists){ info->pNext, info->pWaitSemaphores, info->pSignalSemaphores,
                           info->waitSemaphoreCount, info->signalSemaphoreCount };
}

static void make_work_of(struct call *call, const char *name, uint32_t count, const void *infos,
                         struct lists (*of)(const void *infos, uint32_t index))
{
    uint32_t room = 0;

    for (uint32_t i = 0; i < count; i++)
        room += of(infos, i).wait_count + of(infos, i).signal_count;
    make_work(call, name, room);
    for (uint32_t i = 0; i < 2 * count; i++) {
        const struct lists lists = of(infos, i % count);
        add_list(call, &lists, i < count);
    }
}

GITRACE_ENTRY gitrace_QueueSubmit(VkQueue handle, uint32_t count, const VkSubmitInfo *infos,
                                  VkFence fence)
{
    struct call call = begin_call(handle);

    if (call.queue == NULL)
        return call.device->next.QueueSubmit(handle, count, infos, fence);
    make_work_of(&call, "submit", count, infos, of_submit);
    return end_call(&call, "vkQueueSubmit",
                    call.device->next.QueueSubmit(handle, count, infos, fence));
}

static void add_infos(struct call *call, const VkSemaphoreSubmitInfo *infos, uint32_t count,
                      bool is_wait)
{
    for (uint32_t i = 0; i < count; i++)
        add_op(call, infos[i].semaphore, is_wait, infos[i].value);
}

GITRACE_ENTRY gitrace_QueueSubmit2(VkQueue handle, uint32_t count, const VkSubmitInfo2 *infos,
                                   VkFence fence)
{
    struct call call = begin_call(handle);
    uint32_t room = 0;

    if (call.queue == NULL)
        return call.device->next.QueueSubmit2(handle, count, infos, fence);
    for (uint32_t i = 0; i < count; i++)
        room += infos[i].waitSemaphoreInfoCount + infos[i].signalSemaphoreInfoCount;
    make_work(&call, "submit", room);
    for (uint32_t i = 0; i < count; i++)
        add_infos(&call, infos[i].pWaitSemaphoreInfos, infos[i].waitSemaphoreInfoCount, true);
    for (uint32_t i = 0; i < count; i++)
        add_infos(&call, infos[i].pSignalSemaphoreInfos, infos[i].signalSemaphoreInfoCount, false);
    return end_call(&call, "vkQueueSubmit2",
                    call.device->next.QueueSubmit2(handle, count, infos, fence));
}

GITRACE_ENTRY gitrace_QueueBindSparse(VkQueue handle, uint32_t count,
                                      const VkBindSparseInfo *infos, VkFence fence)
{
    struct call call = begin_call(handle);

    if (call.queue == NULL)
        return call.device->next.QueueBindSparse(handle, count, infos, fence);
    make_work_of(&call, "sparse bind", count, infos, of_bind);
    return end_call(&call, "vkQueueBindSparse",
                    call.device->next.QueueBindSparse(handle, count, infos, fence));
}

/* Nobody can see when the picture is on the screen: the slice ends with the call. */
GITRACE_ENTRY gitrace_QueuePresentKHR(VkQueue handle, const VkPresentInfoKHR *info)
{
    struct call call = begin_call(handle);

    if (call.queue == NULL)
        return call.device->next.QueuePresentKHR(handle, info);
    make_work(&call, "present", info->waitSemaphoreCount);
    add_ops(&call, info->pWaitSemaphores, info->waitSemaphoreCount, true, NULL, 0);
    VkResult result = call.device->next.QueuePresentKHR(handle, info);
    if (call.work != NULL)
        call.work->end_ns = gi_trace_now_ns();
    return end_call(&call, "vkQueuePresentKHR", result);
}
