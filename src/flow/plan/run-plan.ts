import { type Hole, holesOf, isHole } from "../../contract/asking/plan.ts";
import { canonicalJson } from "../../support/json.ts";
import { isRecord } from "../../text/record.ts";
import { roleOf } from "../../tool/role-of.ts";
import type { ExplainedCall } from "../call-leaves.ts";
import { spendsMoney } from "../spends-money.ts";
import { holeValues, idsLike, leavesOf, spelling } from "./hole-values.ts";

/** A line of a plan that applies to a run. */
interface PlanEntry {
  readonly tool: string;
  readonly input: unknown;
  readonly times: number;
  /** `free`: no approval was needed, because the user's words state all open values. `approved`: a person approved it. */
  readonly how: "free" | "approved";
  /** The id of the approval, and the number of the line in it. */
  readonly id?: string;
  readonly line: number;
  /** The number of calls that it covered in an earlier process. */
  readonly used?: number;
}

/** The plans of one run. They state later calls before the run reads anything from outside. */
export interface RunPlan {
  add(entry: PlanEntry): void;
  /** Stores the output of a call if an open value may come from it. */
  note(call: { readonly tool: string; readonly input: unknown }, output: unknown): void;
  /** The line that covers a call and has a use left. */
  covering(call: ExplainedCall): PlanEntry | undefined;
  /** Uses the line that covers a call once. Returns the line and the number of the use. */
  take(call: ExplainedCall): { readonly entry: PlanEntry; readonly use: number } | undefined;
}

/** The knowledge of a run that plans are checked against. */
interface PlanWords {
  /** Whether a text contains a link, an address or an account that the user did not name. */
  hasNewLink(text: string): boolean;
  /** Whether a call put others' words into a thing. */
  isSpoiled(value: string): boolean;
}

const MOST_CHARACTERS = 2_000_000;
const MOST_TEXT = 100_000;
const MOST_VALUES = 50;
/** Irreversible effects. A line with open values never covers them. */
const FINAL = /^(?:command\.|file\.delete)/;

/** Stores the plans of a run. Without a plan it stores nothing. */
export function createRunPlan(words: PlanWords): RunPlan {
  const entries: { readonly entry: PlanEntry; used: number }[] = [];
  const kept: { readonly tool: string; readonly input: unknown; readonly output: unknown }[] = [];
  let room = MOST_CHARACTERS;
  let dropped = false;
  const lineFor = (call: ExplainedCall) =>
    entries.find(
      ({ entry, used }) => used < entry.times && entry.tool === call.tool.name && covers(entry, call),
    );

  function covers(entry: PlanEntry, call: ExplainedCall): boolean {
    const isOpen = holesOf(entry.input).length > 0;
    if (!isOpen && canonicalJson(entry.input ?? null) !== canonicalJson(call.input ?? null)) return false;
    if (
      isOpen &&
      (call.tool.flow.changes === "for good" ||
        spendsMoney(call) ||
        call.effects.some(({ kind }) => FINAL.test(kind)))
    )
      return false;
    if (entry.how === "free" && leavesOf([call.input]).some(words.isSpoiled)) return false;
    return !isOpen || fits(entry.input, call.input, { entry, call, isTop: true });
  }

  function fits(pattern: unknown, value: unknown, of: Fitting): boolean {
    if (isHole(pattern)) return fills(pattern, value, of.entry);
    if (Array.isArray(pattern))
      return (
        Array.isArray(value) &&
        value.length === pattern.length &&
        pattern.every((inner, at) => fits(inner, value[at], { ...of, isTop: false }))
      );
    if (!isRecord(pattern)) return canonicalJson(pattern ?? null) === canonicalJson(value ?? null);
    if (!isRecord(value)) return false;
    return [...new Set([...Object.keys(pattern), ...Object.keys(value)])].every((key) => {
      if (Object.hasOwn(pattern, key)) return fits(pattern[key], value[key], { ...of, isTop: false });
      return of.isTop ? saysNothing(of.call, key, value[key]) : value[key] === undefined;
    });
  }

  function fills(hole: Hole, value: unknown, entry: PlanEntry): boolean {
    const leaves = leavesOf([value]);
    if (leaves.length === 0 || leaves.length > MOST_VALUES) return false;
    // Fields within it would be further arguments that no person was shown.
    if (hole.$hole === "text")
      return (
        ![value].flat().some(isRecord) &&
        leaves.every((leaf) => leaf.length <= MOST_TEXT && !words.hasNewLink(leaf))
      );
    if (dropped) return false;
    const outputs = kept
      .filter(({ tool, input }) => tool === hole.from && isCallOf(hole, input))
      .map(({ output }) => output);
    const { values, fields } = holeValues(hole, outputs);
    // A value that a stranger added must not be chosen, so there may be no more values than the line counts.
    const isFree = entry.how === "free";
    const mayChoose = hole.$hole === "name" && !isFree && hole.startsWith === undefined;
    if (fields === undefined && !mayChoose && values.size > mostValues(hole, entry)) return false;
    if (isFree && (fields ?? 1) > 1) return false;
    // The same for ids: the records themselves must not decide which record is meant.
    if (mayChoose && fields === undefined && idsLike(leaves, outputs) > entry.times) return false;
    return leaves.every((leaf) => {
      const spelled = spelling(hole.$hole, leaf);
      return spelled !== undefined && values.has(spelled);
    });
  }

  return {
    add(entry) {
      entries.push({ entry, used: entry.used ?? 0 });
    },
    note({ tool, input }, output) {
      const isWanted = entries.some(({ entry }) =>
        holesOf(entry.input).some(({ hole }) => hole.from === tool),
      );
      if (!isWanted || output === undefined) return;
      const size = JSON.stringify(output)?.length ?? 0;
      if (size > room) dropped = true;
      else kept.push({ tool, input, output });
      room -= size;
    },
    covering: (call) => lineFor(call)?.entry,
    take(call) {
      const found = lineFor(call);
      if (found === undefined) return undefined;
      found.used++;
      return { entry: found.entry, use: found.used };
    },
  };
}

/** Maximum number of links that a free line may read. Each further link is a choice that a stranger's text could make. */
const MOST_FREE_LINKS = 5;

/** Maximum number of values that may fit an open value: the one that the user's words point at, or as many as the line counts. */
function mostValues({ $hole: type, of, startsWith }: Hole, { how, times }: PlanEntry): number {
  if (startsWith !== undefined) return 1;
  if (how === "approved") return times;
  return type === "link" && of === undefined ? Math.min(times, MOST_FREE_LINKS) : 1;
}

interface Fitting {
  readonly entry: PlanEntry;
  readonly call: ExplainedCall;
  readonly isTop: boolean;
}

/** Whether an argument that the plan does not mention decides nothing: it is empty, a date, a switch, or its default. */
function saysNothing({ tool }: ExplainedCall, argument: string, value: unknown): boolean {
  if (value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0))
    return true;
  if (typeof value !== "object" && roleOf(tool, argument, value) === "inert") return true;
  const { properties } = tool.input.toJsonSchema() as { properties?: unknown }; // a JSON Schema may contain anything
  const field =
    isRecord(properties) && Object.hasOwn(properties, argument) ? properties[argument] : undefined;
  return (
    isRecord(field) && field.default !== undefined && canonicalJson(field.default) === canonicalJson(value)
  );
}

function isCallOf({ where = {} }: Hole, input: unknown): boolean {
  return Object.entries(where).every(
    ([key, value]) => isRecord(input) && Object.hasOwn(input, key) && String(input[key]) === String(value),
  );
}
