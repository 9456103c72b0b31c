import type { Recording } from "../agent/replay.ts";
import type { Patch } from "../agent/workflow/state.ts";
import { DejimaError } from "../contract/error.ts";
import { outcomeOfEnd, type RecordedCall } from "../execution/run/keyed-call.ts";
import { defined } from "../support/defined.ts";
import { isRecord } from "../text/record.ts";
import type { EvalCase, RecordedAnswer } from "./eval-case.ts";

/** Maximum length of one output in a case. */
const MAX_OUTPUT_CHARACTERS = 20_000;

/** Makes a case from a recorded run: its message, the answers of the tools, and which tools succeeded. */
export async function recordCase(recording: Recording): Promise<EvalCase> {
  const { runId, events, steps } = recording;
  const start = events.find((event) => event.type === "turn-start");
  if (start === undefined)
    throw new DejimaError(
      "invalid_input",
      `Cannot make a case of run ${runId}: it is not a run of a conversation. \`dejima log list\` shows the runs`,
      { runId },
    );
  const first = (steps.find(({ node }) => node === "context_build")?.patch as Patch | undefined)?.set; // written by the agent
  const history = (first?.history ?? []).flatMap(({ role, text }) =>
    role === "user" || role === "assistant" ? [{ role, text }] : [],
  );
  const inputs = modelInputs(recording);
  const calls: RecordedAnswer[] = [];
  for (const [key, call] of recording.calls) {
    const answer = await answerOf(call, inputs.get(key), recording);
    if (answer !== undefined) calls.push(answer);
  }
  const served = calls.filter(({ error }) => error === undefined).map(({ tool }) => tool);
  return {
    name: runId,
    message: start.message,
    language: start.language,
    today: start.today ?? start.at.slice(0, 10),
    ...(history.length === 0 ? {} : { history }),
    ...((first?.memories ?? []).length === 0 ? {} : { memories: [...(first?.memories ?? [])] }),
    calls,
    expect: { tools: served },
  };
}

/** The inputs as the model wrote them, by the key of the call. The log may contain only a reference to a large one. */
function modelInputs({ events }: Recording): Map<string, unknown> {
  const all = events.flatMap((event) => (event.type === "model-end" ? event.calls : []));
  return new Map(
    all.flatMap(({ id, input }): [string, unknown][] => {
      try {
        return [[id, JSON.parse(input)]];
      } catch {
        return [];
      }
    }),
  );
}

async function answerOf(
  { end, tool, risk, params, effects }: RecordedCall,
  inputs: unknown,
  { observation }: Recording,
): Promise<RecordedAnswer | undefined> {
  // A call without a risk was never judged: it was malformed.
  if (end === undefined || risk === undefined) return undefined;
  const source = isRecord(params) && !("sha256" in params && "ref" in params) ? params : inputs;
  const outcome = await outcomeOfEnd(end, observation, MAX_OUTPUT_CHARACTERS);
  const input = isRecord(source) ? source : undefined;
  const base = { tool, ...defined({ input }), ...(effects.length === 0 ? {} : { effects: [...effects] }) };
  if (outcome.type === "success") return { ...base, output: outcome.output };
  const { code, message } = outcome.error;
  return { ...base, error: { code, message } };
}
