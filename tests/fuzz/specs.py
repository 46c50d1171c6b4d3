"""What calls.py cannot know from types: see there.

P_ is the interface's prefix, f the thread's state, c a fuzz_copy, b a fuzz_box, a0... the arguments.
"""
import re

# Functions that are not called: another mode calls the first. Those with lists, functions and
# references in structs graphs.c calls with --graphs, by CUDA's driver interface, and the tests of
# graphs.
EXCLUDED = {"DeviceReset", "DevicePrimaryCtxReset", "DevicePrimaryCtxRelease"}
EXCLUDED |= {"Graph" + name for name in (
    "AddKernelNode", "AddHostNode", "AddMemcpyNode", "AddMemcpyNode1D", "AddMemcpyNodeToSymbol",
    "AddMemcpyNodeFromSymbol", "AddMemsetNode", "AddExternalSemaphoresSignalNode",
    "AddExternalSemaphoresWaitNode", "KernelNodeSetParams", "MemcpyNodeSetParams",
    "MemcpyNodeSetParams1D", "MemcpyNodeSetParamsToSymbol", "MemcpyNodeSetParamsFromSymbol",
    "MemsetNodeSetParams", "HostNodeSetParams", "ExternalSemaphoresSignalNodeSetParams",
    "ExternalSemaphoresWaitNodeSetParams", "ExecKernelNodeSetParams", "ExecMemcpyNodeSetParams",
    "ExecMemcpyNodeSetParams1D", "ExecMemcpyNodeSetParamsToSymbol",
    "ExecMemcpyNodeSetParamsFromSymbol", "ExecMemsetNodeSetParams", "ExecHostNodeSetParams",
    "ExecExternalSemaphoresSignalNodeSetParams", "ExecExternalSemaphoresWaitNodeSetParams",
    "RetainUserObject", "ReleaseUserObject", "KernelNodeSetAttribute", "AddNode",
    "NodeSetParams", "ExecNodeSetParams", "AddBatchMemOpNode", "BatchMemOpNodeSetParams",
    "ExecBatchMemOpNodeSetParams")}
EXCLUDED |= {"UserObjectCreate", "UserObjectRetain", "UserObjectRelease"}

EXCLUDED |= {"DrvGraph" + name for name in (
    "AddMemcpyNode", "AddMemsetNode", "MemcpyNodeSetParams", "ExecMemcpyNodeSetParams",
    "ExecMemsetNodeSetParams")}
GRAPHS_BY_HAND = {stem for stem in EXCLUDED if stem.startswith(("Graph", "UserObject"))}

# Types that are typedefs in HIP and tags in CUDA.
TAGS = (("struct", "ExternalMemoryHandleDesc"), ("enum", "ExternalMemoryHandleType"),
        ("struct", "ExternalSemaphoreHandleDesc"), ("enum", "ExternalSemaphoreHandleType"),
        ("struct", "ExternalSemaphoreSignalParams"), ("struct", "ExternalSemaphoreWaitParams"),
        ("struct", "MemAllocNodeParams"),
        ("enum", "MemAllocationHandleType"), ("enum", "MemRangeAttribute"))

HANDLES = {
    "Stream": "FUZZ_STREAM", "Event": "FUZZ_EVENT", "ExternalMemory": "FUZZ_MEMORY",
    "ExternalSemaphore": "FUZZ_SEMAPHORE", "Array": "FUZZ_ARRAY",
    "MipmappedArray": "FUZZ_MIPMAPPED", "MemPool": "FUZZ_POOL", "TextureObject": "FUZZ_TEXTURE",
    "SurfaceObject": "FUZZ_SURFACE", "AsyncCallbackHandle": "FUZZ_NOTIFICATION",
    "LogsCallbackHandle": "FUZZ_LOG_CALLBACK", "Library": "FUZZ_LIBRARY", "Kernel": "FUZZ_KERNEL",
    "Module": "FUZZ_MODULE", "Function": "FUZZ_FUNCTION", "LinkState": "FUZZ_LINK",
    "MemGenericAllocationHandle": "FUZZ_PHYSICAL",
    "Ctx": "FUZZ_CONTEXT", "Graph": "FUZZ_GRAPH", "GraphNode": "FUZZ_NODE",
    "GraphExec": "FUZZ_EXEC",
    "GraphicsResource": "FUZZ_REGISTERED"
}

# Their first argument gets new memory; of the touchable ones the processor may follow it.
TOUCHABLE = {"Malloc", "MallocHost", "HostAlloc", "HostMalloc", "MallocManaged", "MallocPitch",
             "Malloc3D", "MemAllocHost", "MemAllocPitch", "ExtMallocWithFlags"}
MADE_MEMORY = TOUCHABLE | {"MallocAsync", "MallocFromPoolAsync", "ExternalMemoryGetMappedBuffer",
                           "IpcOpenMemHandle", "MemPoolImportPointer"}
                       
ENDS = {
    "StreamDestroy": (0, "FUZZ_STREAM"), "EventDestroy": (0, "FUZZ_EVENT"),
    "DestroyExternalMemory": (0, "FUZZ_MEMORY"),
    "DestroyExternalSemaphore": (0, "FUZZ_SEMAPHORE"),
    "FreeArray": (0, "FUZZ_ARRAY"), "ArrayDestroy": (0, "FUZZ_ARRAY"),
    "FreeMipmappedArray": (0, "FUZZ_MIPMAPPED"), "MipmappedArrayDestroy": (0, "FUZZ_MIPMAPPED"),
    "MemPoolDestroy": (0, "FUZZ_POOL"), "DestroyTextureObject": (0, "FUZZ_TEXTURE"),
    "TexObjectDestroy": (0, "FUZZ_TEXTURE"), "DestroySurfaceObject": (0, "FUZZ_SURFACE"),
    "DeviceUnregisterAsyncNotification": (1, "FUZZ_NOTIFICATION"),
    "LogsUnregisterCallback": (0, "FUZZ_LOG_CALLBACK"),
    "LibraryUnload": (0, "FUZZ_LIBRARY"), "ModuleUnload": (0, "FUZZ_MODULE"),
    "LinkDestroy": (0, "FUZZ_LINK"), "MemRelease": (0, "FUZZ_PHYSICAL"),
    "CtxDestroy": (0, "FUZZ_CONTEXT"), "GraphDestroy": (0, "FUZZ_GRAPH"),
    "GraphDestroyNode": (0, "FUZZ_NODE"), "GraphExecDestroy": (0, "FUZZ_EXEC"),
    "Free": (0, "MEMORY_RANGE"), "FreeHost": (0, "MEMORY_RANGE"), "HostFree": (0, "MEMORY_RANGE"),
    "FreeAsync": (0, "MEMORY_RANGE"), "HostUnregister": (0, "MEMORY_RANGE"),
    "IpcCloseMemHandle": (0, "MEMORY_RANGE"),
}

