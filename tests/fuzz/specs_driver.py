"""As specs.py, for the functions of CUDA's driver interface that driver.c does not call by hand.

A number stands in the place of a device pointer. What both files need is the other's.
"""
from specs import (ADDED, ARGUMENTS, BLOCK, CODE, CODE_NAME, CONDITION, EDGES,
                   EXTERNAL_ROWS, FLAGGED, GIVEN, GRAPHS_BY_HAND, GRID, IPC_ROWS, LISTED,
                   LISTED_EDGES, MANY, MEMORY_NODES, NODE, NO_FLAGS, OF_GRAPHS, PART, PLACE, RANGES,
                   SAYS, SHARED_ROWS, VARIABLE_NAME, box_struct, graphics_rows, managed_rows,
                   renamed)

HANDLES = {
    "CUstream": "FUZZ_STREAM", "CUevent": "FUZZ_EVENT", "CUexternalMemory": "FUZZ_MEMORY",
    "CUexternalSemaphore": "FUZZ_SEMAPHORE", "CUarray": "FUZZ_ARRAY",
    "CUmipmappedArray": "FUZZ_MIPMAPPED", "CUmemoryPool": "FUZZ_POOL",
    "CUtexObject": "FUZZ_TEXTURE", "CUsurfObject": "FUZZ_SURFACE",
    "CUasyncCallbackHandle": "FUZZ_NOTIFICATION", "CUlogsCallbackHandle": "FUZZ_LOG_CALLBACK",
    "CUlibrary": "FUZZ_LIBRARY", "CUkernel": "FUZZ_KERNEL", "CUmodule": "FUZZ_MODULE",
    "CUfunction": "FUZZ_FUNCTION", "CUlinkState": "FUZZ_LINK", "CUcontext": "FUZZ_CONTEXT",
    "CUmemGenericAllocationHandle": "FUZZ_PHYSICAL", "CUgraph": "FUZZ_GRAPH",
    "CUgraphNode": "FUZZ_NODE", "CUgraphExec": "FUZZ_EXEC",
    "CUgraphicsResource": "FUZZ_REGISTERED",
    # None is ever made of these.
    "CUtexref": "FUZZ_TEXTURE", "CUsurfref": "FUZZ_SURFACE",
    "CUgreenCtx": "FUZZ_CONTEXT",
}
INTEGERS = {"CUdevice": "fuzz_int(f)", "cuuint32_t": "fuzz_flags(f)",
            "cuuint64_t": "fuzz_number(f)", "CUdeviceptr": "(CUdeviceptr)fuzz_pointer(f)",
            "CUoccupancyB2DSize": "NULL"}

# Functions with these words never look at an argument; tests/abi/driver_calls.py calls each.
NEVER = ("TensorMap", "GreenCtx", "DevResource", "Coredump", "Checkpoint", "SmResource",
         "CtxGetExecAffinity", "LaunchCooperativeKernelMultiDevice")
# A thread would lose a context that others count on.
EXCLUDED = {"DevicePrimaryCtxReset", "DevicePrimaryCtxRelease", "CtxDetach"} | GRAPHS_BY_HAND
# In driver.c, which says more about their arguments.
BY_HAND = {
    "CtxCreate", "CtxDestroy", "CtxPushCurrent", "CtxSetCurrent", "CtxPopCurrent", "CtxAttach",
    "CtxRecordEvent", "CtxWaitEvent", "CtxGetCurrent", "CtxGetDevice", "CtxGetDevice_v2",
    "CtxSynchronize_v2", "DevicePrimaryCtxRetain", "StreamCreate", "StreamDestroy",
    "StreamQuery", "StreamGetCtx", "StreamWaitEvent", "LaunchHostFunc", "EventCreate",
    "EventDestroy", "EventRecord", "EventElapsedTime", "MemAlloc", "MemAllocAsync",
    "MemAllocManaged", "MemFree", "MemFreeAsync", "PointerGetAttribute", "MemsetD8Async",
    "MemsetD32", "MemcpyHtoD", "MemcpyHtoDAsync", "MemcpyDtoH", "MemcpyDtoHAsync", "MemcpyDtoD",
    "MemcpyDtoDAsync", "Memcpy", "MemcpyAsync", "MemcpyPeer", "MemcpyPeerAsync",
    "MemAddressReserve", "MemCreate", "MemMap", "MemSetAccess", "MemUnmap", "ModuleLoadData",
    "ModuleUnload", "ModuleGetFunction", "LaunchKernel",
}

