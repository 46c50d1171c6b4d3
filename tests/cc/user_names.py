"""Names that users define as macros, as by -DN=8: the headers have none of them."""
import os
import string

# Lower-case letters are parameters in the vendors' headers, too.
NAMES = list(string.ascii_uppercase) + [
    "BATCH", "BLOCK", "BLOCK_DIM", "BLOCK_SIZE", "BLOCKS", "CHANNELS", "COLS", "COUNT", "DEBUG", "DEPTH", "DIM",
    "EPS", "FLOAT", "GRID", "GRID_SIZE", "HALF", "HEIGHT", "INDEX", "INT", "ITEMS", "LENGTH", "LIMIT", "MAX", "MIN",
    "MODE", "NAME", "NDIM", "NUM", "OFFSET", "OP", "PI", "RADIUS", "RANK", "REAL", "ROWS", "SCALAR", "SIZE", "STEP",
    "STRIDE", "SUM", "THREADS", "TILE", "TILE_SIZE", "TYPE", "UNROLL", "VALUE", "VEC", "VERSION", "WARP", "WARP_SIZE",
    "WIDTH", "WORK", "Float", "Index", "Int", "Number", "Real", "Scalar", "Type",
]


def words():
    return [f"-D{name}=1" for name in NAMES]


def includes(root):
    """Lines that include all headers that programs include, but for those that need OpenGL's."""
    paths = sorted(os.path.relpath(os.path.join(folder, name), root) for folder, _, names in os.walk(root)
                   for name in names if name.endswith(".h"))
    return "".join(f"#include <{path}>\n" for path in paths
                   if "interop/" not in path and "GL" not in path and "gl_interop" not in path)
