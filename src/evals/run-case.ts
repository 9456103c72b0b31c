import type { AgentWorld } from "../agent/agent-world.ts";
import { unsupportedClaims } from "../agent/check-claims.ts";
import { withDescriptions } from "../agent/context/described-tools.ts";
import { approximateTokens } from "../agent/prompt/section.ts";
import { drive } from "../agent/workflow/drive.ts";
import { type AgentState, initialState } from "../agent/workflow/state.ts";
import type { EffectKind } from "../contract/effect.ts";
import { DejimaError } from "../contract/error.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { Tool } from "../contract/tool.ts";
import type { VerdictKind } from "../contract/verdict.ts";
import type { CallResult, KeyedCall } from "../execution/run/keyed-call.ts";
import type { LanguageModel, ModelPart, ModelRequest } from "../model/language/language-model.ts";
import { defined } from "../support/defined.ts";
import { canonicalJson } from "../support/json.ts";
import { languageOf } from "../support/language-of.ts";
import type { EvalCase, RecordedAnswer } from "./eval-case.ts";
import { type EvaluatedCall, type Measures, measureCalls, unmetExpectations } from "./measures.ts";

/** The verdict of a variant's policy on a call, and the call's effects. Nothing is run. */
type JudgeCall = (
  tool: string,
  input: unknown,
  skills: readonly string[],
) => Promise<{
  readonly verdict: VerdictKind;
  readonly effects: readonly EffectKind[];
  readonly why: string;
}>;

/** The dependencies of a case. */
export interface CaseWorld extends Pick<AgentWorld, "catalogue" | "settings" | "environment" | "persona"> {
  readonly model: LanguageModel;
  /** Text that is added to the system prompt. */
  readonly prompt?: string | undefined;
  /** Other descriptions of tools, by name. */
  readonly descriptions?: Readonly<Record<string, string>> | undefined;
  readonly judge: JudgeCall;
  /** Whether no call of a tool could run, whatever its input. */
  isWithheld(tool: Tool): boolean;
  readonly today: string;
  readonly signal: AbortSignal;
}

/** The result of one case. */
export interface CaseRun {
  readonly measures: Measures;
  readonly answer: string;
  readonly made: readonly EvaluatedCall[];
}

/** Lets a model work on a case. Tools answer from the case, the policy judges as always, and nothing is run or stored. */
export async function runCase(one: EvalCase, world: CaseWorld): Promise<CaseRun> {
  const { catalogue } = world;
  const runId = `eval-${one.name}`;
  const language = one.language ?? languageOf(one.message);
  const answers = recordedAnswers(one.calls, { runId, tool: catalogue.get });
  const made: EvaluatedCall[] = [];
  const counts = { denied: 0, questions: 0 };
  const tokens = countTokens(world.model, world.prompt);
  let skills: readonly string[] = [];

  async function answer(call: KeyedCall): Promise<CallResult> {
    const { tool, input, key, refusal } = call;
    made.push({ tool, input, valid: refusal === undefined });
    const failure = (error: DejimaError): CallResult => ({
      outcome: { type: "failure", callId: `${runId}.${key}`, runId, error: error.toData() },
      effects: [],
    });
    if (refusal !== undefined) return failure(refusal);
    try {
      const { verdict, effects, why } = await world.judge(tool, input, skills);
      if (verdict === "deny") throw new DejimaError("tool_not_allowed", `Cannot call "${tool}": ${why}`);
      if (verdict === "ask") counts.questions++;
      return answers.answer({ tool, input, key }, effects);
    } catch (error) {
      if (!(error instanceof DejimaError)) throw error;
      counts.denied++;
      return failure(error);
    }
  }

  const start = initialState({ runId, conversationId: runId, message: one.message, language });
  let state: AgentState | undefined;
  let failed: string | undefined;
  try {
    state = await drive(
      start,
      {
        ...world,
        model: tokens.model,
        catalogue: withDescriptions(catalogue, world.descriptions ?? {}),
        run: {
          // Sequential, because a recording answers equal calls in order.
          async execute(calls) {
            const results: CallResult[] = [];
            for (const call of calls) results.push(await answer(call));
            return results;
          },
          async activate(active) {
            skills = active.filter(({ binds }) => binds !== "nothing").map(({ name }) => name);
          },
          withheld: (tools) => tools.filter((tool) => world.isWithheld(tool)).map(({ name }) => name),
          mark: () => {},
          flow: { said: one.message, seen: [], recall: () => {} },
        },
        history: async () => ({
          messages: (one.history ?? []).map(({ role, text }) =>
            role === "user" ? { role, text } : { role, text, calls: [] },
          ),
          sources: [],
          said: [],
          seen: [],
        }),
        memories: async () => (one.memories ?? []).map((text) => ({ text })),
        today: () => one.today ?? world.today,
        random: () => "0".repeat(32),
        emit: () => {},
      },
      { list: async () => [], append: async () => {} },
    );
    if (state.draft.trim() === "") failed = "the model gave no answer";
  } catch (error) {
    if (!(error instanceof DejimaError) || world.signal.aborted) throw error;
    failed = error.message;
  }
  const text = state?.answer ?? "";
  const { questions, denied } = counts;
  return {
    answer: text,
    made,
    measures: {
      ...measureCalls(one, made),
      denied,
      questions,
      notRecorded: answers.missing(),
      rounds: tokens.rounds(),
      ...tokens.total(),
      claims: claimsOf(state),
      unmet: unmetExpectations(one, { answer: text, questions }),
      ...defined({ failed }),
    },
  };
}