CHANNELS = [
    "it.x = 8; it.f = P_ChannelFormatKindUnsigned",
    "it.x = it.y = it.z = it.w = 8; it.f = P_ChannelFormatKindUnsigned",
    "it.x = it.y = it.z = it.w = 32; it.f = P_ChannelFormatKindFloat",
    "it.x = it.y = 16; it.f = P_ChannelFormatKindSigned",
    "it.x = 1 + (int)fuzz_below(f, 40); it.f = P_ChannelFormatKindSigned",
]
RESOURCES = [
    "it.resType = P_ResourceTypeArray; "
    "it.res.array.array = (P_Array_t)fuzz_handle(f, FUZZ_ARRAY)",
    "it.resType = P_ResourceTypeMipmappedArray; "
    "it.res.mipmap.mipmap = (P_MipmappedArray_t)fuzz_handle(f, FUZZ_MIPMAPPED)",
    "it.resType = P_ResourceTypeLinear; it.res.linear.devPtr = (void *)fuzz_pointer(f); "
    "it.res.linear.desc.x = 32; it.res.linear.desc.f = P_ChannelFormatKindFloat; "
    "it.res.linear.sizeInBytes = fuzz_size(f)",
    "it.resType = P_ResourceTypePitch2D; it.res.pitch2D.devPtr = (void *)fuzz_pointer(f); "
    "it.res.pitch2D.desc.x = 8; it.res.pitch2D.desc.f = P_ChannelFormatKindUnsigned; "
    "it.res.pitch2D.width = fuzz_extent(f); it.res.pitch2D.height = fuzz_extent(f); "
    "it.res.pitch2D.pitchInBytes = 256 * fuzz_below(f, 4)",
]
EXTENTS = ["it.width = fuzz_extent(f)",
           "it.width = fuzz_extent(f); it.height = fuzz_extent(f)",
           "it.width = fuzz_extent(f); it.height = fuzz_extent(f); it.depth = fuzz_below(f, 7)"]
LOCATION = "it.type = P_MemLocationTypeDevice"
EVENT_FLAGS = ("", ["*", "fuzz_chance(f, 90) ? (unsigned int)(fuzz_below(f, 2) * 4 "
                    "+ fuzz_below(f, 4)) : fuzz_flags(f)"])

# A struct's valid contents; one is drawn and then spoilt at times.
BASES = {
    "ChannelFormatDesc": CHANNELS,
    "Extent": EXTENTS,
    "PitchedPtr": ["it.ptr = (void *)fuzz_pointer(f); it.pitch = 64 + fuzz_below(f, 2) * 192; "
                   "it.xsize = 64; it.ysize = 1 + fuzz_below(f, 4)"],
    "MemLocation": [LOCATION],
    "MemPoolProps": ["it.allocType = P_MemAllocationTypePinned; "
                     "it.location.type = P_MemLocationTypeDevice; "
                     "it.handleTypes = fuzz_chance(f, 50) ? P_MemHandleTypePosixFileDescriptor "
                     ": P_MemHandleTypeNone"],
    "MemAllocationProp": ["it.type = P_MemAllocationTypePinned; "
                          "it.location.type = P_MemLocationTypeDevice; "
                          "it.requestedHandleType = fuzz_chance(f, 50) "
                          "? P_MemHandleTypePosixFileDescriptor : P_MemHandleTypeNone"],
    "MemAccessDesc": ["it.location.type = P_MemLocationTypeDevice; "
                      "it.flags = P_MemAccessFlagsProtReadWrite"],
    "ResourceDesc": RESOURCES,
    "TextureDesc": ["it.readMode = P_ReadModeElementType",
                    "it.normalizedCoords = 1; it.filterMode = P_FilterModeLinear; "
                    "it.readMode = P_ReadModeNormalizedFloat"],
    "ExternalMemoryBufferDesc": [
        "it.size = 1 + fuzz_below(f, 65536)",
        "it.offset = 16 * fuzz_below(f, 256); it.size = 16 * fuzz_below(f, 1024)"],
    "ExternalMemoryMipmappedArrayDesc": [
        "it.extent.width = it.extent.height = 1 + fuzz_below(f, 32); it.numLevels = 1; "
        "it.formatDesc.x = 8; it.formatDesc.f = P_ChannelFormatKindUnsigned"],
    "HIP_ARRAY_DESCRIPTOR": ["it.Width = fuzz_extent(f); it.Height = fuzz_extent(f); "
                             "it.Format = HIP_AD_FORMAT_FLOAT; it.NumChannels = 1"],
    "HIP_ARRAY3D_DESCRIPTOR": ["it.Width = fuzz_extent(f); it.Height = fuzz_extent(f); "
                               "it.Depth = fuzz_below(f, 4); it.Format = HIP_AD_FORMAT_FLOAT; "
                               "it.NumChannels = 4"],
    "HIP_RESOURCE_DESC": ["it.resType = HIP_RESOURCE_TYPE_ARRAY; "
                          "it.res.array.hArray = (hipArray_t)fuzz_handle(f, FUZZ_ARRAY)"],
}

