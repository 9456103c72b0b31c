import {
  ARCHITECTURES,
  type Architecture,
  EXAMINED_CALLS,
  FIRST_UNKNOWN_CALL,
  REFUSED_CALLS,
} from "./system-calls.ts";

/** The kernel's verdicts on a call. */
export const ALLOW = 0x7fff0000;
export const KILL = 0x80000000;
const ERROR = 0x00050000;
export const REFUSE = ERROR | 1; // EPERM
export const ABSENT = ERROR | 38; // ENOSYS
export const NO_FAMILY = ERROR | 97; // EAFNOSUPPORT

/** Offsets in the kernel's `struct seccomp_data`. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const argument = (index: number) => 16 + 8 * index;

/** The second calling convention of x64 marks its numbers with this bit. */
const X32_BIT = 0x40000000;

/** Every kind of new namespace that `clone` can make. */
const NEW_NAMESPACES = 0x7e020000;

/** A Unix socket in a granted folder reaches its listener, mounted read-only or not. */
const SOCKET_FAMILIES = { unix: 1, inet: 2, inet6: 10 };

/**
 * The bit that datagrams have (2, and 3, which the kernel treats as 2) and streams (1) and sequenced packets
 * (5) lack. An end of a datagram socket pair can be connected to any address, so only the other pairs are
 * private.
 */
const DATAGRAM_BIT = 2;

const TERMINAL_INJECTION = [0x5412, 0x541c]; // TIOCSTI, TIOCLINUX
const PLAIN_PERSONALITIES = [0, 0xffffffff]; // plain Linux, and the query for the current one

export interface FilterOptions {
  /** Whether programs get Unix sockets, which reach whatever listens in a granted folder. Default: no. */
  readonly unixSockets?: boolean | undefined;
}

/** The filter as bytes. `undefined` if there is none for this processor. */
export function seccompFilter(architecture: string, options: FilterOptions = {}): Buffer | undefined {
  return isArchitecture(architecture) ? assemble(filterSteps(architecture, options)) : undefined;
}

const isArchitecture = (name: string): name is Architecture => Object.hasOwn(ARCHITECTURES, name);

/**
 * Allows calls that are not listed, refuses those that reach around the containment, and kills a program that
 * uses another architecture's calls, whose numbers mean something else.
 */
export function filterSteps(architecture: Architecture, options: FilterOptions = {}): Step[] {
  const { audit, column } = ARCHITECTURES[architecture];
  const { unix, ...others } = SOCKET_FAMILIES;
  const families = [...Object.values(others), ...(options.unixSockets ? [unix] : [])];
  const refused = Object.values(REFUSED_CALLS).flatMap((numbers) => numbers[column] ?? []);
  const when = (call: keyof typeof EXAMINED_CALLS): Step => ({
    do: "jump",
    if: "equal",
    value: EXAMINED_CALLS[call][column],
    to: call,
  });
  return [
    { do: "load", offset: ARCHITECTURE },
    { do: "jump", if: "equal", value: audit, else: "kill" },
    { do: "load", offset: NUMBER },
    { do: "jump", if: "at-least", value: X32_BIT, to: "kill" },
    { do: "jump", if: "at-least", value: FIRST_UNKNOWN_CALL, to: "absent" },
    ...refused.map((number): Step => ({ do: "jump", if: "equal", value: number, to: "refuse" })),
    ...(["clone", "socket", "socketpair", "ioctl", "personality"] as const).map(when),
    { do: "jump", if: "equal", value: EXAMINED_CALLS.clone3[column], to: "absent", else: "allow" },
    ...cloneSteps(),
    ...oneOf("socket", 0, families, { match: "allow", other: "family" }),
    { do: "label", name: "socketpair" },
    { do: "load", offset: argument(1) },
    { do: "jump", if: "any-bit", value: DATAGRAM_BIT, to: "family", else: "allow" },
    ...oneOf("ioctl", 1, TERMINAL_INJECTION, { match: "refuse", other: "allow" }),
    ...oneOf("personality", 0, PLAIN_PERSONALITIES, { match: "allow", other: "refuse" }),
    ...ending("allow", ALLOW),
    ...ending("refuse", REFUSE),
    ...ending("absent", ABSENT),
    ...ending("family", NO_FAMILY),
    ...ending("kill", KILL),
  ];
}

