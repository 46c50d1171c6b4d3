"""Sources with shared variables that clang refuses, or whose alignas it refuses."""
REFUSED_VARIABLE = """struct flag { int value = 1; __device__ ~flag() { value = 0; } };
template <class T> __global__ void k(int *x)
{
    __shared__ T name;  // k.cu: error: and warning: are words of messages
    x[0] = name.value + name.value;
}
template __global__ void k<flag>(int *);
"""
LATE_ALIGNAS = """struct alignas(double) pair { char one, two; };
template <class T> __global__ void k(float *x)
{
    extern __shared__ alignas(16) float line[];
    __shared__ alignas(T) unsigned char bytes[sizeof(T)];
    __shared__ alignas(8) alignas(32) int wide;
    x[0] = line[threadIdx.x] + bytes[threadIdx.x] + *(volatile int *)&wide;
}
template __global__ void k<pair>(float *);
static_assert(alignof(pair) == alignof(double) && sizeof(pair) == alignof(double), "");
"""
# Types with a destructor: by a template, a macro, in several lines, two in one, and beside what clang takes.
DESTRUCTORS = """#define SHARED(type, name) __shared__ type name
struct flag { int value; __device__ ~flag() { value = 0; } };
template <int count> struct flags { flag all[count]; };
template <class T> __global__ void k(int *x)
{
    extern __shared__ int line[];
    __shared__ T name;
    __shared__ flags<
        2
    > several;
    __shared__ alignas(64) T one, two;
    SHARED(flag, by_macro);
    struct empty { int value; __device__ empty() { } };
    __shared__ empty taken;
    __shared__ int plain;
    if (threadIdx.x == 0)
        plain = name.value = several.all[1].value = one.value = two.value = by_macro.value = taken.value = x[1];
    __syncthreads();
    x[0] = name.value + several.all[1].value + one.value + two.value + by_macro.value + taken.value + plain
        + line[threadIdx.x];
}
template __global__ void k<flag>(int *);
__shared__ flag of_file;
__global__ void l(int *x) { of_file.value = x[0]; __syncthreads(); x[1] = of_file.value; }
"""
# Declarations with a first value, in the place of "T name": nvcc gives an error, or a warning for the last two.
FIRST_VALUES = ("flag name{}", "flag name = flag()", "int name = 3",
                "struct { int value = 1; } name", "struct s { int value; __device__ s() { value = 1; } } name")
FIRST_VALUE_SOURCE = "struct flag { int value; __device__ ~flag() { value = 0; } };\n" + "".join(
    f"__global__ void k{number}(void **x) {{ __shared__ {words}; *x = &name; }}\n"
    for number, words in enumerate(FIRST_VALUES))
# The rest of a file with a managed variable x, and the sentence that refuses it; None: it is right.
MANAGED = (("int f() { return x; }", None),
           ("int *p = &x;", "first value of a static variable is the address of a managed"),
           ("extern __managed__ int other; __global__ void l() { x = other; }",
            "managed variable other is extern"),
           ("int f() { return missing; }", "managed.cu:4:18: error: use of undeclared"))
