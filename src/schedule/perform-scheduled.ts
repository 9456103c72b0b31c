import { DejimaError } from "../contract/error.ts";
import type { HarbourEvent } from "../contract/event.ts";
import type { Parking, RunMode, RunStatus } from "../contract/run.ts";
import type { Mail, Recipient } from "../contract/user/channel.ts";
import type { PastOccurrence, Schedule } from "../contract/user/schedule.ts";
import type { Store } from "../store/store.ts";
import type { Ending, Performer } from "./work-on.ts";

/** Options for a scheduled run of the agent. */
interface ScheduledTurn {
  readonly mode: RunMode;
  readonly park: Parking;
  /** The schedule whose budget counts. */
  readonly schedule: string;
  /** Sources of untrusted content in the run that wrote the task. Omitted if there are none. */
  readonly untrusted?: readonly string[];
  readonly signal: AbortSignal;
}

interface NewTurn extends ScheduledTurn, Pick<Schedule, "user" | "conversation" | "door"> {
  readonly runId: string;
}

interface ScheduledParts {
  readonly runs: {
    open(options: {
      readonly runId: string;
      readonly title: string;
      readonly user: string;
      readonly mode: RunMode;
      readonly untrusted: readonly string[];
    }): Promise<{ end(status: RunStatus, answer: string): Promise<unknown> }>;
    /** A run that is open in this process. */
    get(runId: string): { leave(): void } | undefined;
  };
  readonly agent: {
    run(task: string, options: NewTurn): AsyncIterable<HarbourEvent>;
    resume(runId: string, options: ScheduledTurn): AsyncIterable<HarbourEvent>;
  };
  readonly mail: Pick<Mail, "send"> & {
    /** Notifies listeners of a text that is already in a conversation. */
    tell(text: string, to: Recipient): unknown;
  };
  store(): Promise<Store>;
}

/** Doors whose users see the turns of their conversations anyway. */
const SHOWS_TURNS: ReadonlySet<string> = new Set(["http", "schedule", "api"]);
const DELIVERY_MS = 60_000;

/**
 * Performs scheduled work. A task is an unattended run of the agent in the conversation that it came from. A reminder is sent there
 * as it is. Either becomes a turn of that conversation, whichever door it belongs to.
 */
export function performScheduled({ runs, agent, store, mail }: ScheduledParts): Performer {
  /**
   * The conversation that the work belongs to. A run acts for the owner of its conversation. If somebody else owns the
   * conversation with this id, the work gets a new one.
   */
  async function placeOf({ conversation, door, user }: Schedule, run: string): Promise<string> {
    if (!SHOWS_TURNS.has(door)) return conversation;
    const known = await (await store()).conversations.get(conversation);
    return known === undefined || known.user === user ? conversation : `c-${run}`;
  }

  async function remind(schedule: Schedule, run: string): Promise<Ending> {
    const { task, title, user, door, untrusted } = schedule;
    const { conversations } = await store();
    const opened = await runs.open({ runId: run, title, user, mode: "unattended", untrusted });
    await opened.end("done", task);
    const at = Date.now();
    const id = await placeOf(schedule, run);
    const row = (await conversations.get(id)) ?? { id, door, user, title, createdAt: at };
    await conversations.put({ ...row, updatedAt: at });
    // Its text is in the conversation from now on, so its sources are recorded with it.
    const context = { messages: [{ role: "assistant", text: task, calls: [] }], sources: untrusted };
    const turn = { runId: run, conversationId: id, message: title, answer: task, startedAt: at };
    await conversations.putTurn({ ...turn, status: "done", scheduled: "reminder", context });
    return "done";
  }

  return {
    leave: (run) => runs.get(run)?.leave(),
    async look(run) {
      const stored = await store();
      const turn = await stored.conversations.turn(run);
      if (turn === undefined)
        return { state: (await stored.runs.get(run)) === undefined ? "none" : "abandoned" };
      if (turn.status !== "open") return { state: "over", status: pastStatus(turn.status) };
      const pending = await stored.approvals.list({ runId: run, status: "pending", limit: 1 });
      return { state: "open", waits: pending.length > 0 };
    },
    async begin(schedule, run, signal) {
      if (schedule.kind === "reminder") return remind(schedule, run);
      const { task, user, door } = schedule;
      const conversation = await placeOf(schedule, run);
      return endingOf(
        agent.run(task, { ...turnOptions(schedule, signal), runId: run, user, conversation, door }),
      );
    },
    async deliver({ door, user, conversation, kind, title }, run) {
      const { executions, conversations } = await store();
      const turn = await conversations.turn(run);
      const answer = turn?.answer ?? "";
      const text = kind === "reminder" ? answer : `${title}\n\n${answer}`;
      if (SHOWS_TURNS.has(door)) {
        await mail.tell(text, { door, user, conversation: turn?.conversationId ?? conversation });
        return;
      }
      const id = `delivery-${run}`;
      // Recorded before it is sent: a message that may have arrived is not sent again.
      const first = { id, runId: run, callId: "", tool: "deliver", startedAt: Date.now() };
      if (!(await isFirst(() => executions.create({ ...first, status: "started" })))) return;
      const signal = AbortSignal.timeout(DELIVERY_MS);
      const receipt = await mail.send({ type: "text", text }, { door, user, conversation }, { signal });
      const end = { status: "done", endedAt: Date.now(), result: receipt } as const;
      await executions.change(id, (execution) => ({ ...execution, ...end }));
    },
    async resume(schedule, run, signal) {
      return endingOf(agent.resume(run, turnOptions(schedule, signal)));
    },
  };
}

/** Whether this attempt is the first. */
async function isFirst(create: () => Promise<void>): Promise<boolean> {
  try {
    await create();
    return true;
  } catch (error) {
    if (error instanceof DejimaError && error.code === "conflict") return false;
    throw error;
  }
}

function turnOptions({ id, unattended, untrusted }: Schedule, signal: AbortSignal): ScheduledTurn {
  const park = unattended === "park" ? "leave" : "refuse";
  const marked = untrusted.length === 0 ? {} : { untrusted };
  return { mode: "unattended", park, schedule: id, signal, ...marked };
}

/**
 * The result of a run. A run that stops without an end was left to another process. A run that is parked because its budget is used
 * up has failed for the schedule: it has no question, so no answer can continue it.
 */
async function endingOf(events: AsyncIterable<HarbourEvent>): Promise<Ending> {
  let ending: Ending = "left";
  const waiting = new Set<string>();
  for await (const event of events) {
    if (event.type === "approval-start" && event.id !== undefined) waiting.add(event.id);
    if (event.type === "approval-end" && event.id !== undefined) waiting.delete(event.id);
    if (event.type !== "run-end") continue;
    ending = event.status === "parked" && waiting.size > 0 ? "parked" : pastStatus(event.status);
  }
  return ending;
}

function pastStatus(status: string): PastOccurrence["status"] {
  return status === "done" || status === "cancelled" ? status : "failed";
}
