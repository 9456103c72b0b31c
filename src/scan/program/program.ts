/** A piece of a program that can contain data: a name, a text, or a call by its full name. */
export interface Atom {
  readonly at: number;
  readonly kind: "name" | "text" | "call";
  readonly value: string;
}

/** A range of the text. */
export interface Range {
  readonly from: number;
  readonly end: number;
}

/** Names that receive the values of a range: by an assignment, a loop, a return or a written file. */
export interface Flow extends Range {
  readonly to: readonly string[];
}

/** A call or command with its arguments. */
export interface Use extends Range {
  readonly name: string;
  readonly at: number;
  /** The words of a shell command, as far as they are known. */
  readonly words?: readonly string[] | undefined;
  /** Whether it is inside an endless loop. */
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

/** Maximum length of a program that is parsed. Longer ones are usually generated. */
export const MAX_PROGRAM = 96 * 1024;

/** The name of a file in all programs of a skill: its last path segment. */
export function fileName(path: string): string {
  return `file:${
    path
      .replace(/^["']|["']$/g, "")
      .split(/[/\\]/)
      .at(-1) ?? path
  }`;
}

/** Maximum number of flows and uses that are followed per program, so that hostile code cannot make the scan slow. */
export const MAX_STEPS = 3000;
/** Maximum number of atoms that are read in one range. */
const MAX_ATOMS = 600;

/** The atoms of a range, at most `MAX_ATOMS`. */
export function atomsIn(atoms: readonly Atom[], { from, end }: Range): readonly Atom[] {
  const first = firstFrom(atoms, from);
  let last = first;
  while (last < atoms.length && last - first < MAX_ATOMS && (atoms[last] as Atom).at < end) last += 1; // within bounds
  return atoms.slice(first, last);
}

function firstFrom(atoms: readonly Atom[], from: number): number {
  let low = 0;
  let high = atoms.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((atoms[middle] as Atom).at < from)
      low = middle + 1; // within bounds
    else high = middle;
  }
  return low;
}
