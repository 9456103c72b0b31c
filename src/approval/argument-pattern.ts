import { basename, dirname, extname } from "node:path";
import type { Allowance, GrantTerms } from "../contract/asking/grant.ts";
import type { Effect } from "../contract/effect.ts";
import { targetFamily } from "../policy/rule.ts";
import { compileWildcard } from "../policy/wildcard.ts";
import { canonicalJson } from "../support/json.ts";
import { sha256 } from "../support/lazy-crypto.ts";

/** Programs whose first words state the action, so that further words only name its objects: the number of those first words. */
const LEADING_WORDS: Readonly<Record<string, number>> = {
  npm: 2,
  pnpm: 2,
  yarn: 2,
  bun: 2,
  cargo: 2,
  go: 2,
  make: 2,
  just: 2,
  mvn: 2,
  gradle: 2,
  dotnet: 2,
  vitest: 1,
  jest: 1,
  mocha: 1,
  pytest: 1,
  tsc: 1,
  eslint: 1,
  prettier: 1,
  biome: 2,
  ruff: 2,
  mypy: 1,
};

// Subcommands of git that only read.
const GIT_READS = /^git (?:status|log|diff|show|blame|ls-files|rev-parse|describe|shortlog)(?= |$)/;

/**
 * The narrowest useful patterns for calls like this one: a command with other words after its action, files with the same
 * extension in the same folder, addresses below the same path. Returns `undefined` if only an exact target is safe.
 */
export function patternOf({ kind, target, opaque }: Effect): Allowance[] | undefined {
  // A star in a name would act as a pattern and cover more than was shown.
  if (opaque === true || /[*?]/.test(target)) return undefined;
  const exact: Allowance = { kind, match: "exact", value: target };
  const pattern = (value: string): Allowance => ({ kind, match: "pattern", value });
  if (kind === "command.run") {
    const lead = leadingWords(target);
    return lead === undefined ? undefined : [{ ...exact, value: lead }, pattern(`${lead} *`)];
  }
  if (kind.startsWith("file.")) {
    const extension = extname(basename(target));
    return extension === "" ? undefined : [pattern(`${dirname(target)}/*${extension}`)];
  }
  if (kind !== "host.read") return undefined;
  const url = URL.parse(target);
  const folder = url?.pathname.slice(0, url.pathname.lastIndexOf("/"));
  return url === null || folder === undefined || folder === ""
    ? undefined
    : [pattern(`${url.origin}${folder}/**`)];
}

function leadingWords(command: string): string | undefined {
  const reads = GIT_READS.exec(command);
  if (reads !== null) return reads[0];
  const words = command.split(" ");
  const [program = "", verb = ""] = words;
  const count = Object.hasOwn(LEADING_WORDS, program) ? LEADING_WORDS[program] : undefined;
  // An option in place of the verb may change the meaning of the whole command.
  if (count === undefined || (count > 1 && !/^[a-z][\w:-]*$/.test(verb))) return undefined;
  const needed = verb === "run" ? count + 1 : count;
  const lead = words.slice(0, needed);
  return lead.length === needed && !lead.at(-1)?.startsWith("-") ? lead.join(" ") : undefined;
}

/** Whether an allowance covers an effect. */
export function allows({ kind, match, value }: Allowance, effect: Effect): boolean {
  if (kind !== effect.kind || effect.opaque === true) return false;
  if (match === "pattern")
    return compileWildcard(value, targetFamily(kind) === "text" ? "anywhere" : "segment")(effect.target);
  return effect.target === value || (match === "under" && effect.target.startsWith(`${value}/`));
}

type InputTerms = NonNullable<GrantTerms["input"]>;

/** Exactly this input. */
export function exactInput(input: unknown): InputTerms {
  return { fields: hashFields(fieldsOf(input)), open: false };
}

/** Fixes the fields that name a thing and leaves the others open: `{repo: "o/r", body: "…"}` covers every body in `o/r`. */
export function patternInput(input: unknown): InputTerms | undefined {
  const all = fieldsOf(input);
  const naming = namingFields(input);
  return naming.length === 0 || naming.length === all.length
    ? undefined
    : { fields: hashFields(naming), open: true };
}

/** The fields of an input that name something, as JSON text. */
export function namingFields(input: unknown): [name: string, json: string][] {
  return fieldsOf(input).filter(([, json]) => /^(?:true|false|"[\w./:@-]{1,64}")$/.test(json));
}

/** Whether an input matches the terms. */
export function allowsInput({ fields, open }: InputTerms, input: unknown): boolean {
  const hashes = new Map(Object.entries(hashFields(fieldsOf(input))));
  return (
    Object.entries(fields).every(([name, hash]) => hashes.get(name) === hash) &&
    (open || hashes.size === Object.keys(fields).length)
  );
}

function fieldsOf(input: unknown): [name: string, json: string][] {
  if (typeof input !== "object" || input === null) return [["", canonicalJson(input ?? null)]];
  return Object.entries(input).map(([name, value]) => [name, canonicalJson(value ?? null)]);
}

function hashFields(fields: readonly (readonly [name: string, json: string])[]): Record<string, string> {
  return Object.fromEntries(fields.map(([name, json]) => [name, sha256(json)]));
}