COPY = "struct fuzz_copy c = { .kind = 0 }; fuzz_copy(f, &c, %s, %s);"
TO_ARRAY = "struct fuzz_copy c = { .dst_is_array = true }; fuzz_copy(f, &c, %s, %s);"
FROM_ARRAY = "struct fuzz_copy c = { .src_is_array = true }; fuzz_copy(f, &c, %s, %s);"
BYTES = (COPY % ("FUZZ_ANY_KIND", "false"), ["c.dst", "c.src", "c.width", "(enum P_MemcpyKind)c.kind"])
ROWS = (COPY % ("FUZZ_ANY_KIND", "true"),
        ["c.dst", "c.dpitch", "c.src", "c.spitch", "c.width", "c.height",
         "(enum P_MemcpyKind)c.kind"])
PLACE = "fuzz_below(f, 3)"
ROWS_TO = (TO_ARRAY % ("FUZZ_ANY_KIND", "true"),
           ["*", PLACE, PLACE, "c.src", "c.spitch", "c.width", "c.height",
            "(enum P_MemcpyKind)c.kind"])
ROWS_FROM = (FROM_ARRAY % ("FUZZ_ANY_KIND", "true"),
             ["c.dst", "c.dpitch", "*", PLACE, PLACE, "c.width", "c.height",
              "(enum P_MemcpyKind)c.kind"])
BYTES_TO = (TO_ARRAY % ("FUZZ_ANY_KIND", "false"),
            ["*", PLACE, PLACE, "c.src", "c.width", "(enum P_MemcpyKind)c.kind"])
BYTES_FROM = (FROM_ARRAY % ("FUZZ_ANY_KIND", "false"),
              ["c.dst", "*", PLACE, PLACE, "c.width", "(enum P_MemcpyKind)c.kind"])
PEER = (COPY % ("FUZZ_DEFAULT", "false"), ["c.dst", "*", "c.src", "*", "c.width"])
DEVICES = (COPY % ("FUZZ_DTOD", "false"), ["c.dst", "c.src", "c.width"])
BOX = "struct fuzz_box b; fuzz_box(f, &b, %s);"
PART = "uint64_t n; uint64_t p = fuzz_range_part(f, &n); (void)n;"
NO_FLAGS = "fuzz_chance(f, 95) ? 0 : fuzz_flags(f)"
VICTIM = ("", ["(void *)fuzz_victim(f)"])


def box_struct(name, ends, rest):
    """A struct of a 3D copy on the caller's stack."""
    fields = ", ".join(".%s" % field for end in ("dst", "src") for field in ends(end))
    return "struct fuzz_box b; fuzz_box(f, &b, FUZZ_ANY_KIND); %s it = { %s, %s };" % (
        name, fields, rest)


def runtime_end(end):
    """The fields of one end as the runtime interfaces have them."""
    return ["%sArray = (P_Array_t)b.%s.array" % (end, end),
            "%sPos = { b.%s.x, b.%s.y, b.%s.z }" % (end, end, end, end),
            "%sPtr = { (void *)b.%s.pointer, b.%s.pitch, b.%s.row_bytes, b.%s.rows }"
            % (end, end, end, end, end)]


BOX_3D = (box_struct("struct P_Memcpy3DParms", runtime_end,
                     ".extent = { b.width, b.height, b.depth }, .kind = (enum P_MemcpyKind)b.kind"),
          ["&it"])
BOX_PEER = (box_struct("struct P_Memcpy3DPeerParms", runtime_end,
                       ".extent = { b.width, b.height, b.depth }, .dstDevice = fuzz_int(f), "
                       ".srcDevice = fuzz_int(f)").replace("FUZZ_ANY_KIND", "FUZZ_DEFAULT"),
            ["&it"])

# In HIP's other structs the end says what it is: 1 host, 2 device, 3 array, 4 unified.
SAYS = ("int dst_type = b.dst.array ? 3 : !b.dst.is_host ? 2 : fuzz_chance(f, 70) ? 1 : 4, "
        "src_type = b.src.array ? 3 : !b.src.is_host ? 2 : fuzz_chance(f, 70) ? 1 : 4;")


def driver_end(end, is_box):
    """The fields of one end in hip_Memcpy2D and HIP_MEMCPY3D."""
    fields = ["%sXInBytes = b.%s.x" % (end, end), "%sY = b.%s.y" % (end, end),
              "%sMemoryType = (hipMemoryType)%s_memory" % (end, end),
              "%sHost = (void *)(%s_type == 1 ? b.%s.pointer : 0)" % (end, end, end),
              "%sDevice = (void *)(%s_type != 1 ? b.%s.pointer : 0)" % (end, end, end),
              "%sArray = (hipArray_t)b.%s.array" % (end, end),
              "%sPitch = b.%s.pitch" % (end, end)]
    return fields + (["%sZ = b.%s.z" % (end, end), "%sHeight = b.%s.rows" % (end, end)]
                     if is_box else [])


def driver_struct(name, is_box):
    """A statement that makes one of them; memory types are hipMemoryType's numbers."""
    prepared = box_struct(name, lambda end: driver_end(end, is_box),
                          ".WidthInBytes = b.width, .Height = b.height"
                          + (", .Depth = b.depth" if is_box else ""))
    types = ("static const hipMemoryType types[] = { hipMemoryTypeUnregistered, "
             "hipMemoryTypeHost, hipMemoryTypeDevice, hipMemoryTypeArray, hipMemoryTypeUnified };"
             " hipMemoryType dst_memory = types[dst_type], src_memory = types[src_type];")
    head, tail = prepared.split(");", 1)
    return (head + "); " + SAYS + " " + types + tail, ["&it"])


MANY = ("size_t n = fuzz_below(f, 5); void **dsts = fuzz_cell(f, 40), **srcs = fuzz_cell(f, 40); "
        "size_t *sizes = fuzz_cell(f, 40), *at = fuzz_cell(f, 40); "
        "for (size_t i = 0; i < 5; i++) { struct fuzz_copy c = { .kind = 0 }; "
        "fuzz_copy(f, &c, FUZZ_DEFAULT, false); dsts[i] = c.dst; srcs[i] = c.src; "
        "sizes[i] = c.width; at[i] = fuzz_chance(f, 80) ? i : fuzz_number(f); } "
        "size_t m = fuzz_chance(f, 80) ? n != 0 : fuzz_below(f, 5);")
