"""Writes a small model of random weights for llama.cpp: a file of GGUF, version 3."""
import array
import random
import struct

WIDTH, HEADS, KEY_HEADS, INNER, LAYERS, WORDS, ALIGNMENT = 256, 4, 2, 512, 3, 512, 32
HEAD = WIDTH // HEADS
F32, F16, Q4_0, Q8_0 = 0, 1, 2, 8               # of ggml
U32, FLOAT, STRING = 4, 6, 8                    # of values in GGUF
BLOCK = 32                                      # numbers with one scale


def packed(kind, numbers):
    """Numbers as ggml stores them."""
    if kind == F32:
        return array.array("f", numbers).tobytes()
    if kind == F16:
        return struct.pack(f"<{len(numbers)}e", *numbers)
    blocks = []
    for at in range(0, len(numbers), BLOCK):
        block = numbers[at:at + BLOCK]
        largest = max(block, key=abs)
        if kind == Q8_0:
            scale = abs(largest) / 127 or 1
            blocks.append(struct.pack(f"<e{BLOCK}b", scale, *(round(number / scale) for number in block)))
        else:
            scale = largest / -8 or 1
            steps = [min(15, int(number / scale + 8.5)) for number in block]
            blocks.append(struct.pack(f"<e{BLOCK // 2}B", scale, *(low | high << 4 for low, high in
                                                                   zip(steps[:BLOCK // 2], steps[BLOCK // 2:]))))
    return b"".join(blocks)


def tensors():
    """Name, shape (the row first) and kind of each, and how large its numbers are; 0: all are 1."""
    yield "token_embd.weight", (WIDTH, WORDS), F16, 1
    for layer in range(LAYERS):
        for name, shape, kind in (("attn_q", (WIDTH, WIDTH), F16), ("attn_k", (WIDTH, KEY_HEADS * HEAD), F16),
                                  ("attn_v", (WIDTH, KEY_HEADS * HEAD), Q8_0), ("attn_output", (WIDTH, WIDTH), Q8_0),
                                  ("ffn_gate", (WIDTH, INNER), Q4_0), ("ffn_up", (WIDTH, INNER), Q8_0),
                                  ("ffn_down", (INNER, WIDTH), Q4_0)):
            yield f"blk.{layer}.{name}.weight", shape, kind, 1.5 / shape[0] ** 0.5
        for name in ("attn_norm", "ffn_norm"):
            yield f"blk.{layer}.{name}.weight", (WIDTH,), F32, 0
    yield "output_norm.weight", (WIDTH,), F32, 0
    yield "output.weight", (WIDTH, WORDS), F32, 1 / WIDTH ** 0.5


VALUES = [("general.architecture", STRING, "llama"), ("general.name", STRING, "random"),
          ("llama.context_length", U32, 256), ("llama.embedding_length", U32, WIDTH),
          ("llama.block_count", U32, LAYERS), ("llama.feed_forward_length", U32, INNER),
          ("llama.attention.head_count", U32, HEADS), ("llama.attention.head_count_kv", U32, KEY_HEADS),
          ("llama.attention.layer_norm_rms_epsilon", FLOAT, 1e-5), ("llama.rope.dimension_count", U32, HEAD),
          ("llama.vocab_size", U32, WORDS), ("tokenizer.ggml.model", STRING, "no_vocab")]


def text(word):
    return struct.pack("<Q", len(word)) + word.encode()


def value(kind, of):
    return text(of) if kind == STRING else struct.pack("<I" if kind == U32 else "<f", of)


def padded(data):
    return data + b"\0" * (-len(data) % ALIGNMENT)


def write(path, seed=1):
    """The same seed gives the same file."""
    rng = random.Random(seed)
    head, data = [], []
    place = 0
    for name, shape, kind, size in tensors():
        count = shape[0] * (shape[1] if len(shape) > 1 else 1)
        bytes_of = padded(packed(kind, [rng.uniform(-size, size) if size else 1.0 for _ in range(count)]))
        head.append(text(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, kind, place))
        data.append(bytes_of)
        place += len(bytes_of)
    values = b"".join(text(name) + struct.pack("<I", kind) + value(kind, of) for name, kind, of in VALUES)
    with open(path, "wb") as file:
        file.write(padded(b"GGUF" + struct.pack("<IQQ", 3, len(head), len(VALUES)) + values + b"".join(head)))
        file.write(b"".join(data))
