import { randomUUID } from "node:crypto";
import { DejimaError } from "../contract/error.ts";
import type { RunStatus } from "../contract/run.ts";
import type { Step, Turn } from "../contract/user/conversation.ts";
import { localDay } from "../contract/words/local-time.ts";
import { errorText, message } from "../contract/words/messages.ts";
import type { ModelFile } from "../model/language/media.ts";
import { modelProblemOf } from "../model/language/model-problem.ts";
import type { Store } from "../store/store.ts";
import { isStoreAway } from "../store/store-errors.ts";
import { defined } from "../support/defined.ts";
import type { Language } from "../support/language-of.ts";
import { createTimeText } from "../support/time-text.ts";
import { MODEL_PROBLEM_WORDS } from "../text/model-problem-words.ts";
import type { AgentParts, TurnOptions } from "./agent-parts.ts";
import { type AgentRun, ParkedRun } from "./agent-run.ts";
import type { AgentWorld } from "./agent-world.ts";
import { askAtBudget, BudgetReached } from "./ask-at-budget.ts";
import { readHistory, turnContext } from "./context/conversation-history.ts";
import { withDescriptions } from "./context/described-tools.ts";
import { spokenLanguage } from "./context/spoken-language.ts";
import { summariseTurns } from "./context/summaries.ts";
import { usesModelJudgement } from "./model-request.ts";

import { redactSteps } from "./redact-steps.ts";
import { replayedSteps } from "./replay.ts";
import { replaySteps, type StepStore } from "./workflow/drive.ts";
import { type AgentState, initialState } from "./workflow/state.ts";

/** A turn to run. */
interface TurnWork {
  readonly run: AgentRun;
  readonly turn: Turn;
  readonly user: string;
  /** The door of the conversation. A model writes the messages of child runs. */
  readonly door: string;
  /** Whether the turn begins its conversation. `undefined` for a turn that was announced already. */
  readonly begins: boolean | undefined;
  /** Whether no process has worked on it yet. Default: no. */
  readonly isNew?: boolean;
}

/** Runs a turn through the workflow to its end and stores the result. A turn that waits for a person stays open. */
export async function workTurn(parts: AgentParts, work: TurnWork, options: TurnOptions): Promise<void> {
  try {
    await runTurn(parts, work, options);
  } catch (error) {
    // The turn itself is fine: a worker continues it when the store is back.
    if (work.run.lease !== undefined && isStoreAway(error)) work.run.leave();
    throw error;
  }
}

