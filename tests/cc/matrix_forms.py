"""Every form of nvcuda::wmma: kernels that use them, and the PTX that these have to be."""

# Element types: the name in CUDA and in PTX, the type in memory, the shapes, the types of sums.
SHAPES = ((16, 16, 16), (32, 8, 16), (8, 32, 16))
PACKED = "wmma::experimental::precision::"
FACTORS = (
    ("half", "f16", "half", SHAPES, ("half", "float")),
    ("signed char", "s8", "signed char", SHAPES, ("int",)),
    ("unsigned char", "u8", "unsigned char", SHAPES, ("int",)),
    ("__nv_bfloat16", "bf16", "__nv_bfloat16", SHAPES, ("float",)),
    ("wmma::precision::tf32", "tf32", "float", ((16, 16, 8),), ("float",)),
    ("double", "f64", "double", ((8, 8, 4),), ("double",)),
    (PACKED + "s4", "s4", "void", ((8, 8, 32),), ("int",)),
    (PACKED + "u4", "u4", "void", ((8, 8, 32),), ("int",)),
    (PACKED + "b1", "b1", "void", ((8, 8, 128),), ("int",)))
SUMS = {"half": "f16", "float": "f32", "int": "s32", "double": "f64"}

HEAD = """#include <mma.h>
namespace wmma = nvcuda::wmma;
template <class T, class = void> struct exists { enum { value = 0 }; };
template <class T> struct exists<T, decltype((void)sizeof(T))> { enum { value = 1 }; };
template <class A, class B, class C, class = void> struct multiplies { enum { value = 0 }; };
template <class A, class B, class C>
struct multiplies<A, B, C, decltype(mma_sync(*(C *)0, *(A *)0, *(B *)0, *(C *)0))> { enum { value = 1 }; };
"""

# What CUDA has no fragment for, and what it has no product of.
NO_FRAGMENTS = (
    "matrix_a, 16, 16, 16, char, wmma::row_major", "matrix_a, 16, 16, 16, int, wmma::row_major",
    "matrix_a, 16, 16, 8, float, wmma::row_major", "matrix_a, 16, 16, 16, half",
    "matrix_b, 16, 16, 8, half, wmma::row_major", "matrix_b, 8, 8, 4, half, wmma::row_major",
    "accumulator, 16, 16, 16, half, wmma::row_major", "accumulator, 16, 16, 16, double",
    "accumulator, 16, 16, 16, __nv_bfloat16", "accumulator, 16, 16, 8, half", "accumulator, 8, 8, 4, float",
    "matrix_a, 16, 16, 16, wmma::precision::tf32, wmma::row_major",
    "matrix_a, 8, 8, 32, wmma::experimental::precision::u4, wmma::col_major",
    "matrix_b, 8, 8, 32, wmma::experimental::precision::s4, wmma::row_major",
    "matrix_a, 8, 8, 128, wmma::experimental::precision::b1, wmma::col_major",
    "matrix_b, 16, 16, 16, double, wmma::col_major", "accumulator, 8, 8, 32, float")
NO_PRODUCTS = (
    ("16, 16, 16, signed char", "16, 16, 16, unsigned char", "16, 16, 16, int"),
    ("16, 16, 16, half", "16, 16, 16, __nv_bfloat16", "16, 16, 16, float"),
    ("16, 16, 16, half", "16, 16, 16, half", "16, 16, 16, int"),
    ("16, 16, 16, __nv_bfloat16", "16, 16, 16, __nv_bfloat16", "16, 16, 16, half"),
    ("16, 16, 16, signed char", "16, 16, 16, signed char", "16, 16, 16, float"),
    ("16, 16, 16, half", "32, 8, 16, half", "16, 16, 16, float"),
    ("8, 8, 32, " + PACKED + "s4", "8, 8, 32, " + PACKED + "u4", "8, 8, 32, int"),
    ("8, 8, 128, " + PACKED + "b1", "8, 8, 128, " + PACKED + "b1", "8, 8, 128, int"))


def forms():
    """All products: (CUDA's type, PTX's, that of memory, shape, D, C, layout of A, that of B)."""
    for name, ptx, memory, shapes, sums in FACTORS:
        layouts = ("row", "col") if memory != "void" else ()
        for shape in shapes:
            for d in sums:
                for c in sums:
                    for way in [(a, b) for a in layouts for b in layouts] or [("row", "col")]:
                        yield (name, ptx, memory, shape, d, c) + way


def elements(ptx, use, shape):
    """The elements that a thread has of a fragment, as CUDA counts them."""
    m, n, k = shape
    if use == "accumulator":
        return m * n // 32
    return 16 if ptx == "f16" else (m if use == "matrix_a" else n) * k // 32