RANGES = MANY + (" for (size_t i = 0; i < 5; i++) { "
                 "dsts[i] = (void *)fuzz_managed(f, &sizes[i]); if (at[i] == i) at[i] = 0; } "
                 "if (fuzz_chance(f, 80)) m = n < 1 ? n : 1;")
WAIT_WORD = ("struct fuzz_word word; fuzz_word_wait(f, false, &word);",
             ["*", "(void *)word.pointer", "word.value", "word.flags", "word.mask"])
WRITE_WORD = ("struct fuzz_word word; fuzz_word_write(f, &word);",
              ["*", "(void *)word.pointer", "word.value", "word.flags"])
# Device code of which a part is taken. A program's own pointers to arguments must be right, and its
# grids small enough that they end.
CODE = ("static const char text[] = \".version 6.4\\n.target sm_60\\n.address_size 64\\n\" "
        "\".visible .global .u32 word;\\n.visible .entry nothing(.param .u64 a)\\n{\\nret;\\n}\\n\"; "
        "size_t room = fuzz_chance(f, 80) ? sizeof text - 1 : fuzz_below(f, sizeof text); "
        "char *code = memcpy(fuzz_cell(f, sizeof text), text, sizeof text); code[room] = 0;")
CODE_NAME = 'fuzz_chance(f, 80) ? "nothing" : fuzz_text(f)'
VARIABLE_NAME = 'fuzz_chance(f, 80) ? "word" : fuzz_text(f)'
ARGUMENTS = "static uint64_t word; static void *words[1] = { &word };"
GIVEN = "fuzz_chance(f, 80) ? words : NULL"
GRID = ["(unsigned int)fuzz_below(f, 4)"] * 3
BLOCK = ["(unsigned int)fuzz_below(f, 20)"] * 3
NO_OPTIONS = ["0", "NULL", "NULL"]

# ---- rows of all interfaces ----------------------------------------------------------------------

# The second argument is the path of a file that is written.
WRITTEN = ("static const char *const paths[] = { NULL, \"\", \"/dev/null\", \"/nowhere/at/all\" };",
           ["*", "paths[fuzz_below(f, 4)]"])

def graphics_rows(kind):
    """The rows of lists of graphics resources, whose type is given; the list is as long as said."""
    listed = ("%s list[2] = { (%s)fuzz_handle(f, FUZZ_REGISTERED) };" % (kind, kind),
              ["fuzz_below(f, 2)", "list"])
    return {"GraphicsMapResources": listed, "GraphicsUnmapResources": listed}


CAPTURED = "fuzz_capture_began(f, (uint64_t)a0);"
# A list of one node.
NODE = "fuzz_chance(f, 3) ? NULL : (void *)memcpy(fuzz_cell(f, 8), " \
       "&(uint64_t){ fuzz_handle(f, FUZZ_NODE) }, 8)"

SHARED_ROWS = {
    "MipmappedArrayCreate": ("", ["*", "*", "1 + (unsigned int)fuzz_below(f, 4)"]),
    "MemAllocPitch": ("", ["*", "*", "fuzz_extent(f)", "fuzz_extent(f)", "4"]),
    "MemPoolGetAttribute": ("", ["*", "*", "fuzz_cell(f, 8)"]),
    "MemPoolSetAttribute": ("", ["*", "*", "fuzz_cell(f, 8)"]),
    "DeviceGetGraphMemAttribute": ("", ["*", "*", "fuzz_cell(f, 8)"]),
    "DeviceSetGraphMemAttribute": ("", ["*", "*", "fuzz_cell(f, 8)"]),
    "MemPoolSetAccess": ("", ["*", "*", "fuzz_chance(f, 90) ? 1 : 0"]),
    "LibraryLoadData": (CODE, ["*", "code", "NULL", "NULL", "0", "NULL", "NULL", "0"]),
    "LibraryLoadFromFile": ("", ["*", "*", "NULL", "NULL", "0", "NULL", "NULL", "0"]),
    "LibraryGetKernel": ("", ["*", "*", CODE_NAME]),
    "LibraryGetGlobal": ("", ["*", "*", "*", VARIABLE_NAME]),
    "LibraryEnumerateKernels": ("", ["fuzz_cell(f, 64)", "(unsigned int)fuzz_below(f, 9)"]),
    "ModuleLoadDataEx": (CODE, ["*", "code"] + NO_OPTIONS),
    "ModuleGetGlobal": ("", ["*", "*", "*", VARIABLE_NAME]),
    "LinkCreate": ("", NO_OPTIONS),
    "LinkAddData": (CODE, ["*", "*", "code", "room + 1", "*"] + NO_OPTIONS),
    "LinkAddFile": ("", ["*", "*", "*"] + NO_OPTIONS),
    "DeviceGetPCIBusId": ("int n = fuzz_chance(f, 90) ? (int)fuzz_below(f, 65) : -1;",
                          ["fuzz_cell(f, 64)", "n"]),
    "DeviceGetName": ("int n = fuzz_chance(f, 90) ? (int)fuzz_below(f, 65) : -1;",
                      ["fuzz_cell(f, 64)", "n"]),
    "DeviceGetNvSciSyncAttributes": ("", ["fuzz_out(f, 64)"]),
    "DeviceGetHostAtomicCapabilities": (
        "", ["fuzz_out(f, 64)", "fuzz_out(f, 64)", "(unsigned int)fuzz_below(f, 17)"]),
    "DeviceGetP2PAtomicCapabilities": (
        "", ["fuzz_out(f, 64)", "fuzz_out(f, 64)", "(unsigned int)fuzz_below(f, 17)"]),
    "LogsRegisterCallback": ("", ["*", "*", "fuzz_cell(f, 8)"],
                             "fuzz_made(FUZZ_LOG_CALLBACK, (uint64_t)*a2);"),
    "LogsDumpToFile": WRITTEN, "GraphDebugDotPrint": WRITTEN,
    "StreamBeginCapture": ("", [], CAPTURED),
    "StreamBeginCaptureToGraph": ("", ["*", "*", NODE, "NULL", "fuzz_below(f, 2)"], CAPTURED),
    "LogsDumpToMemory": ("size_t *n = fuzz_cell(f, 8); *n = fuzz_below(f, 2049);",
                         ["*", "fuzz_cell(f, 2048)", "n"]),
}

