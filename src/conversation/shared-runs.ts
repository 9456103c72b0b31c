import { setTimeout as pause } from "node:timers/promises";
import { spokenLanguage } from "../agent/context/spoken-language.ts";
import { newConversation, newTurn, requireOwner } from "../agent/new-turn.ts";
import { DejimaError } from "../contract/error.ts";
import { eventSchema, type HarbourEvent } from "../contract/event.ts";
import type { RunMode } from "../contract/run.ts";
import { message } from "../contract/words/messages.ts";
import { followRows } from "../execution/log/follow-rows.ts";
import { newRunId } from "../execution/run/run-id.ts";
import type { RunJob, SharedStore } from "../store/shared-store.ts";
import { defined } from "../support/defined.ts";
import type { Conversations } from "./conversations.ts";
import { BEGINNING, type EventNumber } from "./event-number.ts";
import { createLiveRuns, type LiveRunParts, type LiveRuns } from "./live-runs.ts";
import type { FollowOptions, NumberedEvent } from "./run-stream.ts";

export interface SharedRunParts extends LiveRunParts {
  shared(): Promise<SharedStore>;
  /** Redacts secrets in a text before it is stored. */
  redact(text: string): Promise<string>;
  /** Makes the approved calls of a run that has no message. Throws while another process has the run and has not begun them. */
  finishCalls(runId: string): Promise<void>;
}

/** How long a worker waits for a run that another process still has open, and how often it checks. */
const HELD_WAIT_MS = 3_000;
const HELD_POLL_MS = 30;
/** How long the process of the answer has to begin the call. */
const ANSWERER_MS = 2_000;
/** When a run is retried that another process has open or that was left. */
const RETRY_DELAY_MS = 1_000;
/** After this time without a record, a follower is told that the run waits for a worker. */
const UNTAKEN_MS = 4_000;
/** A worker that was silent for so long counts as gone, even if it is still connected: it hangs. */
const ALIVE_MS = 30_000;

/**
 * Runs that workers take. A message is stored together with the job for it. Its events are read from the log in the database, on
 * any machine. Only a run whose caller answers its questions itself stays where it was started.
 */