TOUCHABLE = {"MemAllocHost", "MemHostAlloc", "MemAllocPitch"}
MADE_MEMORY = TOUCHABLE | {"MemAllocFromPoolAsync", "ExternalMemoryGetMappedBuffer",
                           "IpcOpenMemHandle", "MemPoolImportPointer"}
ENDS = {
    "DestroyExternalMemory": (0, "FUZZ_MEMORY"), "DestroyExternalSemaphore": (0, "FUZZ_SEMAPHORE"),
    "ArrayDestroy": (0, "FUZZ_ARRAY"), "MipmappedArrayDestroy": (0, "FUZZ_MIPMAPPED"),
    "MemPoolDestroy": (0, "FUZZ_POOL"), "TexObjectDestroy": (0, "FUZZ_TEXTURE"),
    "SurfObjectDestroy": (0, "FUZZ_SURFACE"), "LibraryUnload": (0, "FUZZ_LIBRARY"),
    "DeviceUnregisterAsyncNotification": (1, "FUZZ_NOTIFICATION"),
    "LogsUnregisterCallback": (0, "FUZZ_LOG_CALLBACK"), "LinkDestroy": (0, "FUZZ_LINK"),
    "GraphDestroy": (0, "FUZZ_GRAPH"), "GraphDestroyNode": (0, "FUZZ_NODE"),
    "GraphExecDestroy": (0, "FUZZ_EXEC"),
    "MemRelease": (0, "FUZZ_PHYSICAL"), "MemFreeHost": (0, "MEMORY_RANGE"),
    "MemHostUnregister": (0, "MEMORY_RANGE"), "IpcCloseMemHandle": (0, "MEMORY_RANGE"),
}

FLAT = ("it.Width = fuzz_extent(f); it.Height = fuzz_chance(f, 80) ? fuzz_extent(f) : 0; "
        "it.NumChannels = 1u << fuzz_below(f, 3); it.Format = ")
DEEP = FLAT.replace("; it.NumChannels", "; it.Depth = fuzz_below(f, 5); it.NumChannels")
FORMATS = ("CU_AD_FORMAT_UNSIGNED_INT8", "CU_AD_FORMAT_FLOAT", "CU_AD_FORMAT_SIGNED_INT16",
           "CU_AD_FORMAT_HALF", "CU_AD_FORMAT_UNORM_INT8X4", "CU_AD_FORMAT_BC1_UNORM",
           "CU_AD_FORMAT_NV12")
STORED = "; it.Flags = 1u << fuzz_below(f, 8)"
LOCATION = "it.type = CU_MEM_LOCATION_TYPE_DEVICE"
PAGES = ("it.type = CU_MEM_ALLOCATION_TYPE_PINNED; "
         "it.location.type = CU_MEM_LOCATION_TYPE_DEVICE; it.requestedHandleTypes = "
         "fuzz_chance(f, 50) ? CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR : CU_MEM_HANDLE_TYPE_NONE")

