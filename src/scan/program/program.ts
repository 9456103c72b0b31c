/** A piece of a program that can carry something: a name, a text, or a call by its full name. */
export interface Atom {
  readonly at: number;
  readonly kind: "name" | "text" | "call";
  readonly value: string;
}

/** Everything that stands between two places of the text. */
export interface Range {
  readonly from: number;
  readonly end: number;
}

/** Names that take on what stands in a range: an assignment, a loop, a returned value, a file that is written. */
export interface Flow extends Range {
  readonly to: readonly string[];
}

/** A call or command with all that is handed to it. */
export interface Use extends Range {
  readonly name: string;
  readonly at: number;
  /** The words of a shell command, as far as they are known. */
  readonly words?: readonly string[] | undefined;
  /** Whether it stands in a loop that never ends. */
  readonly isEndless: boolean;
}

/** What the scan knows of a program in any language. */
export interface Program {
  readonly language: Language;
  readonly file: string;
  /** Where the program begins in its file. */
  readonly offset: number;
  readonly atoms: Atom[];
  readonly flows: Flow[];
  readonly uses: Use[];
  /** Whether much of it could not be parsed. */
  readonly isBroken: boolean;
}

/** The language of a program, where the scan can read it. */
export type Language = "shell" | "python" | "javascript";

/** The most that is parsed of one program; longer ones are generated. */
export const MAX_PROGRAM = 96 * 1024;

/** The name that stands for a file in all programs of a skill: its last part. */
export function fileName(path: string): string {
  return `file:${
    path
      .replace(/^["']|["']$/g, "")
      .split(/[/\\]/)
      .at(-1) ?? path
  }`;
}

/** The most of one kind that is followed in a program: a bound for what hostile code can cost. */
export const MAX_STEPS = 3000;
/** The most that is looked at between two places. */
const MAX_ATOMS = 600;

/** The atoms between two places, at most so many. */
export function atomsIn(atoms: readonly Atom[], { from, end }: Range): readonly Atom[] {
  const first = firstFrom(atoms, from);
  let last = first;
  while (last < atoms.length && last - first < MAX_ATOMS && (atoms[last] as Atom).at < end) last += 1;
  return atoms.slice(first, last);
}

function firstFrom(atoms: readonly Atom[], from: number): number {
  let low = 0;
  let high = atoms.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((atoms[middle] as Atom).at < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
