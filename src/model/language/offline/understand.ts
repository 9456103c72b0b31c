import { aboutIntent } from "./about-intent.ts";
import { calculate } from "./calculate.ts";
import { changeIntent } from "./change-intent.ts";
import { listIntent, readIntent } from "./file-intent.ts";
import { findIntent } from "./find-intent.ts";
import { grepIntent } from "./grep-intent.ts";
import { type Intent, say } from "./intent.ts";
import { laterIntent } from "./later-intent.ts";
import { requestsIn, safeSplits } from "./requests-in.ts";
import { runIntent } from "./run-intent.ts";
import { timeIntent } from "./time-intent.ts";
import { webIntent } from "./web-intent.ts";

/** What is known besides the message. */
interface Surroundings {
  /** The user's messages before it, newest first. */
  readonly earlier: readonly string[];
  /** The day, as YYYY-MM-DD; without it, nothing can be planned for another one. */
  readonly today?: string | undefined;
}

const MOST_CHARACTERS = 1_000;
const MOST_WISHES = 5;
/** What a message asks for, read by rules, in the order in which it is to be done. */
export function understand(message: string, surroundings: Surroundings): Intent[] {
  const overrides = read(message, surroundings);
  // "Date and time": what is asked for twice is done once.
  const seen = new Set<string>();
  return overrides.filter((intent) => {
    const key = JSON.stringify(intent);
    return !seen.has(key) && seen.add(key);
  });
}

function read(message: string, surroundings: Surroundings): Intent[] {
  const text = message.trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return [say("nothing-said")];
  // What is that long is a text to work on, which takes a real model; a request in it would be guessed at.
  if (text.length > MOST_CHARACTERS) return [say("unknown")];
  const whole = one(text, surroundings);
  const parts = inTurn(requestsIn(text), surroundings);
  if (parts.length > 1) {
    const understood = parts.filter(({ overrides }) => overrides?.some(isDone));
    const held = whole === undefined ? "" : JSON.stringify(whole);
    const rest = parts.filter(({ overrides }) => overrides === undefined);
    // What a call holds as free text may look like further requests.
    const freeText =
      rest.length > 0 && rest.every(({ part }) => held.includes(JSON.stringify(part).slice(1, -1)));
    if (understood.length === parts.length || (understood.length > 0 && !freeText))
      return parts
        .flatMap(({ part, overrides }) => overrides ?? [say("unknown", part)])
        .slice(0, MOST_WISHES);
  }
  for (const split of safeSplits(text)) {
    const made = inTurn(split, surroundings);
    if (made.every(({ overrides }) => overrides?.some(isDone)))
      return made.flatMap(({ overrides }) => overrides ?? []).slice(0, MOST_WISHES);
  }
  return whole ?? [say("unknown")];
}

// "Write hello to a.txt and read it": what a part speaks of may stand in the one before.
function inTurn(parts: readonly string[], { earlier, today }: Surroundings) {
  return parts.map((part, at) => {
    const before = parts.slice(0, at).reverse();
    return { part, overrides: one(part, { earlier: [...before, ...earlier], today }) };
  });
}

function isDone({ kind }: Intent): boolean {
  return kind === "call" || kind === "answer";
}

// The first that makes something of it wins, so the narrow ones stand first.
function one(text: string, { earlier, today }: Surroundings): Intent[] | undefined {
  const sum = calculate(text);
  if (sum !== undefined) return [{ kind: "answer", text: `${sum.sum} = ${sum.value}` }];
  const single =
    laterIntent(text, today) ??
    runIntent(text, earlier) ??
    changeIntent(text) ??
    grepIntent(text) ??
    findIntent(text) ??
    listIntent(text);
  if (single !== undefined) return [single];
  const many = readIntent(text, earlier) ?? timeIntent(text);
  if (many !== undefined) return many;
  const last = webIntent(text) ?? aboutIntent(text);
  return last === undefined ? undefined : [last];
}
