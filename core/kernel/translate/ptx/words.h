/** The words of PTX: opcodes, modifiers, types, spaces and special registers by their spelling. */
#ifndef GI_PTX_WORDS_H
#define GI_PTX_WORDS_H

#include <stdbool.h>
#include <stdint.h>

/** A place in the text of a module, which lives as long as the module. */
struct gi_ptx_text {
    const char *start;
    uint32_t length;
};

/* The words of PTX, each once. */
enum gi_ptx_opcode {
    GI_PTX_OP_UNKNOWN,
#define O(name, facts) GI_PTX_OP_##name,
#include "kernel/translate/ptx/opcode_list.h"
#undef O
    GI_PTX_OP_COUNT
};

/* Modifiers that are no type, space or vector. The first argument is the spelling. */
#define GI_PTX_MODIFIERS(X) \
    X("1d", 1D) X("2d", 2D) X("3d", 3D) X("a", A) X("a1d", A1D) X("a2d", A2D) X("abs", ABS) \
    X("acq_rel", ACQ_REL) X("acquire", ACQUIRE) X("acube", ACUBE) X("add", ADD) \
    X("addr_mode_0", ADDR_MODE_0) X("addr_mode_1", ADDR_MODE_1) X("addr_mode_2", ADDR_MODE_2) \
    X("alias", ALIAS) X("aligned", ALIGNED) X("all", ALL) X("and", AND) X("any", ANY) \
    X("approx", APPROX) \
    X("array_size", ARRAY_SIZE) X("arrive", ARRIVE) X("arrive_drop", ARRIVE_DROP) \
    X("async", ASYNC) X("b", B) X("b4e", B4E) X("ballot", BALLOT) X("base", BASE) X("bfly", BFLY) \
    X("c", C) X("ca", CA) X("cas", CAS) X("cc", CC) X("cg", CG) \
    X("channel_data_type", CHANNEL_DATA_TYPE) \
    X("channel_order", CHANNEL_ORDER) X("clamp", CLAMP) X("cluster", CLUSTER) X("col", COL) \
    X("commit_group", COMMIT_GROUP) X("cs", CS) X("cta", CTA) X("cube", CUBE) X("cv", CV) \
    X("cvt", CVT) X("d", D) X("dec", DEC) X("depth", DEPTH) X("down", DOWN) X("ecl", ECL) \
    X("ecr", ECR) \
    X("eq", EQ) X("equ", EQU) X("exch", EXCH) X("f4e", F4E) X("filter_mode", FILTER_MODE) \
    X("finite", FINITE) X("force_unnormalized_coords", FORCE_UNNORMALIZED_COORDS) \
    X("fractional", FRACTIONAL) X("ftz", FTZ) X("full", FULL) X("g", G) X("ge", GE) X("geu", GEU) \
    X("gl", GL) X("gpu", GPU) X("grad", GRAD) X("gt", GT) X("gtu", GTU) X("height", HEIGHT) \
    X("hi", HI) X("hs", HS) X("idx", IDX) X("inc", INC) X("infinite", INFINITE) X("init", INIT) \
    X("inval", INVAL) X("l", LEFT) X("launch_dependents", LAUNCH_DEPENDENTS) X("le", LE) \
    X("leu", LEU) X("level", LEVEL) X("lo", LO) X("load", LOAD) \
    X("ls", LS) X("lt", LT) X("ltu", LTU) X("lu", LU) \
    X("m16n16k16", M16N16K16) X("m16n16k8", M16N16K8) X("m16n8k128", M16N8K128) \
    X("m16n8k16", M16N8K16) X("m16n8k256", M16N8K256) \
    X("m16n8k32", M16N8K32) X("m16n8k4", M16N8K4) X("m16n8k64", M16N8K64) \
    X("m16n8k8", M16N8K8) X("m32n8k16", M32N8K16) X("m8n32k16", M8N32K16) X("m8n8", M8N8) \
    X("m8n8k128", M8N8K128) X("m8n8k16", M8N8K16) \
    X("m8n8k32", M8N8K32) X("m8n8k4", M8N8K4) X("max", MAX) X("mbarrier", MBARRIER) \
    X("memory_layout", MEMORY_LAYOUT) X("min", MIN) X("mma", MMA) X("mmio", MMIO) \
    X("nan", NAN_TEST) \
    X("nc", NC) X("ne", NE) X("neu", NEU) X("noComplete", NO_COMPLETE) X("noftz", NOFTZ) \
    X("noinc", NOINC) X("normal", NORMAL) X("normalized_coords", NORMALIZED_COORDS) \
    X("notanumber", NOTANUMBER) X("num", NUM) X("num_mipmap_levels", NUM_MIPMAP_LEVELS) \
    X("num_samples", NUM_SAMPLES) X("number", NUMBER) X("or", OR) X("p", P) \
    X("pack", PACK) X("parity", PARITY) \
    X("pending_count", PENDING_COUNT) X("po", PO) X("popc", POPC) X("proxy", PROXY) \
    X("r", RIGHT) X("range", RANGE) X("rc16", RC16) X("rc8", RC8) X("read", READ) \
    X("red", RED) X("relaxed", RELAXED) \
    X("release", RELEASE) X("relu", RELU) X("rm", RM) X("rmi", RMI) X("rn", RN) X("rna", RNA) \
    X("rni", RNI) X("row", ROW) X("rp", RP) X("rpi", RPI) X("rz", RZ) X("rzi", RZI) X("sat", SAT) \
    X("satfinite", SATFINITE) X("sc", SC) X("shiftamt", SHIFTAMT) X("shr15", SHR15) \
    X("shr7", SHR7) X("sp", SP) \
    X("store", STORE) X("subnormal", SUBNORMAL) X("sync", SYNC) X("sys", SYS) \
    X("test_wait", TEST_WAIT) X("to", TO) X("trans", TRANS) X("trap", TRAP) \
    X("try_wait", TRY_WAIT) X("uni", UNI) X("unified", UNIFIED) X("up", UP) \
    X("volatile", VOLATILE) X("wait", WAIT) X("wait_all", WAIT_ALL) \
    X("wait_group", WAIT_GROUP) X("warp", WARP) \
    X("wb", WB) X("weak", WEAK) X("wide", WIDE) X("width", WIDTH) X("wrap", WRAP) X("wt", WT) \
    X("x1", X1) X("x2", X2) X("x4", X4) X("xor", XOR) X("xorsign", XORSIGN) X("zero", ZERO)

