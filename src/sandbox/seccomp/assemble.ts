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
      throw new Error(`Cannot assemble the filter: label "${step.name}" stands twice`);
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
  if (place === undefined) throw new Error(`Cannot assemble the filter: label "${label}" stands nowhere`);
  const steps = place - from - 1;
  if (steps < 0 || steps > 255)
    throw new Error(`Cannot assemble the filter: "${label}" is ${steps} steps away`);
  return steps;
}