SEMAPHORES = ("P_ExternalSemaphore_t list[4]; P_ExternalSemaphore%sParams params[4]; "
              "unsigned int n = (unsigned int)fuzz_below(f, 5); memset(params, 0, sizeof params); "
              "for (size_t i = 0; i < 4; i++) { "
              "list[i] = (P_ExternalSemaphore_t)fuzz_handle(f, FUZZ_SEMAPHORE); "
              "params[i].params.fence.value = %s; params[i].flags = fuzz_flags(f); }")
EXTERNAL_ROWS = {
    "ImportExternalMemory": (
        "P_ExternalMemoryHandleDesc it; uint64_t n; memset(&it, 0, sizeof it); "
        "it.type = fuzz_chance(f, 90) ? P_ExternalMemoryHandleTypeOpaqueFd "
        ": (P_ExternalMemoryHandleType)fuzz_below(f, 12); it.handle.fd = fuzz_memory_fd(f, &n); "
        "it.size = fuzz_chance(f, 85) ? n : fuzz_size(f); "
        "if (fuzz_chance(f, 5)) it.flags = fuzz_flags(f);", ["*", "&it"], "fuzz_fd_taken(f);"),
    "ImportExternalSemaphore": (
        "P_ExternalSemaphoreHandleDesc it; bool timeline; memset(&it, 0, sizeof it); "
        "it.handle.fd = fuzz_semaphore_fd(f, &timeline); "
        "it.type = timeline ? P_ExternalSemaphoreHandleTypeTimelineSemaphoreFd "
        ": P_ExternalSemaphoreHandleTypeOpaqueFd; if (fuzz_chance(f, 8)) "
        "it.type = (P_ExternalSemaphoreHandleType)fuzz_below(f, 12); "
        "if (fuzz_chance(f, 5)) it.flags = fuzz_flags(f);", ["*", "&it"], "fuzz_fd_taken(f);"),
    "SignalExternalSemaphoresAsync": (SEMAPHORES % ("Signal", "fuzz_signal_value(f)"),
                                      ["list", "params", "n"]),
    "WaitExternalSemaphoresAsync": (SEMAPHORES % ("Wait", "fuzz_wait_value(f)"),
                                    ["list", "params", "n"]),
}

IPC = "P_Ipc%sHandle_t handle; fuzz_ipc_bytes(f, &handle);"
IPC_ROWS = {
    "IpcGetMemHandle": ("", ["fuzz_cell(f, 64)", "*"], "fuzz_ipc_made(f, a0);"),
    "IpcGetEventHandle": ("", ["fuzz_cell(f, 64)", "*"], "fuzz_ipc_made(f, a0);"),
    "IpcOpenMemHandle": (IPC % "Mem", ["*", "handle", "fuzz_chance(f, 90) ? 1 : fuzz_flags(f)"]),
    "IpcOpenEventHandle": (IPC % "Event", ["*", "handle"]),
}


def renamed(rows, names):
    """The rows with other names of types and constants in what is prepared."""
    pattern = re.compile(r"\b(%s)\b" % "|".join(names))
    return {function: (pattern.sub(lambda found: names[found.group()], row[0]), *row[1:])
            for function, row in rows.items()}


MANAGED = "size_t n; void *p = (void *)fuzz_managed(f, &n);"


def managed_rows(pointer, attribute):
    """Of calls on managed memory: how a pointer is passed, and the type of attributes."""
    return {
        "MemRangeGetAttribute": (MANAGED, ["fuzz_cell(f, 64)", "fuzz_chance(f, 60) ? 4 "
                                           ": 4 * fuzz_below(f, 17)", "*", pointer, "n"]),
        "MemRangeGetAttributes": (
            MANAGED + " void *room[4]; size_t sizes[4]; " + attribute + " kinds[4]; "
            "for (size_t i = 0; i < 4; i++) { room[i] = fuzz_cell(f, 16); "
            "sizes[i] = fuzz_chance(f, 70) ? 4 : 4 * fuzz_below(f, 5); "
            "kinds[i] = (" + attribute + ")(1 + fuzz_below(f, 9)); }",
            ["room", "sizes", "kinds", "fuzz_below(f, 5)", pointer, "n"]),
        "MemAdvise": (MANAGED, [pointer, "n"]), "MemPrefetchAsync": (MANAGED, [pointer, "n"]),
        "StreamAttachMemAsync": (MANAGED, ["*", pointer, "fuzz_chance(f, 50) ? 0 : n",
                                           "fuzz_chance(f, 80) ? 1u << fuzz_below(f, 3) "
                                           ": fuzz_flags(f)"]),
    }


# ---- rows of graphs ------------------------------------------------------------------------------

