"""Reads a quantised BERT out of an ONNX file without any library: python onnx_weights.py MODEL.onnx OUT.npz

Weights come back under Hugging Face's names, the linear ones as int8 with one scale (`name` and `name.scale`).
"""
import re
import sys

import numpy


def fields(data):
    """(number, wire type, value) of one protobuf message."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(data):
        key = varint()
        if key & 7 == 0:
            yield key >> 3, varint()
        elif key & 7 == 2:
            size = varint()
            yield key >> 3, data[at : at + size]
            at += size
        elif key & 7 == 5:
            yield key >> 3, data[at : at + 4]
            at += 4
        else:
            yield key >> 3, data[at : at + 8]
            at += 8


def varints(data):
    values, value, shift = [], 0, 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            values.append(value if value < 1 << 63 else value - (1 << 64))
            value = shift = 0
    return values


def tensor(data):
    dims, kind, name, raw, floats, ints = [], 1, "", b"", [], []
    for number, value in fields(data):
        if number == 1:
            dims.append(value)
        elif number == 2:
            kind = value
        elif number == 8:
            name = bytes(value).decode()
        elif number == 9:
            raw = bytes(value)
        elif number == 4:
            floats.append(bytes(value))
        elif number == 5:
            ints += [value] if isinstance(value, int) else varints(value)
    types = {1: "<f4", 2: "u1", 3: "i1", 6: "<i4", 7: "<i8", 10: "<f2"}
    if kind not in types:
        return name, None
    array = numpy.frombuffer(raw or b"".join(floats), dtype=types[kind])
    return name, (array.reshape(dims) if array.size else numpy.array(ints))


def main(path, out):
    model = memoryview(open(path, "rb").read())
    graph = next(v for n, v in fields(model) if n == 7)
    weights, nodes = {}, []
    for number, value in fields(graph):
        if number == 5:
            name, array = tensor(value)
            weights[name] = array
        elif number == 1:
            inputs = [bytes(v).decode() for n, v in fields(value) if n == 1]
            name = next((bytes(v).decode() for n, v in fields(value) if n == 3), "")
            nodes.append((name, inputs))
    result = {}

    def put(name, key, transpose=False):
        quantised = weights.get(key)
        base = key.removesuffix("_quantized")
        scale, zero = weights[base + "_scale"], weights[base + "_zero_point"]
        array = quantised.astype(numpy.int16) - zero.astype(numpy.int16)
        result[name] = (array.T if transpose else array).astype(numpy.int16)
        result[name + ".scale"] = scale.astype(numpy.float32)

    for name, inputs in nodes:
        found = re.search(r"layer\.(\d+)/(attention/self/(?:query|key|value)|attention/output/dense|intermediate/dense|output/dense)/MatMul", name)
        key = next((i for i in inputs if i.endswith("_quantized") and i in weights), None)
        if found and key:
            put(f"encoder.layer.{found[1]}.{found[2].replace('/', '.')}.weight", key, transpose=True)
    for name, array in weights.items():
        if re.search(r"embeddings\.(word|position|token_type)_embeddings\.weight_quantized$", name):
            put(name.removesuffix("_quantized"), name)
        elif array is not None and array.dtype == numpy.float32 and re.match(r"(bert\.)?(embeddings|encoder)\.", name) and not name.endswith(("_scale",)):
            result[name] = array
    result = {k.removeprefix("bert."): v for k, v in result.items()}
    small = {k: (v.astype(numpy.int8) if v.dtype == numpy.int16 and abs(v).max() < 128 else v) for k, v in result.items()}
    numpy.savez_compressed(out, **small)
    print(len(small), "arrays", sorted(small)[:6], {str(v.dtype) for v in small.values()})


if __name__ == "__main__":
    main(*sys.argv[1:])