export function createSharedRuns(parts: SharedRunParts): LiveRuns & Pick<Conversations, "perform"> {
  const { store, history, shared } = parts;
  const here = createLiveRuns(parts);

  async function ownerOf(runId: string): Promise<string | undefined> {
    const { conversations } = await store();
    const turn = await conversations.turn(runId);
    return turn && (await conversations.get(turn.conversationId))?.user;
  }

  /** Does the work of a job once. Throws while another process has the run. */
  async function work({ runId, begin, lost, expires }: RunJob, handOver: AbortSignal): Promise<void> {
    const { conversations } = await store();
    const turn = await conversations.turn(runId);
    if (turn === undefined) {
      if (lost === true || expires !== undefined) return parts.finishCalls(runId);
      // A call without a conversation is made at once where it was answered. If that did not happen, it is made here.
      return (await shared()).addJob({ runId, lost: true, notBefore: Date.now() + ANSWERER_MS });
    }
    if (turn.status !== "open" && (await hasEnded(runId))) return;
    const { started, records } = await startOf(runId);
    // The job with the message starts the run.
    if (records === 0 && begin === undefined) return;
    const { model, persona, mode, place, thinking } = begin ?? {};
    const agent = await parts.agent(defined({ model, persona }));
    const stop = new AbortController();
    const options = {
      park: "leave",
      // Only `begin` below writes it.
      mode: (mode ?? "interactive") as RunMode,
      signal: stop.signal,
      onStop: () => stop.abort(),
      handOver,
      ...defined({ place: place as "chat" | undefined, thinking }),
      ...(started ? {} : { accepted: { begins: begin?.begins ?? false } }),
    } as const;
    const { conversationId: conversation } = turn;
    const events =
      records === 0
        ? agent.run(turn.message, { ...options, runId, conversation })
        : agent.resume(runId, options);
    for await (const _event of events) {
      // They are read from the log.
    }
  }

  /** Whether the end of a run is recorded. Its row may not say so yet. */
  async function hasEnded(runId: string): Promise<boolean> {
    if ((await (await store()).runs.get(runId))?.status !== "open") return true;
    const last = await (await shared()).logs.last(runId);
    const event = last && eventSchema.safeParse(JSON.parse(last.line)).data;
    return event?.type === "run-end" && event.status !== "parked";
  }

  /** The progress of a run's log: the number of records, and whether its message was announced. */
  async function startOf(runId: string): Promise<{ readonly started: boolean; readonly records: number }> {
    const first = await (await shared()).logs.read(runId, { from: 0, limit: 20 });
    return {
      records: first.length,
      started: first.length === 20 || first.some(({ line }) => line.includes('"type":"turn-start"')),
    };
  }

  /** Whether a run must be continued: it has neither ended nor waits for a person. */
  async function isUnfinished(runId: string): Promise<boolean> {
    const { conversations, runs } = await store();
    if ((await conversations.turn(runId))?.status !== "open") return false;
    return (await runs.get(runId))?.status !== "parked";
  }

  /** By this machine's clock the question of the job may still be open. It is then looked at again. */
  async function awaitExpiry({ runId, expires }: RunJob): Promise<void> {
    if (expires === undefined) return;
    const question = await (await store()).approvals.get(expires);
    if (question?.status !== "pending" || question.expiresAt <= Date.now()) return;
    await (await shared()).addJob({ runId, expires, notBefore: question.expiresAt + RETRY_DELAY_MS });
  }

  async function* follow(
    runId: string,
    { after = BEGINNING, signal }: FollowOptions & { readonly after?: EventNumber },
  ): AsyncGenerator<readonly NumberedEvent[]> {
    let over = false;
    const { logs, lag } = await shared();
    const { seq: last, part } = after;
    const batches = followRows(logs, runId, {
      from: last + 1,
      part,
      signal,
      mayGrow: async () => !over,
      onNew: lag.note,
    });
    const first = batches.next();
    first.catch(() => {});
    try {
      // A run that has begun says by itself what it waits for.
      if (last < 0 && (await isLate(first, signal)))
        yield [{ number: BEGINNING, event: await waiting(runId) }];
      for (let next = await first; next.done !== true; next = await batches.next()) {
        const { records, pieces } = next.value;
        const events: NumberedEvent[] = [];
        for (const { prev: _prev, hash: _hash, seq, ...event } of records) {
          // A run that waits for a person continues in the same log.
          if (event.type === "run-end" && event.status === "parked") continue;
          if (event.type === "run-end") over = true;
          // The event as it was announced, without its place in the chain.
          events.push({ number: { seq, part: 0, base: 0 }, event: event as HarbourEvent });
        }
        for (const { seq, part: piece, line } of pieces)
          events.push({ number: { seq, part: piece, base: 0 }, event: JSON.parse(line) });
        if (events.length > 0) yield events;
        if (over) return;
      }
    } finally {
      void batches.return(undefined);
    }
  }

  /** Says that a run waits for a worker, in the language of its message. */
  async function waiting(runId: string): Promise<HarbourEvent> {
    const { conversations } = await store();
    const { message: said = "", conversationId } = (await conversations.turn(runId)) ?? {};
    const language = await spokenLanguage(said, conversationId, async () => conversations);
    const alive = await (await shared()).nodes.alive(ALIVE_MS);
    const key = alive.some(({ role }) => role === "worker") ? "waitsForWorker" : "noWorker";
    const at = new Date().toISOString();
    return { type: "notice", runId, at, situation: "waiting", text: message(key, language) };
  }

  async function stop(runId: string): Promise<boolean> {
    if (here.has(runId)) return here.stop(runId);
    if (await (await shared()).leases.requestStop(runId)) return true;
    return here.stop(runId);
  }

  return {
    ...here,
    get closed() {
      return here.closed;
    },
    ownerOf: async (runId) => (await here.ownerOf(runId)) ?? ownerOf(runId),
    async begin(message, request) {
      const { turn: options, agent, overrides, by } = request;
      if (options.ask !== undefined || agent !== undefined) return here.begin(message, request);
      const at = Date.now();
      const { conversations } = await store();
      const known = await conversations.get(options.conversation);
      if (known !== undefined) requireOwner(known, by);
      const text = await parts.redact(message);
      const row = known ?? newConversation(text, options, at);
      const runId = newRunId(at);
      const { mode, place, thinking, door } = options;
      const begin = { ...defined({ mode, place, thinking }), ...defined({ ...overrides }) };
      await (await shared()).accept({
        conversation: { ...row, updatedAt: at },
        turn: newTurn(text, { runId, conversationId: row.id, at }),
        job: { runId, begin: { ...begin, user: by, door, begins: known === undefined } },
      });
      options.signal?.addEventListener("abort", () => void stop(runId).catch(parts.onFault), { once: true });
      return runId;
    },
    // A worker continues it: a job was stored with the message, and another with each answer.
    async wake(runId) {
      if (here.has(runId)) return true;
      const turn = await (await store()).conversations.turn(runId);
      if (turn?.status !== "open") return false;
      const { status } = await (await history()).get(runId).catch(() => ({ status: "open" }));
      if (status === "interrupted") await (await shared()).addJob({ runId });
      return true;
    },
    follow: (runId, options) => (here.has(runId) ? here.follow(runId, options) : follow(runId, options)),
    stop,
    async perform(job, { handOver }) {
      // The process that took over a lost run makes its calls, or has ended too, so occasional checks are enough.
      for (const until = Date.now() + (job.lost === true ? 0 : HELD_WAIT_MS); ; ) {
        try {
          await work(job, handOver);
          if (!(await isUnfinished(job.runId))) {
            await awaitExpiry(job);
            return "done";
          }
        } catch (error) {
          if (!(error instanceof DejimaError) || error.details.held !== true) throw error;
          if (Date.now() < until && !handOver.aborted) {
            await pause(HELD_POLL_MS);
            continue;
          }
        }
        await (await shared()).addJob({
          ...job,
          notBefore: handOver.aborted ? 0 : Date.now() + RETRY_DELAY_MS,
        });
        return "later";
      }
    },
  };
}

/** Whether something takes longer than a run that is taken at once. */
async function isLate(first: Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  const settled = new AbortController();
  const either = AbortSignal.any([signal, settled.signal]);
  const late = pause(UNTAKEN_MS, true, { signal: either }).catch(() => false);
  const come = first.then(
    () => false,
    () => false,
  );
  return Promise.race([come, late]).finally(() => settled.abort());
}
