import { expect, test } from "vitest";
import {
  ABSENT,
  ALLOW,
  assemble,
  filterSteps,
  KILL,
  NO_FAMILY,
  REFUSE,
  type Step,
  seccompFilter,
} from "./filter.ts";
import { ARCHITECTURES, type Architecture, REFUSED_CALLS } from "./system-calls.ts";

interface Call {
  readonly number: number;
  readonly audit?: number;
  readonly arguments?: readonly number[];
}

/** Runs the bytes as the kernel would: the four instructions that the assembler knows. */
function judge(architecture: Architecture, call: Call): number {
  const program = assemble(filterSteps(architecture));
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number, 0);
  data.writeUInt32LE(call.audit ?? ARCHITECTURES[architecture].audit, 4);
  for (const [index, value] of (call.arguments ?? []).entries())
    data.writeBigUInt64LE(BigInt(value), 16 + 8 * index);
  let loaded = 0;
  for (let at = 0; ; ) {
    const code = program.readUInt16LE(at);
    const word = program.readUInt32LE(at + 4);
    if (code === 0x06) return word;
    if (code === 0x20) loaded = data.readUInt32LE(word);
    else {
      const met = code === 0x15 ? loaded === word : code === 0x35 ? loaded >= word : (loaded & word) !== 0;
      at += 8 * program.readUInt8(at + (met ? 2 : 3));
    }
    at += 8;
  }
}

const numbers = {
  x64: {
    read: 0,
    write: 1,
    clone: 56,
    clone3: 435,
    socket: 41,
    socketpair: 53,
    ioctl: 16,
    personality: 135,
    execve: 59,
  },
  arm64: {
    read: 63,
    write: 64,
    clone: 220,
    clone3: 435,
    socket: 198,
    socketpair: 199,
    ioctl: 29,
    personality: 92,
    execve: 221,
  },
} as const;

/** A type of socket alone, and with the flags that may stand in the same word: non-blocking, closed on exec. */
const withFlags = (type: number): number[] => [0, 0o4000, 0o2000000, 0o2004000].map((flags) => type | flags);

for (const architecture of ["x64", "arm64"] as const) {
  const known = numbers[architecture];
  const column = ARCHITECTURES[architecture].column;

  test(`seccompFilter() for ${architecture} allows what scripts do`, () => {
    for (const number of [known.read, known.write, known.execve, 462])
      expect(judge(architecture, { number })).toBe(ALLOW);
    expect(judge(architecture, { number: known.clone, arguments: [0x3d0f00] })).toBe(ALLOW); // a thread
    expect(judge(architecture, { number: known.clone, arguments: [0x01200011] })).toBe(ALLOW); // a process
    for (const family of [2, 10])
      expect(judge(architecture, { number: known.socket, arguments: [family] })).toBe(ALLOW);
    for (const type of [1, 5].flatMap(withFlags))
      expect(judge(architecture, { number: known.socketpair, arguments: [1, type] })).toBe(ALLOW);
    expect(judge(architecture, { number: known.ioctl, arguments: [0, 0x5401] })).toBe(ALLOW);
    expect(judge(architecture, { number: known.personality, arguments: [0xffffffff] })).toBe(ALLOW);
  });

  test(`seccompFilter() for ${architecture} refuses every call on the list`, () => {
    const listed = Object.entries(REFUSED_CALLS).filter(([, pair]) => pair[column] !== null);
    expect(listed.length).toBeGreaterThan(55);
    for (const [name, pair] of listed)
      expect(judge(architecture, { number: pair[column] ?? -1 }), name).toBe(REFUSE);
  });

  test(`seccompFilter() for ${architecture} judges by argument`, () => {
    for (const flag of [0x20000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000]) {
      expect(judge(architecture, { number: known.clone, arguments: [flag | 17] }), flag.toString(16)).toBe(
        REFUSE,
      );
    }
    expect(judge(architecture, { number: known.clone3 })).toBe(ABSENT);
    for (const family of [0, 1, 16, 17, 38, 40]) {
      expect(judge(architecture, { number: known.socket, arguments: [family] })).toBe(NO_FAMILY);
    }
    for (const type of [2, 3, 10].flatMap(withFlags))
      expect(judge(architecture, { number: known.socketpair, arguments: [1, type] })).toBe(NO_FAMILY);
    for (const request of [0x5412, 0x541c]) {
      expect(judge(architecture, { number: known.ioctl, arguments: [0, request] })).toBe(REFUSE);
    }
    expect(judge(architecture, { number: known.personality, arguments: [0x0040000] })).toBe(REFUSE);
  });

  test(`seccompFilter() for ${architecture} kills another architecture's caller and hides calls it does not know`, () => {
    expect(judge(architecture, { number: known.read, audit: 0x40000003 })).toBe(KILL);
    expect(judge(architecture, { number: 0x40000000 + known.read })).toBe(KILL);
    expect(judge(architecture, { number: 463 })).toBe(ABSENT);
  });
}

test("seccompFilter() has no filter for a processor that it does not know", () => {
  expect(seccompFilter("riscv64")).toBeUndefined();
  expect(seccompFilter("x64")?.length).toBe(assemble(filterSteps("x64")).length);
});

test("assemble() writes the kernel's struct, little-endian", () => {
  const bytes = assemble([
    { do: "load", offset: 4 },
    { do: "jump", if: "equal", value: 0xc000003e, to: "end" },
    { do: "return", value: 0x80000000 },
    { do: "label", name: "end" },
    { do: "return", value: 0x7fff0000 },
  ]);
  expect(bytes.toString("hex")).toBe(
    "2000000004000000" + "150001003e0000c0" + "0600000000000080" + "060000000000ff7f",
  );
});

test("assemble() refuses a label that is missing, doubled, behind or too far", () => {
  const jump = (to: string): Step => ({ do: "jump", if: "equal", value: 1, to });
  const fill = Array.from({ length: 256 }, (): Step => ({ do: "return", value: 0 }));
  const label: Step = { do: "label", name: "a" };
  expect(() => assemble([jump("a")])).toThrow("is missing");
  expect(() => assemble([label, label])).toThrow("appears twice");
  expect(() => assemble([label, jump("a")])).toThrow("-1 steps away");
  expect(() => assemble([jump("a"), ...fill, label])).toThrow("256 steps away");
  expect(assemble([jump("a"), ...fill.slice(1), label]).length).toBe(256 * 8);
});