BASES = {
    "CUDA_ARRAY_DESCRIPTOR": [FLAT + one for one in FORMATS],
    "CUDA_ARRAY3D_DESCRIPTOR": [DEEP + one for one in FORMATS] + [DEEP + FORMATS[1] + STORED] * 3,
    "CUDA_RESOURCE_DESC": [
        "it.resType = CU_RESOURCE_TYPE_ARRAY; "
        "it.res.array.hArray = (CUarray)fuzz_handle(f, FUZZ_ARRAY)",
        "it.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY; "
        "it.res.mipmap.hMipmappedArray = (CUmipmappedArray)fuzz_handle(f, FUZZ_MIPMAPPED)",
        "it.resType = CU_RESOURCE_TYPE_LINEAR; it.res.linear.devPtr = fuzz_pointer(f); "
        "it.res.linear.format = CU_AD_FORMAT_FLOAT; it.res.linear.numChannels = 1; "
        "it.res.linear.sizeInBytes = fuzz_size(f)",
        "it.resType = CU_RESOURCE_TYPE_PITCH2D; it.res.pitch2D.devPtr = fuzz_pointer(f); "
        "it.res.pitch2D.format = CU_AD_FORMAT_UNSIGNED_INT8; it.res.pitch2D.numChannels = 1; "
        "it.res.pitch2D.width = fuzz_extent(f); it.res.pitch2D.height = fuzz_extent(f); "
        "it.res.pitch2D.pitchInBytes = 256 * fuzz_below(f, 4)"],
    "CUDA_TEXTURE_DESC": [
        "it.flags = CU_TRSF_READ_AS_INTEGER",
        "it.flags = CU_TRSF_NORMALIZED_COORDINATES; it.filterMode = CU_TR_FILTER_MODE_LINEAR"],
    "CUDA_RESOURCE_VIEW_DESC": [
        "it.format = (CUresourceViewFormat)fuzz_below(f, 40); it.width = fuzz_extent(f); "
        "it.height = fuzz_extent(f); it.depth = fuzz_below(f, 3)"],
    "CUDA_EXTERNAL_MEMORY_BUFFER_DESC": [
        "it.size = 1 + fuzz_below(f, 65536)",
        "it.offset = 16 * fuzz_below(f, 256); it.size = 16 * fuzz_below(f, 1024)"],
    "CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC": [
        "it.arrayDesc.Width = it.arrayDesc.Height = 1 + fuzz_below(f, 32); it.numLevels = 1; "
        "it.arrayDesc.Format = CU_AD_FORMAT_UNSIGNED_INT8; it.arrayDesc.NumChannels = 1"],
    "CUmemLocation": [LOCATION], "CUmemAllocationProp": [PAGES],
    "CUmemPoolProps": [
        "it.allocType = CU_MEM_ALLOCATION_TYPE_PINNED; "
        "it.location.type = CU_MEM_LOCATION_TYPE_DEVICE; it.handleTypes = fuzz_chance(f, 50) "
        "? CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR : CU_MEM_HANDLE_TYPE_NONE"],
    "CUmemAccessDesc": ["it.location.type = CU_MEM_LOCATION_TYPE_DEVICE; "
                        "it.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE"],
    "CUmulticastObjectProp": ["it.numDevices = 1; it.size = ((size_t)2 << 20) "
                              "* (1 + fuzz_below(f, 2))"],
}


def device(text):
    return "(CUdeviceptr)(uintptr_t)" + text


def end(name, is_box):
    """The fields of one end in CUDA_MEMCPY2D and CUDA_MEMCPY3D."""
    fields = ["%sXInBytes = b.%s.x" % (name, name), "%sY = b.%s.y" % (name, name),
              "%sMemoryType = (CUmemorytype)%s_type" % (name, name),
              "%sHost = (void *)(%s_type == 1 ? b.%s.pointer : 0)" % (name, name, name),
              "%sDevice = %s_type != 1 ? b.%s.pointer : 0" % (name, name, name),
              "%sArray = (CUarray)b.%s.array" % (name, name),
              "%sPitch = b.%s.pitch" % (name, name)]
    return fields + (["%sZ = b.%s.z" % (name, name), "%sHeight = b.%s.rows" % (name, name)]
                     if is_box else [])


def copy_struct(name, is_box, kind="FUZZ_ANY_KIND", more=""):
    prepared = box_struct(name, lambda which: end(which, is_box),
                          ".WidthInBytes = b.width, .Height = b.height"
                          + (", .Depth = b.depth" if is_box else "") + more)
    head, tail = prepared.split(");", 1)
    return (head.replace("FUZZ_ANY_KIND", kind) + "); " + SAYS + tail, ["&it"])


