import type { Origin } from "../contract/origin.ts";
import type { Leaf } from "./call-leaves.ts";
import { callsAsOwn, callsByBeginning, callsByKind, callsByName, callsByWords } from "./named-things.ts";
import type { RunOrigins } from "./run-origins.ts";

/**
 * The origin of an id that refers to a thing made in this run, or to the only thing of its kind that the user called by its name.
 * Otherwise `undefined`.
 */
export function recordOrigin(
  { argument, value }: Leaf,
  { run, service, spoken, tool }: { run: RunOrigins; service: string; spoken: boolean; tool: string },
): Origin | undefined {
  const found = run.records.find(value, { argument, service, tool });
  if (found.length === 0) return undefined;
  if (found.some(({ made }) => made)) return "made";
  const kind = run.records.ofKind({ argument, service, tool });
  const isOnly = (calls: (name: string) => boolean) =>
    new Set(kind.filter(({ names }) => names.some(calls)).map(({ id }) => id)).size === 1 &&
    found.some(({ names }) => names.some(calls));
  const names = new Set(found.flatMap((thing) => thing.names).filter((name) => callsByName(name, run.own)));
  if (names.size === 1) return isOnly((name) => names.has(name)) ? "record" : undefined;
  if (isOnly((name) => callsAsOwn(name, run.own))) return "record";
  const kinds = run.records.kindsOf({ argument, tool });
  if (isOnly((name) => callsByKind(name, kinds, run.own))) return "record";
  if (spoken) return undefined;
  if (isOnly((name) => callsByWords(name, run.own) || callsAsOwn(name, run.own, "the"))) return "record";
  if (isOnly((name) => callsByBeginning(name, run.own))) return "record";
  const isDescribed = (thing: { readonly words: readonly string[] }) =>
    thing.words.some((word) => callsByKind(word, kinds, run.own));
  const described = new Set(kind.filter(isDescribed).map(({ id }) => id));
  return described.size === 1 && described.has(value) ? "record" : undefined;
}