# Lists that are returned, with room for their number.
ROOM = "size_t *n = fuzz_cell(f, 8); *n = fuzz_below(f, 9);"
LIST, COUNT = "fuzz_out(f, 64)", "fuzz_chance(f, 3) ? NULL : n"
LISTED = (ROOM, ["*", LIST, COUNT])
# The two that HIP has without data of edges.
LISTED_EDGES = {
    "GraphGetEdges": (ROOM, ["*", LIST, LIST, LIST, COUNT]),
    "GraphNodeGetDependencies": (ROOM, ["*", LIST, LIST, COUNT]),
    "GraphNodeGetDependentNodes": (ROOM, ["*", LIST, LIST, COUNT]),
}
# Memory that a graph has given out.
OF_GRAPHS = "fuzz_chance(f, 80) ? fuzz_handle(f, FUZZ_GRAPH_MEMORY) : fuzz_pointer(f)"
MEMORY_NODES = {
    "GraphAddMemAllocNode": (
        "P_MemAllocNodeParams *it = memset(fuzz_cell(f, sizeof *it), 0, sizeof *it); "
        "it->bytesize = fuzz_chance(f, 90) ? 1 + fuzz_below(f, 300000) : fuzz_size(f); "
        "if (fuzz_chance(f, 95)) it->poolProps.allocType = P_MemAllocationTypePinned; "
        "if (fuzz_chance(f, 95)) it->poolProps.location.type = P_MemLocationTypeDevice; "
        "if (fuzz_chance(f, 2)) it->accessDescCount = fuzz_below(f, 3);",
        ["*", "*", NODE, "fuzz_below(f, 2)", "it"],
        "fuzz_made(FUZZ_GRAPH_MEMORY, (uint64_t)it->dptr);"),
    "GraphMemFreeNodeGetParams": ("", ["*", "fuzz_out(f, 8)"]),
}
# A number that no node has makes the graph useless.
CONDITION = ("", ["*", "fuzz_chance(f, 80) ? NULL : (void *)fuzz_handle(f, FUZZ_GRAPH)"])

# ---- rows of the runtime interfaces ---------------------------------------------------------------

ADDED = ("", ["*", "*", NODE, "fuzz_below(f, 2)"])
FREED = ("", ["*", "*", NODE, "fuzz_below(f, 2)", "(void *)(%s)" % OF_GRAPHS])
EDGES = ("", ["*", NODE, NODE, "NULL", "fuzz_below(f, 2)"])
HIP_EDGES = ("", ["*", NODE, NODE, "fuzz_below(f, 2)"])
FLAGGED = ("", ["*", "*", "fuzz_chance(f, 90) ? 0 : fuzz_below(f, 20)"])