CONTEXTS = (", .dstContext = (CUcontext)(fuzz_chance(f, 50) ? fuzz_handle(f, FUZZ_CONTEXT) : 0)"
            ", .srcContext = (CUcontext)(fuzz_chance(f, 50) ? fuzz_handle(f, FUZZ_CONTEXT) : 0)")
BOX_2D = copy_struct("CUDA_MEMCPY2D", False)
BOX_3D = copy_struct("CUDA_MEMCPY3D", True)
BOX_PEER = copy_struct("CUDA_MEMCPY3D_PEER", True, "FUZZ_DEFAULT", CONTEXTS)
TO_ARRAY = "struct fuzz_copy c = { .dst_is_array = true }; fuzz_copy(f, &c, %s, false);"
FROM_ARRAY = "struct fuzz_copy c = { .src_is_array = true }; fuzz_copy(f, &c, %s, false);"
ROWS = ["*", "64", "*", "fuzz_below(f, 70)", "fuzz_below(f, 5)"]
WAIT_WORD = ("struct fuzz_word word; fuzz_word_wait(f, true, &word);",
             ["*", "word.pointer", "word.value", "word.flags"])
WRITE_WORD = ("struct fuzz_word word; fuzz_word_write(f, &word);",
              ["*", "word.pointer", "word.value", "word.flags"])
RANGE_LIST = (RANGES + " CUdeviceptr *at_device = (CUdeviceptr *)dsts; CUmemLocation places[5]; "
              "memset(places, 0, sizeof places); "
              "places[0].type = (CUmemLocationType)fuzz_below(f, 5);")
FD_KIND = ("fuzz_chance(f, 90) ? CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR "
           ": (CUmemAllocationHandleType)fuzz_below(f, 9)")
PLACE_OF = ("CUmemLocation at; memset(&at, 0, sizeof at); at.type = fuzz_chance(f, 80) "
            "? CU_MEM_LOCATION_TYPE_DEVICE : (CUmemLocationType)fuzz_below(f, 6); "
            "at.id = fuzz_int(f);")
ONE_PLACE = "fuzz_chance(f, 3) ? NULL : &at"
OUT = "fuzz_out(f, 8)"
WORD_OPERATIONS = (
    "CUstreamBatchMemOpParams ops[3]; memset(ops, 0, sizeof ops); "
    "for (size_t i = 0; i < 3; i++) { struct fuzz_word word; uint64_t which = fuzz_below(f, 12); "
    "if (which < 5) { fuzz_word_wait(f, true, &word); ops[i].operation = which % 2 == 0 "
    "? CU_STREAM_MEM_OP_WAIT_VALUE_32 : CU_STREAM_MEM_OP_WAIT_VALUE_64; "
    "ops[i].waitValue.address = word.pointer; ops[i].waitValue.value64 = word.value; "
    "ops[i].waitValue.flags = word.flags; } else if (which < 10) { fuzz_word_write(f, &word); "
    "ops[i].operation = which % 2 == 0 ? CU_STREAM_MEM_OP_WRITE_VALUE_32 "
    ": CU_STREAM_MEM_OP_WRITE_VALUE_64; ops[i].writeValue.address = word.pointer; "
    "ops[i].writeValue.value64 = word.value; ops[i].writeValue.flags = word.flags; } else { "
    "ops[i].operation = which == 10 ? CU_STREAM_MEM_OP_BARRIER "
    ": (CUstreamBatchMemOpType)fuzz_below(f, 9); ops[i].memoryBarrier.flags = fuzz_flags(f); } }")
LAUNCH = ("CUlaunchConfig it; memset(&it, 0, sizeof it); it.gridDimX = it.gridDimY = it.gridDimZ = 1; "
          "it.blockDimX = (unsigned int)fuzz_below(f, 70); it.blockDimY = it.blockDimZ = 1; "
          "it.hStream = (CUstream)fuzz_handle(f, FUZZ_STREAM);")
KERNEL = ("(CUfunction)(uintptr_t)(fuzz_chance(f, 60) ? fuzz_handle(f, FUZZ_FUNCTION) "
          ": fuzz_handle(f, FUZZ_KERNEL))")
