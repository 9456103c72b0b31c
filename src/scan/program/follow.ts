import { bareHost } from "../address.ts";
import { CARRIED, carriedByCall, carriedByName, carriedByText } from "./carried-data.ts";
import { type Atom, atomsIn, fileName, MAX_STEPS, type Program, type Range } from "./program.ts";

/** The content of a range of a program, including everything that flows into it. */
export interface RangeContent {
  readonly bits: number;
  /** The content of the range itself, without what flows into it. */
  readonly own: number;
  /** Data that is passed as content, not as a credential. */
  readonly body: number;
  /** Addresses in it. */
  readonly addresses: readonly string[];
  /** Names of environment variables in it. */
  readonly keys: readonly string[];
}

/** Names of one program, and files that all programs of a skill share. */
export interface Followed {
  readonly program: Program;
  contentOf(range: Range): RangeContent;
  /** The content of files that programs of the skill have written. */
  contentOfFile(path: string): RangeContent | undefined;
}

/** Arguments for credentials, and arguments for content. */
const PROOF =
  /^(?:headers?|auth|authorization|-H|--header|-u|--user|cookies)$|^(?:Authorization|X-[\w-]*(?:Key|Token))\b/i;
const CONTENT = /^(?:json|data|body|params|files|form|payload|url|method|timeout|-d|-F|-X|--data\S*|--form)$/;
const MAX_ADDRESSES = 6;
/** The known content of a name or a file. */
interface Known {
  readonly bits: number;
  readonly addresses: readonly string[];
  readonly keys: readonly string[];
}

const STARTS_PROGRAM = /(?:exec|spawn|fork|command)\w{0,20}$/i;
const PRINTS_ENVIRONMENT = /\b(?:env|printenv|export|set|declare)\b|\/proc\//;

const NONE: Known = { bits: 0, addresses: [], keys: [] };
const ROUNDS = 3;

/** Follows the data flow through all programs of a skill together, because one program may run a file that another one wrote. */
export function follow(programs: readonly Program[]): Followed[] {
  const files = new Map<string, Known>();
  // The commands of one guide run in the same shell, in order.
  const shells = new Map<string, Map<string, Known>>();
  const followed = programs.map((program) => {
    const isTyped = program.language === "shell" && /\.(?:md|mdx|txt)$/i.test(program.file);
    const names = (isTyped ? shells.get(program.file) : undefined) ?? new Map<string, Known>();
    if (isTyped) shells.set(program.file, names);
    return new Following(program, files, names);
  });
  for (let round = 0; round < ROUNDS; round++) {
    let changed = false;
    for (const following of followed) if (following.flow()) changed = true;
    if (!changed) break;
  }
  return followed;
}

class Following implements Followed {
  readonly program: Program;
  readonly #files: Map<string, Known>;
  readonly #names: Map<string, Known>;

  constructor(program: Program, files: Map<string, Known>, names: Map<string, Known>) {
    this.program = program;
    this.#files = files;
    this.#names = names;
  }

  /** Propagates all flows once. Returns whether anything changed. */
  flow(): boolean {
    let changed = false;
    for (const flow of this.program.flows.slice(0, MAX_STEPS)) {
      const whole = this.contentOf(flow);
      const flowing = this.#isForProgram(flow)
        ? { ...whole, bits: whole.bits & ~CARRIED.environment }
        : whole;
      if (flowing.bits === 0 && flowing.addresses.length === 0) continue;
      for (const name of flow.to) {
        const map = name.startsWith("file:") ? this.#files : this.#names;
        const known = map.get(name) ?? NONE;
        const addresses = joined(known.addresses, flowing.addresses);
        const keys = joined(known.keys, flowing.keys);
        const isOld = addresses.length === known.addresses.length && keys.length === known.keys.length;
        if (isOld && (known.bits | flowing.bits) === known.bits) continue;
        map.set(name, { bits: known.bits | flowing.bits, addresses, keys });
        changed = true;
      }
    }
    return changed;
  }

