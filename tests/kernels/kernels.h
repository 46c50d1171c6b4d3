/** What the tests of kernels share: device code as PTX text, which is registered as compilers do
 *  it. */
#ifndef KERNELS_H
#define KERNELS_H

#include "names.h"

/** Device code with the kernels and variables below. */
extern const char code_main[];
/** Code with an instruction that does not exist; with text that is no PTX; for a newer device. */
extern const char code_unknown[], code_broken[];

/** What the program calls its kernels and variables; only the addresses matter. */
enum stub {
    STUB_FILL,                   /* (u32 *out, u32 first): out[i] = first + i */
    STUB_PLACES,                 /* (u32 *out): block and thread as one number, in order */
    STUB_REVERSE,                /* (u32 *data): a block's elements reversed in dynamic shared
                                    memory */
    STUB_TABLE,                  /* (u32 *out): out[i] = table[i] + offset */
    STUB_COUNT,                  /* (): counter++, managed++ */
    STUB_MIXED,                  /* (u8, u16, u32, u64, u8, f64, u64 *out) */
    STUB_BLOB,                   /* (40 bytes by value, u8 *out, u32 size) */
    STUB_LARGE,                  /* (4000 bytes by value, u8 *out, u32 size) */
    STUB_BOUNDED,                /* (), of at most 64 threads */
    STUB_REQUIRED,               /* (), of 8 x 4 threads */
    STUB_ADD,                    /* (u32 *data, u32 value): data[i] = 3 data[i] + value */
    STUB_STATIC,                 /* (u32 *out), with 1024 bytes of static shared memory */
    STUB_TRAP,                   /* (): stops itself */
    STUB_FULL,                   /* (): takes too much memory by alloca */
    STUB_ASSERT,                 /* (): an assertion fails in block 1, thread 2 */
    STUB_MISSING,                /* registered, and not in the code */
    STUB_COUNT_OF_STUBS
};
extern const char stubs[STUB_COUNT_OF_STUBS];
extern const char *const stub_names[STUB_COUNT_OF_STUBS];

/** Variables: 8 words of .const; a word of .global; a managed word. */
extern uint32_t variable_table[8], variable_offset, variable_counter;
extern uint32_t *variable_managed;

/** Registers an image, and ends that. */
void **code_register(const void *image);
/** Registers the images of a list, which NULL ends, as CUDA's objects with code to be linked. */
void **code_register_parts(const void *const *parts);
void code_end(void **module);

/** Registers code_main with all of its kernels and variables. */
void **code_main_register(void);
void stub_register(void **module, const void *stub, const char *name);

/** A launch with arguments of which some may be left out. */
gpuError_t launch(enum stub stub, dim3 grid, dim3 block, void **arguments, size_t shared_bytes,
                  gpuStream_t stream);
#define GRID(...) ((dim3){ __VA_ARGS__ })

/** Launches STUB_FILL on count elements, a multiple of 32. */
void launch_fill(uint32_t *out, uint32_t count, uint32_t first, gpuStream_t stream);
void launch_add(uint32_t *data, uint32_t count, uint32_t value, gpuStream_t stream);

/** Ends the test unless elements of device memory are first, first + step, ... */
void check_row(const uint32_t *device, uint32_t count, uint32_t first, uint32_t step);

/** In a kernel of a cooperative launch: all threads of the grid wait for each other, as compilers
 *  write it. */
#define WAIT_FOR_GRID \
    "{\n.reg .pred %waits<3>;\n.reg .b32 %came<4>;\n.reg .b64 %barrier;\n" \
    "mov.u32 %came0, %envreg2;\nmov.u32 %came1, %envreg1;\nmov.b64 %barrier, {%came0, %came1};\n" \
    "bar.sync 0;\nmov.u32 %came0, %tid.x;\nsetp.ne.u32 %waits0, %came0, 0;\n@%waits0 bra ALL;\n" \
    "membar.gl;\nmov.u32 %came0, %nctaid.x;\nsub.u32 %came0, 0x80000001, %came0;\n" \
    "mov.u32 %came1, %ctaid.x;\nsetp.eq.u32 %waits1, %came1, 0;\n" \
    "selp.u32 %came0, %came0, 1, %waits1;\natom.global.add.u32 %came2, [%barrier+4], %came0;\n" \
    "WAIT:\nld.volatile.global.u32 %came3, [%barrier+4];\nxor.b32 %came3, %came3, %came2;\n" \
    "setp.ge.s32 %waits2, %came3, 0;\n@%waits2 bra WAIT;\nmembar.gl;\nALL:\nbar.sync 0;\n}\n"

int run_launches(void);
int run_order(void);
int run_bad_launches(void);
int run_failed_kernels(void);
int run_cooperative(void);
int run_symbols(void);
int run_functions(void);

#endif