/** The claims of every draft, including those that the agent rewrote. */
function claimsOf(state: AgentState | undefined): string[] {
  const drafts = (state?.messages ?? []).flatMap((message) =>
    message.role === "assistant" && message.calls.length === 0 ? [message.text] : [],
  );
  return [...new Set(drafts.flatMap((draft) => unsupportedClaims(draft, state?.receipts ?? [])))];
}

/** A model that counts tokens. If the model does not report them, they are estimated from the texts. */
function countTokens(model: LanguageModel, prompt: string | undefined) {
  let [rounds, reported, estimate] = [0, 0, 0];
  const counting: LanguageModel = {
    ...defined({ reflects: model.reflects, thinks: model.thinks, takes: model.takes }),
    id: model.id,
    async *stream(request, options): AsyncGenerator<ModelPart> {
      const sent =
        prompt === undefined || request.purpose !== undefined ? request : withPrompt(request, prompt);
      if (sent.purpose === undefined) rounds++;
      estimate += approximateTokens(sent.system + JSON.stringify([sent.messages, sent.tools]));
      for await (const part of model.stream(sent, options)) {
        if (part.type === "usage") reported += part.usage.inputTokens + part.usage.outputTokens;
        else if (part.type === "text-delta") estimate += approximateTokens(part.text);
        yield part;
      }
    },
  };
  return {
    model: counting,
    rounds: () => rounds,
    total: () => ({ tokens: reported === 0 ? estimate : reported, estimated: reported === 0 }),
  };
}

function withPrompt(request: ModelRequest, prompt: string): ModelRequest {
  return { ...request, system: `${request.system}\n\n## Further instructions\n${prompt}` };
}

/** Answers calls from a recording. No tool is run. */
interface RecordedAnswers {
  answer(
    call: { readonly tool: string; readonly input: unknown; readonly key: string },
    effects: readonly EffectKind[],
  ): CallResult;
  /** The number of calls without a recorded answer. */
  missing(): number;
}

/**
 * Answers a call with the recorded answer for the same tool and input, after applying the defaults of its schema. Equal calls get
 * their answers in order, and then the last one again. Answers without input come after those with one.
 */
function recordedAnswers(
  answers: readonly RecordedAnswer[],
  { runId, tool: find }: { readonly runId: string; tool(name: string): Tool | undefined },
): RecordedAnswers {
  const queues = new Map<string, RecordedAnswer[]>();
  const keyOf = (name: string, input: unknown) => {
    const tool = find(name);
    const parsed = tool?.input.parse(input);
    return `${tool?.name ?? name} ${canonicalJson(parsed?.ok === true ? parsed.value : input)}`;
  };
  const anyKey = (name: string) => `${find(name)?.name ?? name} *`;
  for (const answer of answers) {
    const key = answer.input === undefined ? anyKey(answer.tool) : keyOf(answer.tool, answer.input);
    queues.set(key, [...(queues.get(key) ?? []), answer]);
  }
  let missing = 0;
  const next = (key: string): RecordedAnswer | undefined => {
    const queue = queues.get(key);
    return queue !== undefined && queue.length > 1 ? queue.shift() : queue?.[0];
  };
  return {
    missing: () => missing,
    answer({ tool, input, key }, effects) {
      const found = next(keyOf(tool, input)) ?? next(anyKey(tool));
      const callId = `${runId}.${key}`;
      if (found === undefined) {
        missing++;
        const error = new DejimaError(
          "not_found",
          `Not recorded: this case has no answer of "${tool}" for this input, and an evaluation runs no tools`,
          { tool, recorded: answers.filter((one) => one.tool === tool).length },
        );
        return { outcome: { type: "failure", callId, runId, error: error.toData() }, effects };
      }
      return { outcome: outcomeOf(found, { callId, runId }), effects: found.effects ?? effects };
    },
  };
}

function outcomeOf(
  { output, error }: RecordedAnswer,
  ids: { readonly callId: string; readonly runId: string },
): Outcome {
  if (error !== undefined) return { type: "failure", ...ids, error: { ...error, details: {} } };
  return { type: "success", ...ids, output: output ?? null };
}
