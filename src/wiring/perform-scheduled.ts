import type { TurnOptions } from "../agent/agent-parts.ts";
import type { Agent } from "../agent/create-agent.ts";
import type { HarbourEvent } from "../contract/event.ts";
import type { Past, Schedule } from "../contract/schedule.ts";
import type { Ending, Performer } from "../schedule/performer.ts";
import type { Store } from "../store/store.ts";
import type { RunKeeper } from "./run-keeper.ts";

export interface ScheduledParts {
  readonly runs: RunKeeper;
  agent(): Promise<Agent>;
  store(): Promise<Store>;
}

/**
 * Does what is scheduled: a task is a run of the agent that nobody attends, in the conversation it came from; a reminder is
 * said there as it is. What was said is a turn of that conversation, whichever door it is held at.
 */
export function performScheduled({ runs, agent, store }: ScheduledParts): Performer {
  async function remind({ task, title, user, conversation, door }: Schedule, run: string): Promise<Ending> {
    const { conversations } = await store();
    const opened = await runs.open({ runId: run, title, user, mode: "unattended" });
    await opened.end("done", task);
    const at = Date.now();
    const known = await conversations.get(conversation);
    const row = known ?? { id: conversation, door, user, title, createdAt: at };
    await conversations.put({ ...row, updatedAt: at });
    const context = { messages: [{ role: "assistant", text: task, calls: [] }] };
    const turn = { runId: run, conversationId: conversation, message: title, answer: task, startedAt: at };
    await conversations.putTurn({ ...turn, status: "done", context });
    return "done";
  }

  return {
    leave: (run) => runs.get(run)?.leave(),
    async look(run) {
      const kept = await store();
      const turn = await kept.conversations.turn(run);
      if (turn === undefined)
        return { state: (await kept.runs.get(run)) === undefined ? "none" : "abandoned" };
      if (turn.status !== "open") return { state: "over", status: pastStatus(turn.status) };
      const pending = await kept.approvals.list({ runId: run, status: "pending", limit: 1 });
      return { state: "open", waits: pending.length > 0 };
    },
    async begin(schedule, run, signal) {
      if (schedule.kind === "reminder") return remind(schedule, run);
      const { task, user, conversation, door, untrusted } = schedule;
      const options = { ...turnOptions(schedule, signal), runId: run, user, conversation, door };
      const marked = untrusted.length === 0 ? {} : { untrusted };
      return endingOf((await agent()).run(task, { ...options, ...marked }));
    },
    async resume(schedule, run, signal) {
      return endingOf((await agent()).resume(run, turnOptions(schedule, signal)));
    },
  };
}

function turnOptions({ unattended }: Schedule, signal: AbortSignal): TurnOptions {
  return { mode: "unattended", park: unattended === "park" ? "leave" : false, signal };
}

/** A run that stops without an end was left for another process. */
async function endingOf(events: AsyncIterable<HarbourEvent>): Promise<Ending> {
  let ending: Ending = "left";
  for await (const event of events)
    if (event.type === "run-end") ending = event.status === "parked" ? "parked" : pastStatus(event.status);
  return ending;
}

function pastStatus(status: string): Past["status"] {
  return status === "done" || status === "cancelled" ? status : "failed";
}