def kernel(number, form):
    """A kernel that uses a form, both operations or kinds of sums, and both layouts of sums."""
    name, ptx, memory, shape, d, c, a_layout, b_layout = form
    size = ", ".join(str(one) for one in shape)
    call = "bmma_sync(d, a, b, c, wmma::experimental::bmmaBitOpAND)" if ptx == "b1" \
        else "mma_sync(d, a, b, c, true)"
    lines = [f'extern "C" __global__ void form_{number}(const {memory} *pa, const {memory} *pb, {c} *pc, {d} *pd, '
             "unsigned int ldm, wmma::layout_t how, bool other)", "{",
             f"wmma::fragment<wmma::matrix_a, {size}, {name}, wmma::{a_layout}_major> a;",
             f"wmma::fragment<wmma::matrix_b, {size}, {name}, wmma::{b_layout}_major> b;",
             f"wmma::fragment<wmma::accumulator, {size}, {c}> c;",
             f"wmma::fragment<wmma::accumulator, {size}, {d}> d;",
             f'static_assert(a.num_elements == {elements(ptx, "matrix_a", shape)}, "a");',
             f'static_assert(b.num_elements == {elements(ptx, "matrix_b", shape)}, "b");',
             f'static_assert(d.num_elements == {elements(ptx, "accumulator", shape)}, "d");',
             "wmma::load_matrix_sync(a, pa, ldm);", "wmma::load_matrix_sync(b, pb, ldm);",
             "wmma::load_matrix_sync(c, pc, ldm, how);", "if (other)", f"wmma::{call};", "else",
             f"wmma::{'b' if ptx == 'b1' else ''}mma_sync(d, a, b, c);",
             "wmma::store_matrix_sync(pd, d, ldm, how);", "}"]
    return "\n".join(lines)


def wanted(form):
    """The instructions of a form's kernel, after the manual of PTX."""
    _, ptx, _, shape, d, c, a_layout, b_layout = form
    m, n, k = shape
    place = f"m{m}n{n}k{k}"
    words = {f"wmma.load.a.sync.aligned.{a_layout}.{place}.{ptx}",
             f"wmma.load.b.sync.aligned.{b_layout}.{place}.{ptx}"}
    for layout in ("row", "col"):
        words |= {f"wmma.load.c.sync.aligned.{layout}.{place}.{SUMS[c]}",
                  f"wmma.store.d.sync.aligned.{layout}.{place}.{SUMS[d]}"}
    types = f"{SUMS[d]}.{SUMS[c]}" if ptx == "f16" else f"{SUMS[d]}.{ptx}.{ptx}.{SUMS[c]}"
    way = f"sync.aligned.{a_layout}.{b_layout}.{place}"
    if ptx == "b1":
        return words | {f"wmma.mma.{operation}.popc.{way}.{types}" for operation in ("xor", "and")}
    if d == "int":
        return words | {f"wmma.mma.{way}.{types}", f"wmma.mma.{way}.{types}.satfinite"}
    return words | {f"wmma.mma.{way}.rn.{types}" if ptx == "f64" else f"wmma.mma.{way}.{types}"}


def missing():
    """Assertions that what CUDA does not have is not there."""
    lines = [f'static_assert(!exists<wmma::fragment<wmma::{one}>>::value, "{one}");' for one in NO_FRAGMENTS]
    for a, b, c in NO_PRODUCTS:
        parts = ", ".join((f"wmma::fragment<wmma::matrix_a, {a}, wmma::row_major>",
                           f"wmma::fragment<wmma::matrix_b, {b}, wmma::col_major>",
                           f"wmma::fragment<wmma::accumulator, {c}>"))
        lines.append(f'static_assert(!multiplies<{parts}>::value, "{a} by {b}");')
    lines.append("typedef wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> some_a;")
    lines.append("typedef wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> some_b;")
    lines.append("typedef wmma::fragment<wmma::accumulator, 16, 16, 16, half> some_sum;")
    lines.append('static_assert(exists<some_a>::value, "is");')
    lines.append('static_assert(multiplies<some_a, some_b, some_sum>::value, "is");')
    return "\n".join(lines)


def source():
    """A file with a kernel for each form."""
    return "\n".join([HEAD, missing()] + [kernel(number, form) for number, form in enumerate(forms())] + [""])


# What the header has below compute capability 8.0: the option, the names of types that device code has, and
# those that it has not.
FOUR_BITS = PACKED + "s4"
OLDER = (("sm_70", ("half",), ("signed char", "__nv_bfloat16", "double")),
         ("sm_72", ("half", "signed char", "unsigned char"), ("__nv_bfloat16", "double")),
         ("sm_75", ("half", "unsigned char", FOUR_BITS), ("__nv_bfloat16", "double")))


SIZES = {"double": "8, 8, 4", FOUR_BITS: "8, 8, 32"}


def older_source(there, absent):
    """Assertions about the fragments of an older architecture."""
    lines = [HEAD, "#ifdef __CUDA_ARCH__"]
    for name in there + absent:
        lines.append(f"static_assert({'!' if name in absent else ''}exists<wmma::fragment<wmma::matrix_a, "
                     f'{SIZES.get(name, "16, 16, 16")}, {name}, wmma::row_major>>::value, '
                     f'"{name}");')
    return "\n".join(lines + ["#endif", ""])