/**
 * `clone3` hides its flags behind a pointer, so it is absent and libraries fall back to `clone`, whose flags
 * are visible.
 */
function cloneSteps(): Step[] {
  return [
    { do: "label", name: "clone" },
    { do: "load", offset: argument(0) },
    { do: "jump", if: "any-bit", value: NEW_NAMESPACES, to: "refuse", else: "allow" },
  ];
}

interface Outcomes {
  readonly match: string;
  readonly other: string;
}

function oneOf(call: string, index: number, values: readonly number[], { match, other }: Outcomes): Step[] {
  return [
    { do: "label", name: call },
    { do: "load", offset: argument(index) },
    ...values.map((value, at): Step => {
      const last = at === values.length - 1;
      return { do: "jump", if: "equal", value, to: match, ...(last ? { else: other } : {}) };
    }),
  ];
}

const ending = (name: string, value: number): Step[] => [
  { do: "label", name },
  { do: "return", value },
];

/** One step of a filter. A jump without a label continues with the next step. */
export type Step =
  | { readonly do: "load"; readonly offset: number }
  | {
      readonly do: "jump";
      readonly if: Test;
      readonly value: number;
      readonly to?: string;
      readonly else?: string;
    }
  | { readonly do: "return"; readonly value: number }
  | { readonly do: "label"; readonly name: string };

/** How the loaded word is compared with the value: equal, at least as large, or sharing a bit. */
type Test = "equal" | "at-least" | "any-bit";

const LOAD_WORD = 0x20;
const RETURN = 0x06;
const JUMP: Record<Test, number> = { equal: 0x15, "at-least": 0x35, "any-bit": 0x45 };

/** The size of one instruction of the kernel's classic BPF: code, two jump distances, one word. */
const INSTRUCTION_BYTES = 8;

/** Assembles steps into the bytes of a seccomp filter (little-endian `struct sock_filter`). */
export function assemble(steps: readonly Step[]): Buffer {
  const places = new Map<string, number>();
  const instructions: Exclude<Step, { do: "label" }>[] = [];
  for (const step of steps) {
    if (step.do !== "label") instructions.push(step);
    else if (places.has(step.name))
      throw new Error(`Cannot assemble the filter: label "${step.name}" appears twice`);
    else places.set(step.name, instructions.length);
  }
  const bytes = Buffer.alloc(instructions.length * INSTRUCTION_BYTES);
  instructions.forEach((step, index) => {
    const at = index * INSTRUCTION_BYTES;
    if (step.do === "load") write(bytes, at, { code: LOAD_WORD, word: step.offset });
    else if (step.do === "return") write(bytes, at, { code: RETURN, word: step.value });
    else {
      const yes = distance(places, index, step.to);
      const no = distance(places, index, step.else);
      write(bytes, at, { code: JUMP[step.if], yes, no, word: step.value });
    }
  });
  return bytes;
}

interface Instruction {
  readonly code: number;
  readonly yes?: number;
  readonly no?: number;
  readonly word: number;
}

function write(bytes: Buffer, at: number, { code, yes = 0, no = 0, word }: Instruction): void {
  bytes.writeUInt16LE(code, at);
  bytes.writeUInt8(yes, at + 2);
  bytes.writeUInt8(no, at + 3);
  bytes.writeUInt32LE(word >>> 0, at + 4);
}

/** How many instructions a jump skips. The kernel allows no backward jumps, and at most 255 forward. */
function distance(places: ReadonlyMap<string, number>, from: number, label: string | undefined): number {
  if (label === undefined) return 0;
  const place = places.get(label);
  if (place === undefined) throw new Error(`Cannot assemble the filter: label "${label}" is missing`);
  const steps = place - from - 1;
  if (steps < 0 || steps > 255)
    throw new Error(`Cannot assemble the filter: "${label}" is ${steps} steps away`);
  return steps;
}
