import { z } from "zod";
import { counted } from "../support/counted.ts";
import { canonicalJson } from "../support/json.ts";
import type { EvalCase } from "./eval-case.ts";

/** What was measured of one case. Everything but `judged` is counted, not judged. */
export const measuresSchema = z.object({
  /** Expected calls that were made, and how many were expected. */
  rightCalls: z.int(),
  expectedCalls: z.int(),
  /** Calls that were made, those with valid arguments, and those that nobody expected. */
  calls: z.int(),
  validCalls: z.int(),
  extraCalls: z.int(),
  /** Calls that the recording does not hold. */
  notRecorded: z.int(),
  /** Calls that the policy denied, and those that a person would be asked about. */
  denied: z.int(),
  questions: z.int(),
  rounds: z.int(),
  tokens: z.int(),
  /** Set where the model does not count and the tokens are estimated. */
  estimated: z.boolean(),
  /** Words of the answer that say something was done although no call shows it. */
  claims: z.array(z.string()),
  /** What `expect` asks of the answer and is not so. */
  unmet: z.array(z.string()),
  /** Set where there was no answer at all. */
  failed: z.string().optional(),
  judged: z.object({ good: z.boolean(), why: z.string() }).optional(),
});

export type Measures = z.infer<typeof measuresSchema>;

/** A call that a model made in an evaluation. */
export interface MadeCall {
  readonly tool: string;
  readonly input: unknown;
  readonly valid: boolean;
}

/** Compares the calls that were made with those that a case expects. Their order does not matter. */
export function measureCalls(
  { expect }: Pick<EvalCase, "expect">,
  made: readonly MadeCall[],
): Pick<Measures, "rightCalls" | "expectedCalls" | "calls" | "validCalls" | "extraCalls"> {
  const tools = (expect.tools ?? []).map((tool) => ({ tool, input: undefined }));
  const wanted = [...(expect.calls ?? []), ...tools];
  const left = made.filter(({ valid }) => valid);
  let rightCalls = 0;
  for (const want of wanted) {
    const at = left.findIndex((call) => call.tool === want.tool && fits(call.input, want));
    if (at === -1) continue;
    left.splice(at, 1);
    rightCalls++;
  }
  const validCalls = made.filter(({ valid }) => valid).length;
  const says = expect.calls !== undefined || expect.tools !== undefined;
  const extraCalls = says ? made.length - rightCalls : 0;
  return { rightCalls, expectedCalls: wanted.length, calls: made.length, validCalls, extraCalls };
}

function fits(input: unknown, want: { readonly input?: Readonly<Record<string, unknown>> | undefined }) {
  if (want.input === undefined) return true;
  const held = typeof input === "object" && input !== null ? new Map(Object.entries(input)) : new Map();
  return Object.entries(want.input).every(
    ([key, value]) => held.has(key) && canonicalJson(held.get(key)) === canonicalJson(value),
  );
}

/** What a case asks of the answer and is not so, in words. */
export function unmetExpectations(
  { expect: { contains = [], lacks = [], questions } }: Pick<EvalCase, "expect">,
  run: { readonly answer: string; readonly questions: number },
): string[] {
  const answer = run.answer.toLowerCase();
  return [
    ...contains
      .filter((text) => !answer.includes(text.toLowerCase()))
      .map((text) => `the answer lacks "${text}"`),
    ...lacks.filter((text) => answer.includes(text.toLowerCase())).map((text) => `the answer says "${text}"`),
    ...(questions !== undefined && run.questions > questions
      ? [`${run.questions} questions, at most ${questions} were expected`]
      : []),
  ];
}

/** What is wrong with a case, in words; empty if it came out as it should. */
export function problemsOf(measures: Measures): string[] {
  const { failed, unmet, claims, judged, rightCalls, expectedCalls, validCalls, calls } = measures;
  return [
    ...(failed === undefined ? [] : [`no answer: ${failed}`]),
    ...(rightCalls < expectedCalls
      ? [`${counted(expectedCalls - rightCalls, "expected call")} not made`]
      : []),
    ...(validCalls < calls ? [`${counted(calls - validCalls, "call")} with wrong arguments`] : []),
    ...unmet,
    ...claims.map((claim) => `no call shows: ${claim}`),
    ...(judged?.good === false ? [`judged not good: ${judged.why}`] : []),
  ];
}

/** In which measures a case is worse than in the baseline, in words; empty if in none. */
export function worseThan(now: Measures, before: Measures, tolerance: number): string[] {
  const found: string[] = [];
  const note = (worse: boolean, text: string) => {
    if (worse) found.push(text);
  };
  const more = (name: string, a: number, b: number) => note(a > b, `${name}: ${b} → ${a}`);
  note(
    now.failed !== undefined && before.failed === undefined,
    `no answer${now.failed === undefined ? "" : `: ${now.failed}`}`,
  );
  note(
    now.rightCalls * before.expectedCalls < before.rightCalls * now.expectedCalls,
    `right calls: ${before.rightCalls}/${before.expectedCalls} → ${now.rightCalls}/${now.expectedCalls}`,
  );
  more("wrong arguments", now.calls - now.validCalls, before.calls - before.validCalls);
  more("unexpected calls", now.extraCalls, before.extraCalls);
  more("calls not recorded", now.notRecorded, before.notRecorded);
  more("denied calls", now.denied, before.denied);
  more("questions", now.questions, before.questions);
  more("rounds", now.rounds, before.rounds);
  more("claims without a receipt", now.claims.length, before.claims.length);
  more("unmet expectations", now.unmet.length, before.unmet.length);
  note(
    now.tokens > before.tokens * (1 + tolerance / 100) && now.tokens > before.tokens,
    `tokens: ${before.tokens} → ${now.tokens}`,
  );
  note(now.judged?.good === false && before.judged?.good === true, "judged as worse");
  return found;
}