async function runTurn(
  parts: AgentParts,
  { run, turn, user, door, begins, isNew = false }: TurnWork,
  { signal = new AbortController().signal, thinking, schedule, handOver }: TurnOptions,
): Promise<void> {
  const { conversations, steps } = await redactingStore(parts);
  // A first turn has no history to read.
  const earlier = begins === true ? undefined : turn.conversationId;
  const language = await spokenLanguage(turn.message, earlier, async () => conversations);
  // They are stored with the end of the turn, together with their additions to the state.
  let last: readonly Step[] = [];
  const stored: StepStore = {
    async append(batch, how) {
      if (how?.last !== true) {
        // A crash must not leave a step whose reply is not in the log.
        run.flush();
        return steps.append(batch, { lease: run.lease });
      }
      last = isNew ? replayedSteps(batch) : batch;
    },
    list: async (id) => (isNew ? [] : steps.list(id)),
  };
  const { conversationId } = turn;
  const start = initialState({ runId: run.id, conversationId, message: turn.message, language });
  let state: AgentState = start;
  let status: RunStatus = "done";
  // The model's text since its last finished reply.
  let unfinished = "";
  try {
    const [chosen, persona, timezone] = await Promise.all([
      parts.model(),
      parts.persona(),
      parts.timezoneOf?.(user),
    ]);
    const today = localDay(parts.now(), timezone, parts.formatterOf?.(timezone));
    const notice = (text: string) => world.emit({ type: "notice", situation: "remark", text });
    const payer = { runId: run.id, conversation: conversationId, user, ...defined({ schedule }) };
    const listener = askAtBudget(run, { notice, language, signal });
    run.budgets.listener = listener;
    const model = parts.metered?.(chosen, payer, listener) ?? chosen;
    const world = turnWorld(parts, {
      run,
      model,
      persona,
      signal,
      thinking,
      about: { user, conversationId },
      today,
      begins: begins === true,
      ...(handOver === undefined
        ? {}
        : { handOver: { wanted: () => handOver.aborted, leave: () => run.leave() } }),
      onEvent(event) {
        if (event.type === "text-delta") unfinished += event.text;
        else if (event.type === "model-end" && event.purpose === undefined) unfinished = "";
      },
    });
    // A resumed run has already emitted this event.
    if (begins !== undefined) {
      world.emit({
        type: "turn-start",
        conversationId,
        message: turn.message,
        model: model.id,
        persona: persona.name,
        language,
        asking: run.asking,
        today,
        ...defined({ thinks: model.thinks, driver: parts.driver }),
      });
      const { introduction } = model;
      if (introduction !== undefined && begins)
        world.emit({ type: "notice", situation: "model", text: introduction[language] });
    }
    state = await parts.drive(start, world, stored);
    // The model was asked twice and gave no answer: scripts must be able to detect that.
    if (state.draft.trim() === "") status = "failed";
  } catch (error) {
    if (run.left) return;
    if (run.lease !== undefined && isStoreAway(error)) throw error;
    if (error instanceof ParkedRun) {
      await run.end("parked", message("parked", language, { ids: error.ids.join(", "), run: run.id }));
      return;
    }
    // The run can be resumed after the budget was raised.
    if (error instanceof BudgetReached) {
      const answer = `${unfinished.trim()}\n\n${error.message}`.trim();
      await conversations.putTurn({ ...turn, answer }, run.lease);
      await run.end("parked", answer);
      return;
    }
    if (!(error instanceof DejimaError) && !signal.aborted) {
      await run.end("failed", unfinished);
      throw error;
    }
    state = (await replaySteps(start, steps)).state;
    const stopped = signal.aborted || !(error instanceof DejimaError) || error.code === "cancelled";
    status = stopped ? "cancelled" : "failed";
    const why = stopped ? message("cancelled", language) : failureWords(error, language);
    state = withFailure(state, { unfinished, why });
  }
  if (run.left) return;
  const context = turnContext(state, { sources: run.sources, said: run.flow.said, seen: run.flow.seen });
  const ended = { ...turn, status, answer: state.answer, context };
  run.flush();
  if (last.length === 0) await conversations.putTurn(ended, run.lease);
  else await steps.append(last, { lease: run.lease, turn: ended });
  // Only the user's own words teach: not those of schedules, of programs, or of a run that content from outside has entered.
  const isOwn = door !== "child" && run.foreign !== true && turn.scheduled === undefined;
  if (status === "done" && isOwn && run.sources.length === 0) await parts.learning?.learn(user, state);
  await run.end(status, state.answer);
}

/** Why a turn has no answer, in words. */
function failureWords(error: DejimaError, language: Language): string {
  if (error.code !== "server_unavailable")
    return message("turnFailed", language, { why: errorText(error, language) });
  const problem = modelProblemOf(error);
  if (problem === "other") return message("modelFailed", language, { why: errorText(error, language) });
  return `${MODEL_PROBLEM_WORDS[problem][language]}\n\n${errorText(error, language)}`;
}

/** A state without an answer. The model's text so far is kept, for the person and for later turns. */
function withFailure(
  state: AgentState,
  { unfinished, why }: { readonly unfinished: string; readonly why: string },
): AgentState {
  const text = unfinished.trim();
  if (text === "") return { ...state, answer: why };
  const answer = `${text}\n\n${why}`;
  return { ...state, answer, messages: [...state.messages, { role: "assistant", text: answer, calls: [] }] };
}