SPECS = {
    "GraphAddEmptyNode": ADDED, "GraphAddChildGraphNode": ADDED, "GraphAddEventRecordNode": ADDED,
    "GraphAddEventWaitNode": ADDED, "GraphAddMemFreeNode": FREED, "DrvGraphAddMemFreeNode": FREED,
    "GraphGetNodes": LISTED, "GraphGetRootNodes": LISTED,
    **{"cuda" + name: row for name, row in LISTED_EDGES.items()},
    "hipGraphGetEdges": (ROOM, ["*", LIST, LIST, COUNT]),
    "hipGraphNodeGetDependencies": LISTED, "hipGraphNodeGetDependentNodes": LISTED,
    **MEMORY_NODES, "GraphConditionalHandleCreate": CONDITION,
    "GraphAddDependencies": EDGES, "GraphRemoveDependencies": EDGES,
    "GraphInstantiateWithFlags": FLAGGED, "cudaGraphInstantiate": FLAGGED,
    "cudaStreamUpdateCaptureDependencies": ("", ["*", NODE, "NULL", "fuzz_below(f, 2)"]),
    "hipStreamUpdateCaptureDependencies": ("", ["*", NODE, "fuzz_below(f, 2)"]),
    "hipGraphAddDependencies": HIP_EDGES, "hipGraphRemoveDependencies": HIP_EDGES,
    "hipGraphInstantiate": ("", ["*", "*", "fuzz_out(f, 8)", "fuzz_out(f, 32)", "fuzz_below(f, 33)"]),
    **SHARED_ROWS, **EXTERNAL_ROWS, **IPC_ROWS, **managed_rows("p", "P_MemRangeAttribute"),
    **graphics_rows("P_GraphicsResource_t"),
    "Memcpy": BYTES, "MemcpyAsync": BYTES, "MemcpyWithStream": BYTES,
    "Memcpy2D": ROWS, "Memcpy2DAsync": ROWS,
    "Memcpy2DToArray": ROWS_TO, "Memcpy2DToArrayAsync": ROWS_TO,
    "Memcpy2DFromArray": ROWS_FROM, "Memcpy2DFromArrayAsync": ROWS_FROM,
    "MemcpyToArray": BYTES_TO, "MemcpyToArrayAsync": BYTES_TO,
    "MemcpyFromArray": BYTES_FROM, "MemcpyFromArrayAsync": BYTES_FROM,
    "MemcpyPeer": PEER, "MemcpyPeerAsync": PEER,
    "Memcpy3D": BOX_3D, "Memcpy3DAsync": BOX_3D,
    "Memcpy3DPeer": BOX_PEER, "Memcpy3DPeerAsync": BOX_PEER,
    "MemcpyDtoD": DEVICES, "MemcpyDtoDAsync": DEVICES,
    "MemcpyDtoH": (COPY % ("FUZZ_DTOH", "false"), ["c.dst", "c.src", "c.width"]),
    "MemcpyDtoHAsync": (COPY % ("FUZZ_DTOH", "false"), ["c.dst", "c.src", "c.width"]),
    "MemcpyHtoD": (COPY % ("FUZZ_HTOD", "false"), ["c.dst", "c.src", "c.width"]),
    "MemcpyHtoDAsync": (COPY % ("FUZZ_HTOD", "false"), ["c.dst", "c.src", "c.width"]),
    "MemcpyAtoH": (COPY % ("FUZZ_DTOH", "false"), ["c.dst", "*", PLACE, "c.width"]),
    "MemcpyAtoHAsync": (COPY % ("FUZZ_DTOH", "false"), ["c.dst", "*", PLACE, "c.width"]),
    "MemcpyHtoA": (COPY % ("FUZZ_HTOD", "false"), ["*", PLACE, "c.src", "c.width"]),
    "MemcpyHtoAAsync": (COPY % ("FUZZ_HTOD", "false"), ["*", PLACE, "c.src", "c.width"]),
    "MemcpyParam2D": driver_struct("hip_Memcpy2D", False),
    "MemcpyParam2DAsync": driver_struct("hip_Memcpy2D", False),
    "DrvMemcpy2DUnaligned": driver_struct("hip_Memcpy2D", False),
    "DrvMemcpy3D": driver_struct("HIP_MEMCPY3D", True),
    "DrvMemcpy3DAsync": driver_struct("HIP_MEMCPY3D", True),
    "MemcpyBatchAsync": (
        MANY + " struct cudaMemcpyAttributes kinds[5]; memset(kinds, 0, sizeof kinds); "
        "for (size_t i = 0; i < 5; i++) kinds[i].srcAccessOrder = "
        "(enum cudaMemcpySrcAccessOrder)fuzz_below(f, 5);",
        ["dsts", "(const void *const *)srcs", "sizes", "n", "kinds", "at", "m"]),
    "Memcpy3DBatchAsync": (
        "struct cudaMemcpy3DBatchOp ops[3]; size_t n = fuzz_below(f, 4); "
        "memset(ops, 0, sizeof ops); for (size_t i = 0; i < 3; i++) { struct fuzz_copy c = "
        "{ .kind = 0 }; fuzz_copy(f, &c, FUZZ_DEFAULT, false); "
        "ops[i].src.type = ops[i].dst.type = cudaMemcpyOperandTypePointer; "
        "ops[i].src.op.ptr.ptr = c.src; ops[i].dst.op.ptr.ptr = c.dst; "
        "ops[i].extent.width = c.width; ops[i].extent.height = ops[i].extent.depth = 1; "
        "ops[i].srcAccessOrder = (enum cudaMemcpySrcAccessOrder)fuzz_below(f, 4); "
        "if (fuzz_chance(f, 25)) { ops[i].dst.type = cudaMemcpyOperandTypeArray; "
        "memset(&ops[i].dst.op, 0, sizeof ops[i].dst.op); ops[i].dst.op.array.array = "
        "(cudaArray_t)fuzz_handle(f, FUZZ_ARRAY); ops[i].extent.width = 1; } }",
        ["n", "ops"]),
    "MemDiscardBatchAsync": (RANGES, ["dsts", "sizes", "n"]),
    "MemPrefetchBatchAsync": (RANGES + " struct cudaMemLocation places[5]; "
                              "memset(places, 0, sizeof places); places[0].type = "
                              "(enum cudaMemLocationType)fuzz_below(f, 5);",
                              ["dsts", "sizes", "n", "places", "at", "m"]),
    "Free": VICTIM, "FreeHost": VICTIM, "HostFree": VICTIM, "FreeAsync": VICTIM,
    "HostUnregister": ("void *p = fuzz_chance(f, 70) ? fuzz_pages(f, &(size_t){0}) "
                       ": (void *)fuzz_victim(f);", ["p"]),
    "HostRegister": ("size_t n; void *p = fuzz_pages(f, &n);", ["p", "n"],
                     "fuzz_memory_made((uint64_t)p, false);"),
    "Malloc3DArray": ("", ["*", "*", "*", "fuzz_chance(f, 70) ? 0 : fuzz_flags(f)"]),
    "MallocArray": ("", ["*", "*", "fuzz_extent(f)", "fuzz_extent(f)"]),
    "MallocMipmappedArray": ("", ["*", "*", "*", "1 + (unsigned int)fuzz_below(f, 4)"]),
    "MallocPitch": ("", ["*", "*", "fuzz_extent(f)", "fuzz_extent(f)"]),
    "Memset2D": ("", ["*", "64", "*", "fuzz_below(f, 70)", "fuzz_below(f, 5)"]),
    "Memset2DAsync": ("", ["*", "64", "*", "fuzz_below(f, 70)", "fuzz_below(f, 5)"]),
    "MemPoolExportToShareableHandle": (
        "", ["fuzz_cell(f, 8)", "*",
             "fuzz_chance(f, 90) ? P_MemHandleTypePosixFileDescriptor "
             ": (P_MemAllocationHandleType)fuzz_below(f, 9)"],
        "fuzz_pool_fd_made(f, *(const int *)a0);"),
    "MemPoolImportFromShareableHandle": (
        "", ["*", "(void *)fuzz_pool_fd(f)", "P_MemHandleTypePosixFileDescriptor"]),
    "MemAddressReserve": (
        "", ["*", "fuzz_chance(f, 90) ? 65536 * (1 + fuzz_below(f, 16)) : fuzz_size(f)",
             "fuzz_chance(f, 80) ? 0 : (size_t)fuzz_number(f)",
             "fuzz_chance(f, 80) ? NULL : (void *)fuzz_pointer(f)", NO_FLAGS],
        "if (a0 != NULL) fuzz_range_made((uint64_t)*a0, a1);"),
    "MemAddressFree": ("uint64_t n; uint64_t p = fuzz_range_taken(f, &n);", ["(void *)p", "n"],
                       "fuzz_range_gone(f);"),
    "MemCreate": ("", ["*", "fuzz_chance(f, 90) ? 65536 * (1 + fuzz_below(f, 4)) : fuzz_size(f)",
                       "*", NO_FLAGS]),
    "MemMap": (PART, ["(void *)p", "n", "fuzz_chance(f, 85) ? 0 : 65536 * fuzz_below(f, 3)", "*",
                      NO_FLAGS]),
    "MemUnmap": (PART, ["(void *)p", "n"], "fuzz_memory_gone((uint64_t)a0);"),
    "MemSetAccess": (PART, ["(void *)p", "n", "*", "fuzz_chance(f, 90) ? 1 : 0"],
                     "fuzz_memory_made((uint64_t)a0, false);"),
    "MemGetAccess": (PART, ["*", "*", "(void *)p"]),
    "MemRetainAllocationHandle": (PART, ["fuzz_out(f, 8)", "(void *)p"],
                                  "fuzz_release_pages((uint64_t)(uintptr_t)*a0);"),
    "MemExportToShareableHandle": (
        "", ["fuzz_cell(f, 8)", "*",
             "fuzz_chance(f, 90) ? P_MemHandleTypePosixFileDescriptor "
             ": (P_MemAllocationHandleType)fuzz_below(f, 9)", NO_FLAGS],
        "fuzz_pool_fd_made(f, *(const int *)a0);"),
    "MemImportFromShareableHandle": (
        "uint64_t fd = fuzz_pool_fd(f); int kept = (int)fd;",
        ["*", "fd < 65536 && fuzz_chance(f, 30) ? (void *)fd : &kept",
         "P_MemHandleTypePosixFileDescriptor"]),
    "EventCreateWithFlags": EVENT_FLAGS,
    "CtxCreate": ("", ["*", "fuzz_chance(f, 85) ? 0 : fuzz_flags(f)", "*"]),
    "CtxDestroy": ("", [], "fuzz_memory_look();"),
    "DrvPointerGetAttributes": (
        "void *room[4]; hipPointer_attribute kinds[4]; for (size_t i = 0; i < 4; i++) { "
        "room[i] = fuzz_cell(f, 16); kinds[i] = (hipPointer_attribute)fuzz_below(f, 20); }",
        ["(unsigned int)fuzz_below(f, 5)", "kinds", "room"]),
    "SetValidDevices": ("", ["fuzz_out(f, 32)", "(int)fuzz_below(f, 9) - (int)fuzz_below(f, 2)"]),
    "ExtStreamCreateWithCUMask": ("", ["*", "(uint32_t)fuzz_below(f, 9)", "fuzz_out(f, 32)"]),
    "ExtStreamGetCUMask": ("", ["*", "(uint32_t)fuzz_below(f, 9)", "fuzz_out(f, 32)"]),
    "StreamWaitValue32": WAIT_WORD, "StreamWaitValue64": WAIT_WORD,
    "StreamWriteValue32": WRITE_WORD, "StreamWriteValue64": WRITE_WORD,
    "StreamBatchMemOp": (
        "hipStreamBatchMemOpParams ops[3]; memset(ops, 0, sizeof ops); "
        "for (size_t i = 0; i < 3; i++) { struct fuzz_word word; "
        "if (fuzz_chance(f, 50)) { fuzz_word_wait(f, false, &word); "
        "ops[i].operation = fuzz_chance(f, 50) ? hipStreamMemOpWaitValue32 "
        ": hipStreamMemOpWaitValue64; ops[i].waitValue.address = (void *)word.pointer; "
        "ops[i].waitValue.value64 = word.value; ops[i].waitValue.flags = word.flags; } else { "
        "fuzz_word_write(f, &word); ops[i].operation = fuzz_chance(f, 50) "
        "? hipStreamMemOpWriteValue32 : hipStreamMemOpWriteValue64; "
        "ops[i].writeValue.address = (void *)word.pointer; "
        "ops[i].writeValue.value64 = word.value; ops[i].writeValue.flags = word.flags; } }",
        ["*", "(unsigned int)fuzz_below(f, 4)", "ops"]),
    "LaunchKernelExC": (
        ARGUMENTS + " cudaLaunchConfig_t it; memset(&it, 0, sizeof it); "
        "it.gridDim.x = it.gridDim.y = it.gridDim.z = 1; it.blockDim.x = (unsigned int)"
        "fuzz_below(f, 70); it.blockDim.y = it.blockDim.z = 1; "
        "it.stream = (cudaStream_t)fuzz_handle(f, FUZZ_STREAM);",
        ["&it", "(const void *)(uintptr_t)fuzz_handle(f, FUZZ_KERNEL)", GIVEN]),
    "ModuleLoadData": (CODE, ["*", "code"]),
    "ModuleGetFunction": ("", ["*", "*", CODE_NAME]),
    "ModuleLaunchKernel": (ARGUMENTS, ["*"] + GRID + BLOCK + ["*", "*", GIVEN, "NULL"]),
    "ModuleLaunchCooperativeKernel": (ARGUMENTS, ["*"] + GRID + BLOCK + ["*", "*", GIVEN]),
    "KernelNameRef": ("", ["(hipFunction_t)fuzz_handle(f, FUZZ_FUNCTION)"]),
    "SetupArgument": ("", ["fuzz_cell(f, 64)", "fuzz_below(f, 65)"]),
    "GetErrorName": ("", ["(P_Error_t)fuzz_below(f, 1100)"]),
    "GetErrorString": ("", ["(P_Error_t)fuzz_below(f, 1100)"]),
    "PointerGetAttribute": ("", ["fuzz_cell(f, 16)"]),
    "PointerSetAttribute": ("", ["fuzz_cell(f, 16)"]),
    "StreamGetAttribute": ("", ["*", "*", "fuzz_cell(f, sizeof(cudaLaunchAttributeValue))"]),
}
SPECS["MemDiscardAndPrefetchBatchAsync"] = SPECS["MemPrefetchBatchAsync"]