enum gi_ptx_modifier {
    GI_PTX_M_NONE,
    GI_PTX_M_UNKNOWN,
    GI_PTX_M_CACHE,             /* a hint about caches, without meaning for the result */
    GI_PTX_M_POLICY,            /* a hint about caches in a register, the last operand */
    GI_PTX_M_NAN,               /* NaN: capitals sort apart */
#define X(spelling, name) GI_PTX_M_##name,
    GI_PTX_MODIFIERS(X)
#undef X
    GI_PTX_M_COUNT
};

/* Spelling, name, bytes, class. */
#define GI_PTX_TYPES(X) \
    X("b1", B1, 1, BITS) X("b128", B128, 16, BITS) X("b16", B16, 2, BITS) X("b32", B32, 4, BITS) \
    X("b64", B64, 8, BITS) X("b8", B8, 1, BITS) X("bf16", BF16, 2, FLOAT) \
    X("bf16x2", BF16X2, 4, FLOAT) X("e4m3x2", E4M3X2, 2, FLOAT) X("e5m2x2", E5M2X2, 2, FLOAT) \
    X("f16", F16, 2, FLOAT) X("f16x2", F16X2, 4, FLOAT) X("f32", F32, 4, FLOAT) \
    X("f64", F64, 8, FLOAT) X("pred", PRED, 1, BITS) X("s16", S16, 2, SIGNED) \
    X("s16x2", S16X2, 4, SIGNED) X("s2", S2, 1, SIGNED) X("s32", S32, 4, SIGNED) \
    X("s4", S4, 1, SIGNED) X("s64", S64, 8, SIGNED) X("s8", S8, 1, SIGNED) \
    X("samplerref", SAMPLERREF, 8, OPAQUE) X("surfref", SURFREF, 8, OPAQUE) \
    X("texref", TEXREF, 8, OPAQUE) X("tf32", TF32, 4, FLOAT) X("u16", U16, 2, UNSIGNED) \
    X("u16x2", U16X2, 4, UNSIGNED) X("u2", U2, 1, UNSIGNED) X("u32", U32, 4, UNSIGNED) \
    X("u4", U4, 1, UNSIGNED) X("u64", U64, 8, UNSIGNED) X("u8", U8, 1, UNSIGNED)

enum gi_ptx_type {
    GI_PTX_T_NONE,
#define X(spelling, name, bytes, class) GI_PTX_T_##name,
    GI_PTX_TYPES(X)
#undef X
    GI_PTX_T_COUNT
};

enum gi_ptx_class {
    GI_PTX_BITS,
    GI_PTX_UNSIGNED,
    GI_PTX_SIGNED,
    GI_PTX_FLOAT,
    GI_PTX_OPAQUE
};

enum gi_ptx_space {
    GI_PTX_GENERIC,
    GI_PTX_REG,
    GI_PTX_PARAM,
    GI_PTX_GLOBAL,
    GI_PTX_CONST,
    GI_PTX_SHARED,
    GI_PTX_LOCAL
};

/* Special registers; registers with parts (.x .y .z .w) come first. */
#define GI_PTX_SPECIALS(X) \
    X(tid) X(ntid) X(ctaid) X(nctaid) X(laneid) X(warpid) X(nwarpid) X(smid) X(nsmid) X(gridid) \
    X(lanemask_eq) X(lanemask_le) X(lanemask_lt) X(lanemask_ge) X(lanemask_gt) X(clock) \
    X(clock_hi) X(clock64) X(globaltimer) X(globaltimer_lo) X(globaltimer_hi) X(total_smem_size) \
    X(aggr_smem_size) X(dynamic_smem_size) X(envreg1) X(envreg2)

enum gi_ptx_special {
    GI_PTX_S_UNKNOWN,
    GI_PTX_S_ZERO,              /* %pm0, %envreg0 and others that nothing sets */
#define X(name) GI_PTX_S_##name,
    GI_PTX_SPECIALS(X)
#undef X
    GI_PTX_S_COUNT
};

/** The meaning of a spelling; the value named UNKNOWN or NONE where it has none. */
enum gi_ptx_opcode gi_ptx_opcode_of(struct gi_ptx_text text);
enum gi_ptx_modifier gi_ptx_modifier_of(struct gi_ptx_text text);
enum gi_ptx_type gi_ptx_type_of(struct gi_ptx_text text);
enum gi_ptx_special gi_ptx_special_of(struct gi_ptx_text text);

/** The space of "global", "shared::cta", "param::entry" ...; false where it is none of ours. */
bool gi_ptx_space_of(struct gi_ptx_text text, enum gi_ptx_space *out_space);

/** Bytes of a value of a type; a predicate has 1. */
uint32_t gi_ptx_type_bytes(enum gi_ptx_type type);
enum gi_ptx_class gi_ptx_type_class(enum gi_ptx_type type);

bool gi_ptx_same(struct gi_ptx_text text, const char *spelling);

#endif