  /** Whether the environment in a range goes to a started program, so that the result does not contain it. */
  #isForProgram(range: Range): boolean {
    const atoms = atomsIn(this.program.atoms, range);
    return (
      atoms.some(({ kind, value }) => kind !== "text" && STARTS_PROGRAM.test(value)) &&
      atoms.some(({ value }, at) => value === "env" && /\benv$/.test(atoms[at + 1]?.value ?? "")) &&
      !atoms.some(({ kind, value }) => kind === "text" && PRINTS_ENVIRONMENT.test(value))
    );
  }

  contentOfFile(path: string): RangeContent | undefined {
    const known = this.#files.get(fileName(path));
    return known === undefined ? undefined : { ...known, own: 0, body: known.bits };
  }

  contentOf(range: Range): RangeContent {
    let bits = 0;
    let own = 0;
    let body = 0;
    let isProof = false;
    const addresses: string[] = [];
    const keys: string[] = [];
    const atoms = atomsIn(this.program.atoms, range);
    for (const [at, atom] of atoms.entries()) {
      let after = at + 1;
      while (atoms[after]?.at === atom.at) after += 1;
      const next = atoms[after];
      const known = this.#known(atom);
      const itself = ownBits(atom, next);
      own |= itself;
      bits |= known.bits | itself;
      if (PROOF.test(atom.value)) isProof = true;
      else if (CONTENT.test(atom.value)) isProof = false;
      if (!isProof) body |= known.bits | itself;
      for (const address of known.addresses) if (addresses.length < MAX_ADDRESSES) addresses.push(address);
      keys.push(...known.keys);
      if ((itself & CARRIED.key) !== 0)
        keys.push(next?.kind === "text" && !/[A-Z]_|_[A-Z]/.test(atom.value) ? next.value : atom.value);
      if (atom.kind === "text" && atom.value.includes("://") && addresses.length < MAX_ADDRESSES) {
        addresses.push(...(atom.value.match(/\b[a-z]{2,6}:\/\/[^\s"'`<>)\]}|\\]+/gi) ?? []).slice(0, 3));
      } else if (atom.kind === "text") {
        const host = bareHost(atom.value);
        if (host !== undefined && addresses.length < MAX_ADDRESSES) addresses.push(host);
      }
    }
    return { bits, own, body, addresses, keys: joined(keys, []) };
  }

  #known(atom: Atom): Known {
    if (atom.kind === "text")
      return (
        (/^[^\s]{2,200}$/.test(atom.value)
          ? this.#files.get(fileName(atom.value.replace(/^[@<>=]+/, "")))
          : undefined) ?? NONE
      );
    // The content of `a` also applies to `a.b.c`.
    for (let name = atom.value.replace("[]", ""); ; name = name.slice(0, name.lastIndexOf("."))) {
      const known = this.#names.get(name);
      if (known !== undefined) return known;
      if (!name.includes(".")) return NONE;
    }
  }
}

const ENVIRONMENT =
  /^(?:os\.environ|process\.env|environ|Deno\.env|Bun\.env)(\[\])?(?:\.(get|pop|setdefault|items|copy|keys|values))?$/;

function ownBits(atom: Atom, next: Atom | undefined): number {
  if (atom.kind === "text") return carriedByText(atom.value);
  const [whole, bracket, method] = ENVIRONMENT.exec(atom.value) ?? [];
  if (whole !== undefined || /(?:^|\.)getenv$/.test(atom.value)) {
    const isOne =
      whole === undefined || bracket !== undefined || /^(?:get|pop|setdefault)$/.test(method ?? "");
    if (!isOne) return CARRIED.environment;
    if (next?.kind !== "text") return CARRIED.key;
    return carriedByName(next.value);
  }
  if (atom.kind === "call")
    return /^(?:printenv|env|declare -x|export -p)$/.test(atom.value)
      ? CARRIED.environment
      : carriedByCall(atom.value);
  return carriedByName(atom.value);
}

function joined(some: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...some, ...more])].slice(0, MAX_ADDRESSES);
}