interface TurnWorldParts extends Pick<AgentWorld, "model" | "persona" | "signal" | "handOver"> {
  readonly run: AgentRun;
  readonly thinking: boolean | undefined;
  /** The current day in the user's time zone. */
  readonly today: string;
  /** Whether the turn is the first of its conversation. */
  readonly begins: boolean;
  readonly about: { readonly user: string; readonly conversationId: string };
  /** Called with every event of the turn. */
  onEvent(event: Parameters<AgentWorld["emit"]>[0]): void;
}

/** The world of one turn. */
function turnWorld(
  parts: AgentParts,
  { run, about, begins, thinking, today, onEvent, ...rest }: TurnWorldParts,
): AgentWorld {
  const { settings, environment } = parts;
  const catalogue = withDescriptions(parts.catalogue, run.descriptions);
  const timeText = createTimeText();
  const emit: AgentWorld["emit"] = (event) => {
    onEvent(event);
    const whole = Object.assign(event, { runId: run.id, at: timeText(parts.now()) });
    // The log stores the whole answer in `model-end`.
    if (whole.type === "text-delta" || whole.type === "thinking-delta") run.announce(whole);
    else run.record(whole);
  };
  const documents = async () => (await parts.store()).documents;
  const { redact = (json: string) => json } = parts;
  const summarise = (turns: readonly Turn[]) =>
    summariseTurns(turns, { ...rest, emit }, { conversationId: about.conversationId, documents, redact });
  // A message without files is asked for them once, not with every request of the turn.
  let withoutFiles: string | undefined;
  const attachments = (text: string) => (text === withoutFiles ? NO_FILES : readAttachments(text));
  async function readAttachments(text: string): Promise<readonly ModelFile[]> {
    const files = (await parts.attachments?.(about.conversationId, text)) ?? NO_FILES;
    if (files.length === 0) withoutFiles = text;
    return files;
  }
  return {
    ...rest,
    run,
    catalogue: {
      ...catalogue,
      findTools: (text, limit) => catalogue.findTools(text, limit, about.user),
      findSkills: async (text, limit) => (await catalogue.findSkills?.(text, limit, about.user)) ?? [],
    },
    settings: thinking === undefined ? settings : { ...settings, thinking },
    environment: { ...environment, asking: run.asking },
    history: async (conversationId, boundary) => {
      if (begins) return { messages: [], sources: [], said: [], seen: [] };
      const { conversations } = await parts.store();
      const options = { conversations, maxTokens: settings.historyTokens, boundary };
      return readHistory(
        conversationId,
        usesModelJudgement(rest.model, settings) ? { ...options, summarise } : options,
      );
    },
    attachments,
    memories: async (text) => (await parts.memories?.(text, about)) ?? [],
    today: () => today,
    random: () => randomUUID().replaceAll("-", ""),
    emit,
  };
}

const NO_FILES: readonly ModelFile[] = [];

/** The store as the agent writes to it, with secrets redacted if `redact` is set. */
async function redactingStore({
  store,
  redact,
}: Pick<AgentParts, "store" | "redact">): Promise<Pick<Store, "conversations" | "steps">> {
  return redact === undefined ? store() : redactedStore(await store(), redact);
}

/** A value without the secrets in its texts. */
export function redacted<Value>(value: Value, redact: AgentParts["redact"]): Value {
  if (redact === undefined) return value;
  const text = JSON.stringify(value);
  const safe = redact(text, value);
  return safe === text ? value : JSON.parse(safe);
}

type TurnStore = Pick<Store, "conversations" | "steps">;

/** A store that redacts secrets in messages, replies and steps before storing them. */
function redactedStore(
  { conversations, steps }: TurnStore,
  redact: NonNullable<AgentParts["redact"]>,
): TurnStore {
  const clean = <Value>(value: Value) => redacted(value, redact);
  const redaction = redactSteps(redact);
  return {
    conversations: {
      ...conversations,
      put: (conversation) => conversations.put(clean(conversation)),
      putTurn: (turn, lease) => conversations.putTurn(clean(turn), lease),
    },
    steps: {
      ...steps,
      append(batch, how = {}) {
        redaction.see(batch);
        return steps.append(batch, { ...how, clean: redaction.clean });
      },
    },
  };
}
