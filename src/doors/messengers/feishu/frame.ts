/** One frame of Feishu's long connection (`pbbp2.Frame`). */
export interface Frame {
  readonly seqId: bigint;
  readonly logId: bigint;
  readonly service: number;
  readonly method: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Uint8Array;
}

/** The kinds of frames. */
export const CONTROL = 0;
export const DATA = 1;

const FIELD = { seqId: 1, logId: 2, service: 3, method: 4, headers: 5, payload: 8 } as const;
const VARINT = 0;
const BYTES = 2;

/** Encodes a frame as protocol buffers. */
export function encodeFrame({
  seqId,
  logId,
  service,
  method,
  headers,
  payload,
}: Frame): Uint8Array<ArrayBuffer> {
  const pairs = Object.entries(headers).map(([key, value]) =>
    Buffer.concat([field(1, Buffer.from(key)), field(2, Buffer.from(value))]),
  );
  return Uint8Array.from(
    Buffer.concat([
      number(FIELD.seqId, seqId),
      number(FIELD.logId, logId),
      number(FIELD.service, BigInt(service)),
      number(FIELD.method, BigInt(method)),
      ...pairs.map((pair) => field(FIELD.headers, pair)),
      field(FIELD.payload, payload),
    ]),
  );
}

/** Decodes a frame. Throws if the bytes are not one. */
export function decodeFrame(bytes: Uint8Array): Frame {
  const headers: Record<string, string> = Object.create(null);
  let [seqId, logId, service, method] = [0n, 0n, 0n, 0n];
  let payload: Uint8Array = new Uint8Array();
  for (const { id, value } of fields(bytes)) {
    if (typeof value === "bigint") {
      if (id === FIELD.seqId) seqId = value;
      if (id === FIELD.logId) logId = value;
      if (id === FIELD.service) service = value;
      if (id === FIELD.method) method = value;
    } else if (id === FIELD.payload) payload = value;
    else if (id === FIELD.headers) {
      const [key = "", headerValue = ""] = Array.from(fields(value), (part) =>
        typeof part.value === "bigint" ? "" : Buffer.from(part.value).toString(),
      );
      headers[key] = headerValue;
    }
  }
  return { seqId, logId, service: Number(service), method: Number(method), headers, payload };
}

function* fields(bytes: Uint8Array): Generator<{ id: number; value: bigint | Uint8Array }> {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) break;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new Error("Cannot read a frame: a number does not end");
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const [id, type] = [tag >>> 3, tag & 7];
    if (type === VARINT) yield { id, value: varint() };
    else if (type === BYTES) {
      const end = Number(varint()) + at;
      if (end > bytes.length) throw new Error("Cannot read a frame: it is cut off");
      yield { id, value: bytes.subarray(at, end) };
      at = end;
    } else throw new Error(`Cannot read a frame: unknown field type ${type}`);
  }
}

function number(id: number, value: bigint): Buffer {
  return Buffer.from([...varintBytes(BigInt(id * 8 + VARINT)), ...varintBytes(value)]);
}

function field(id: number, content: Uint8Array): Buffer {
  const head = [...varintBytes(BigInt(id * 8 + BYTES)), ...varintBytes(BigInt(content.length))];
  return Buffer.concat([Buffer.from(head), content]);
}

function varintBytes(value: bigint): number[] {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return [...bytes, Number(rest)];
}