# How often, against 2: copies, what makes things, and what ends them.
WEIGHTS = {"StreamBeginCapture": 6, "StreamEndCapture": 6, "StreamWaitValue32": 6, "StreamWaitValue64": 6, "StreamBatchMemOp": 6,
           "StreamWriteValue32": 4, "StreamWriteValue64": 4, "StreamCreate": 8, "EventCreate": 6, "Malloc": 10, "MallocAsync": 8, "MallocArray": 8,
           "Malloc3DArray": 8, "MallocMipmappedArray": 4, "ImportExternalMemory": 8,
           "ImportExternalSemaphore": 8, "ExternalMemoryGetMappedBuffer": 8, "Memcpy": 6,
           "MemcpyAsync": 10, "Memcpy2DAsync": 6, "Memcpy3DAsync": 10, "Memcpy3D": 5,
           "EventRecord": 10, "StreamWaitEvent": 10, "LaunchHostFunc": 6, "MemcpyBatchAsync": 6,
           "WaitExternalSemaphoresAsync": 8, "SignalExternalSemaphoresAsync": 8, "FreeAsync": 8,
           "Free": 8, "MemPoolCreate": 6, "MemAddressReserve": 4, "MemCreate": 6, "MemMap": 12,
           "MemSetAccess": 14, "MemUnmap": 5, "DeviceSetLimit": 1, "ProfilerStop": 1,
           "CtxDestroy": 1, "SetDevice": 10}