HOST_BASE = "void *p = fuzz_chance(f, 70) ? fuzz_pages(f, &(size_t){0}) : (void *)fuzz_victim(f);"
MULTICAST = "((size_t)2 << 20) * fuzz_below(f, 3)"

EXTERNAL_NAMES = {
    "P_ExternalMemoryHandleDesc": "CUDA_EXTERNAL_MEMORY_HANDLE_DESC",
    "P_ExternalMemoryHandleType": "CUexternalMemoryHandleType",
    "P_ExternalMemoryHandleTypeOpaqueFd": "CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD",
    "P_ExternalSemaphoreHandleDesc": "CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC",
    "P_ExternalSemaphoreHandleType": "CUexternalSemaphoreHandleType",
    "P_ExternalSemaphoreHandleTypeTimelineSemaphoreFd":
        "CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD",
    "P_ExternalSemaphoreHandleTypeOpaqueFd": "CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD",
    "P_ExternalSemaphore_t": "CUexternalSemaphore",
    "P_ExternalSemaphoreSignalParams": "CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS",
    "P_ExternalSemaphoreWaitParams": "CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS",
}
MEMORY_NODE_NAMES = {
    "P_MemAllocNodeParams": "CUDA_MEM_ALLOC_NODE_PARAMS",
    "P_MemAllocationTypePinned": "CU_MEM_ALLOCATION_TYPE_PINNED",
    "P_MemLocationTypeDevice": "CU_MEM_LOCATION_TYPE_DEVICE",
}
IPC_NAMES = {"P_IpcMemHandle_t": "CUipcMemHandle", "P_IpcEventHandle_t": "CUipcEventHandle"}

