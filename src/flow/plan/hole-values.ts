import type { Hole } from "../../contract/asking/plan.ts";
import { canonicalJson } from "../../support/json.ts";
import { isRecord } from "../../text/record.ts";
import { isContentName } from "../../tool/role-of.ts";
import { atomsOf } from "../atoms.ts";

/** Fields with the name of a record, and fields with the person that it belongs to. */
const NAME = /^(?:title|name|filename|file_name|subject|label)$/;
const PARTY = /^(?:sender|from|author|owner|user|by)$/;

/** A host without a scheme, optionally followed by a path. */
const HOST = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:\/|$)/u;

/** The values that fit an open value of a plan. */
interface HoleValues {
  readonly values: ReadonlySet<string>;
  /** Set if the values are fields of one record that was called by its name: the number of its fields with a fitting value. */
  readonly fields?: number;
}

/** The values in the results that fit an open value of a plan. Empty if the record that it names is missing or ambiguous. */
export function holeValues(hole: Hole, outputs: readonly unknown[]): HoleValues {
  const { of } = hole;
  const records: { record?: Fields; theirs?: readonly unknown[] } =
    of === undefined ? { theirs: outputs } : recordsOf(of, outputs);
  if (records.theirs !== undefined)
    return { values: new Set(leavesOf(records.theirs).flatMap((leaf) => spelled(hole, leaf))) };
  // Free text is not a field: its author could write a single address there.
  const fields = Object.entries(records.record ?? {})
    .filter(([name]) => !isContentName(name))
    .map(([, value]) => leavesOf([value]).flatMap((leaf) => whole(hole, leaf)))
    .filter((values) => values.length > 0);
  return { values: new Set(fields.flat()), fields: fields.length };
}

/** The canonical spelling of a value of this type. Returns `undefined` if it is not of the type. */
export function spelling(type: Hole["$hole"], value: string): string | undefined {
  const { atoms, rest } = atomsOf(value);
  if (type === "name") {
    const isAddress = atoms.some((atom) => atom.type === "mail" || atom.type === "link");
    return value.length > 200 || value.trim() === "" || isAddress ? undefined : value;
  }
  const [atom] = atoms;
  if (atom === undefined || rest.trim() !== "" || new Set(atoms.map((one) => one.value)).size > 1)
    return undefined;
  const isPlace =
    type === "link" && (atom.type === "link" || (atom.type === "path" && HOST.test(atom.value)));
  return isPlace || atom.type === type ? placeOf(atom.value) : undefined;
}

function whole({ $hole: type, startsWith = "" }: Hole, leaf: string): string[] {
  const value = spelling(type, leaf);
  return value?.startsWith(startsWith) === true ? [value] : [];
}

function spelled(hole: Hole, leaf: string): string[] {
  const { $hole: type, startsWith = "" } = hole;
  if (type === "name") return whole(hole, leaf);
  return atomsOf(leaf)
    .atoms.flatMap((atom) => (atom.type === type ? [placeOf(atom.value)] : []))
    .filter((value) => value.startsWith(startsWith));
}

function placeOf(value: string): string {
  return value.replace(/^www\./, "");
}

type Fields = Readonly<Record<string, unknown>>;

/** The only record of this name, or else the records of this person. Empty if two records have the name. */
function recordsOf(of: string, outputs: readonly unknown[]): { record?: Fields; theirs?: readonly Fields[] } {
  const calls = (node: Fields, field: RegExp) =>
    Object.entries(node).some(
      ([key, value]) =>
        field.test(key) && typeof value === "string" && value.trim().toLowerCase() === of.toLowerCase(),
    );
  const records = nodesOf(outputs).filter(isRecord);
  const named = new Map(
    records.filter((node) => calls(node, NAME)).map((node) => [canonicalJson(node), node] as const),
  );
  const [record] = named.values();
  if (record !== undefined) return named.size > 1 ? {} : { record };
  return { theirs: records.filter((node) => calls(node, PARTY)) };
}

/** All texts and numbers within values. */
export function leavesOf(outputs: readonly unknown[]): string[] {
  return nodesOf(outputs).flatMap((node) =>
    typeof node === "string" ? [node] : typeof node === "number" ? [String(node)] : [],
  );
}

function nodesOf(outputs: readonly unknown[]): unknown[] {
  const found: unknown[] = [];
  const pending = [...outputs];
  for (let node = pending.pop(); node !== undefined || pending.length > 0; node = pending.pop()) {
    found.push(node);
    if (typeof node === "object" && node !== null)
      for (const inner of Object.values(node)) pending.push(inner);
  }
  return found;
}

const ID = /^(?:id_?|uuid|key|number)$|_(?:id|number|key)$|Id$/;

/** The number of different ids in the fields of these values. 0 if none of them is an id. */
export function idsLike(values: readonly string[], outputs: readonly unknown[]): number {
  const entries = nodesOf(outputs)
    .filter(isRecord)
    .flatMap((node) =>
      Object.entries(node).filter(([key, value]) => ID.test(key) && typeof value !== "object"),
    );
  const fields = new Set(entries.filter(([, value]) => values.includes(String(value))).map(([key]) => key));
  return new Set(entries.filter(([key]) => fields.has(key)).map(([, value]) => String(value))).size;
}