SPECS = {
    "GraphAddEmptyNode": ADDED, "GraphAddChildGraphNode": ADDED, "GraphAddEventRecordNode": ADDED,
    "GraphAddEventWaitNode": ADDED,
    "GraphAddMemFreeNode": ("", ["*", "*", NODE, "fuzz_below(f, 2)", OF_GRAPHS]),
    "GraphGetNodes": LISTED, "GraphGetRootNodes": LISTED, **LISTED_EDGES,
    **renamed(MEMORY_NODES, MEMORY_NODE_NAMES), "GraphConditionalHandleCreate": CONDITION,
    "GraphAddDependencies": EDGES, "GraphRemoveDependencies": EDGES,
    "GraphInstantiate": FLAGGED,
    **SHARED_ROWS, **renamed(EXTERNAL_ROWS, EXTERNAL_NAMES), **renamed(IPC_ROWS, IPC_NAMES),
    **managed_rows(device("p"), "CUmem_range_attribute"), **graphics_rows("CUgraphicsResource"),
    "ArrayGetPlane": ("", ["fuzz_out(f, 8)", "*", "(unsigned int)fuzz_below(f, 4)"]),
    "MipmappedArrayGetLevel": ("", [OUT, "*", "(unsigned int)fuzz_below(f, 5)"]),
    "Memcpy2D": BOX_2D, "Memcpy2DAsync": BOX_2D, "Memcpy2DUnaligned": BOX_2D,
    "Memcpy3D": BOX_3D, "Memcpy3DAsync": BOX_3D,
    "Memcpy3DPeer": BOX_PEER, "Memcpy3DPeerAsync": BOX_PEER,
    "MemcpyAtoA": ("", ["*", PLACE, "*", PLACE, "fuzz_below(f, 40)"]),
    "MemcpyAtoD": (FROM_ARRAY % "FUZZ_DTOD", [device("c.dst"), "*", PLACE, "c.width"]),
    "MemcpyDtoA": (TO_ARRAY % "FUZZ_DTOD", ["*", PLACE, device("c.src"), "c.width"]),
    "MemcpyAtoH": (FROM_ARRAY % "FUZZ_DTOH", ["c.dst", "*", PLACE, "c.width"]),
    "MemcpyAtoHAsync": (FROM_ARRAY % "FUZZ_DTOH", ["c.dst", "*", PLACE, "c.width"]),
    "MemcpyHtoA": (TO_ARRAY % "FUZZ_HTOD", ["*", PLACE, "c.src", "c.width"]),
    "MemcpyHtoAAsync": (TO_ARRAY % "FUZZ_HTOD", ["*", PLACE, "c.src", "c.width"]),
    "MemcpyBatchAsync": (
        MANY + " CUmemcpyAttributes kinds[5]; memset(kinds, 0, sizeof kinds); "
        "for (size_t i = 0; i < 5; i++) kinds[i].srcAccessOrder = "
        "(CUmemcpySrcAccessOrder)fuzz_below(f, 5);",
        ["(CUdeviceptr *)dsts", "(CUdeviceptr *)srcs", "sizes", "n", "kinds", "at", "m"]),
    "Memcpy3DBatchAsync": (
        "CUDA_MEMCPY3D_BATCH_OP ops[3]; size_t n = fuzz_below(f, 4); memset(ops, 0, sizeof ops); "
        "for (size_t i = 0; i < 3; i++) { struct fuzz_copy c = { .kind = 0 }; "
        "fuzz_copy(f, &c, FUZZ_DEFAULT, false); "
        "ops[i].src.type = ops[i].dst.type = CU_MEMCPY_OPERAND_TYPE_POINTER; "
        "ops[i].src.op.ptr.ptr = (CUdeviceptr)(uintptr_t)c.src; "
        "ops[i].dst.op.ptr.ptr = (CUdeviceptr)(uintptr_t)c.dst; "
        "ops[i].extent.width = c.width; ops[i].extent.height = ops[i].extent.depth = 1; "
        "ops[i].srcAccessOrder = (CUmemcpySrcAccessOrder)fuzz_below(f, 4); "
        "if (fuzz_chance(f, 25)) { ops[i].dst.type = CU_MEMCPY_OPERAND_TYPE_ARRAY; "
        "memset(&ops[i].dst.op, 0, sizeof ops[i].dst.op); ops[i].dst.op.array.array = "
        "(CUarray)fuzz_handle(f, FUZZ_ARRAY); ops[i].extent.width = 1; } }",
        ["n", "ops", NO_FLAGS]),
    "MemDiscardBatchAsync": (RANGE_LIST, ["at_device", "sizes", "n", NO_FLAGS]),
    "MemPrefetchBatchAsync": (RANGE_LIST, ["at_device", "sizes", "n", "places", "at", "m",
                                           NO_FLAGS]),
    "MemHostRegister": ("size_t n; void *p = fuzz_pages(f, &n);", ["p", "n"],
                        "fuzz_memory_made((uint64_t)p, false);"),
    "MemHostUnregister": (HOST_BASE, ["p"]),
    "MemFreeHost": ("", ["(void *)fuzz_victim(f)"]),
    "IpcCloseMemHandle": ("", ["fuzz_victim(f)"]),
    "MemsetD2D8": ("", ROWS), "MemsetD2D16": ("", ROWS), "MemsetD2D32": ("", ROWS),
    "MemsetD2D8Async": ("", ROWS), "MemsetD2D16Async": ("", ROWS), "MemsetD2D32Async": ("", ROWS),
    "MemPoolExportToShareableHandle": ("", ["fuzz_cell(f, 8)", "*", FD_KIND, NO_FLAGS],
                                       "fuzz_pool_fd_made(f, *(const int *)a0);"),
    "MemPoolImportFromShareableHandle": (
        "", ["*", "(void *)fuzz_pool_fd(f)", "CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR", NO_FLAGS]),
    "MemPoolExportPointer": ("", ["fuzz_cell(f, sizeof(CUmemPoolPtrExportData))"]),
    "MemPoolGetAccess": (PLACE_OF, ["*", "*", ONE_PLACE]),
    "MemGetDefaultMemPool": (PLACE_OF, [OUT, ONE_PLACE]),
    "MemGetMemPool": (PLACE_OF, [OUT, ONE_PLACE]),
    "MemSetMemPool": (PLACE_OF, [ONE_PLACE]),
    "DeviceGetDefaultMemPool": ("", [OUT]), "DeviceGetMemPool": ("", [OUT]),
    "MemAddressFree": ("uint64_t n; uint64_t p = fuzz_range_taken(f, &n);", ["p", "n"],
                       "fuzz_range_gone(f);"),
    "MemGetAccess": (PART, ["*", "*", "p"]),
    "MemRetainAllocationHandle": (PART, [OUT, "(void *)p"],
                                  "fuzz_release_pages((uint64_t)*a0);"),
    "MemExportToShareableHandle": ("", ["fuzz_cell(f, 8)", "*", FD_KIND, NO_FLAGS],
                                   "fuzz_pool_fd_made(f, *(const int *)a0);"),
    "MemImportFromShareableHandle": (
        "", ["*", "(void *)fuzz_pool_fd(f)", "CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR"]),
    "MemGetHandleForAddressRange": (
        PART, ["fuzz_cell(f, 8)", "fuzz_chance(f, 50) ? p : fuzz_pointer(f)", "n", "*", NO_FLAGS],
        "fuzz_pool_fd_made(f, *(const int *)a0);"),
    "MemMapArrayAsync": (
        "CUarrayMapInfo list[2]; memset(list, 0, sizeof list); for (size_t i = 0; i < 2; i++) { "
        "bool levels = fuzz_chance(f, 50); list[i].resourceType = levels "
        "? CU_RESOURCE_TYPE_MIPMAPPED_ARRAY : CU_RESOURCE_TYPE_ARRAY; if (levels) "
        "list[i].resource.mipmap = (CUmipmappedArray)fuzz_handle(f, FUZZ_MIPMAPPED); else "
        "list[i].resource.array = (CUarray)fuzz_handle(f, FUZZ_ARRAY); "
        "list[i].memOperationType = (CUmemOperationType)(1 + fuzz_below(f, 2)); "
        "list[i].memHandle.memHandle = fuzz_handle(f, FUZZ_PHYSICAL); "
        "list[i].subresource.sparseLevel.extentWidth = (unsigned int)fuzz_extent(f); "
        "list[i].subresource.sparseLevel.extentHeight = (unsigned int)fuzz_extent(f); "
        "list[i].subresource.sparseLevel.extentDepth = 1; list[i].deviceBitMask = 1; }",
        ["list", "(unsigned int)fuzz_below(f, 3)"]),
    # A call that waits for the last device never ends, so there is one, and it is added first.
    "MulticastCreate": (
        "CUmulticastObjectProp it; memset(&it, 0, sizeof it); it.numDevices = "
        "fuzz_chance(f, 90) ? 1 : fuzz_chance(f, 50) ? 0 : 1000; it.flags = " + NO_FLAGS + "; "
        "it.size = fuzz_chance(f, 90) ? ((size_t)2 << 20) * (1 + fuzz_below(f, 2)) : fuzz_size(f); "
        "it.handleTypes = fuzz_chance(f, 50) ? CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR : 0;",
        ["fuzz_cell(f, 8)", "&it"],
        "fuzz_multicast_made(*a0);"),
    "MulticastBindMem": ("", ["*", MULTICAST, "*", MULTICAST, MULTICAST, NO_FLAGS]),
    "MulticastBindAddr": (PART, ["*", MULTICAST, "p", "n", NO_FLAGS]),
    "MulticastUnbind": ("", ["*", "*", MULTICAST, MULTICAST]),
    "PointerGetAttributes": (
        "void *room[4]; CUpointer_attribute kinds[4]; for (size_t i = 0; i < 4; i++) { "
        "room[i] = fuzz_cell(f, 16); kinds[i] = (CUpointer_attribute)(fuzz_below(f, 20) + 1); }",
        ["(unsigned int)fuzz_below(f, 5)", "kinds", "room"]),
    "PointerSetAttribute": ("", ["fuzz_cell(f, 16)", "fuzz_chance(f, 80) "
                                 "? CU_POINTER_ATTRIBUTE_SYNC_MEMOPS "
                                 ": (CUpointer_attribute)fuzz_below(f, 24)"]),
    "StreamWaitValue32": WAIT_WORD, "StreamWaitValue64": WAIT_WORD,
    "StreamWriteValue32": WRITE_WORD, "StreamWriteValue64": WRITE_WORD,
    "StreamBatchMemOp": (WORD_OPERATIONS, ["*", "(unsigned int)fuzz_below(f, 4)", "ops"]),
    "StreamUpdateCaptureDependencies": ("", ["*", NODE, "NULL", "fuzz_below(f, 2)"]),
    "StreamGetCtx_v2": ("", ["*", OUT, OUT]),
    "StreamGetAttribute": ("", ["*", "*", "fuzz_cell(f, sizeof(CUstreamAttrValue))"]),
    "StreamGetCaptureInfo": ("", ["*"] + [OUT] * 6),
    "LibraryGetModule": ("", [OUT]),
    "LibraryGetManaged": ("", ["*", "*", "*", VARIABLE_NAME]),
    "LibraryGetUnifiedFunction": ("", ["*", "*", CODE_NAME]),
    "KernelGetFunction": ("", [OUT]), "KernelGetLibrary": ("", [OUT]), "FuncGetModule": ("", [OUT]),
    "ModuleLoad": ("", []), "ModuleLoadFatBinary": (CODE, ["*", "code"]),
    "ModuleEnumerateFunctions": ("", ["fuzz_cell(f, 64)", "(unsigned int)fuzz_below(f, 9)"]),
    "LaunchKernelEx": (ARGUMENTS + " " + LAUNCH, ["&it", KERNEL, GIVEN, "NULL"]),
    "LaunchCooperativeKernel": (ARGUMENTS, [KERNEL] + GRID + BLOCK + ["*", "*", GIVEN]),
    "OccupancyMaxActiveClusters": (LAUNCH, ["*", "*", "&it"]),
    "OccupancyMaxPotentialClusterSize": (LAUNCH, ["*", "*", "&it"]),
    "ParamSetv": ("", ["*", "*", "fuzz_cell(f, 64)", "(unsigned int)fuzz_below(f, 65)"]),
    "TexRefSetBorderColor": ("", ["*", "fuzz_cell(f, 16)"]),
    "GetErrorName": ("", ["(CUresult)fuzz_below(f, 1100)"]),
    "GetErrorString": ("", ["(CUresult)fuzz_below(f, 1100)"]),
    "GetProcAddress": ("", ["fuzz_text(f)", OUT, "(int)fuzz_below(f, 14000)"]),
    "GetExportTable": ("", [OUT, "(const CUuuid *)fuzz_cell(f, 16)"]),
    "CtxSetLimit": ("", ["*", "fuzz_below(f, 1 << 20)"]),
}
SPECS["MemDiscardAndPrefetchBatchAsync"] = SPECS["MemPrefetchBatchAsync"]
SPECS["OccupancyMaxPotentialBlockSize"] = ("", ["*", "*", "*", "NULL"])
SPECS["OccupancyMaxPotentialBlockSizeWithFlags"] = ("", ["*", "*", "*", "NULL"])

# How often, against 1: what makes things, what is copied, words.
WEIGHTS = {"ArrayCreate": 4, "Array3DCreate": 4, "MipmappedArrayCreate": 3, "TexObjectCreate": 4,
           "SurfObjectCreate": 3, "Memcpy2DAsync": 4, "Memcpy3DAsync": 4, "Memcpy3DPeerAsync": 2,
           "MemPoolCreate": 3, "MemAllocFromPoolAsync": 4, "LibraryLoadData": 2,
           "ImportExternalMemory": 3, "ImportExternalSemaphore": 3, "StreamBatchMemOp": 4,
           "ExternalMemoryGetMappedBuffer": 3, "StreamWaitValue32": 3, "StreamWriteValue32": 3,
           "MulticastCreate": 2, "MulticastAddDevice": 2, "MulticastBindMem": 3,
           "LaunchKernelEx": 3, "PointerGetAttributes": 2, "PointerSetAttribute": 2}
