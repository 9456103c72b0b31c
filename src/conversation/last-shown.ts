import type { Approval } from "../contract/approval.ts";
import type { HarbourEvent } from "../contract/event.ts";
import type { RunHistory } from "../execution/run/run-history.ts";
import type { Store } from "../store/store.ts";

/** Where the outbox notes when it last brought something to a conversation. */
export const LAST_MESSAGE = "last-message";

interface LastShownParts {
  store(): Promise<Store>;
  history(): Promise<RunHistory>;
}

// What a person is shown of a run. A run that has begun may be showing text right now, though the log has none of it yet.
const SHOWN: ReadonlySet<HarbourEvent["type"]> = new Set([
  "turn-start",
  "model-end",
  "notice",
  "approval-start",
  "artifact-end",
  "run-end",
]);
const RECENT_TURNS = 20;

/**
 * The id of the question that is the last thing shown in a conversation; nothing when something else is. It is read from what
 * is recorded, so that it is the same in every process and after a restart. A doubt counts as something else.
 */
export async function lastShownQuestion(
  conversation: string,
  pending: readonly Approval[],
  { store, history }: LastShownParts,
): Promise<string | undefined> {
  const newest = pending.toSorted((a, b) => b.createdAt - a.createdAt)[0];
  if (newest === undefined) return undefined;
  const { conversations, documents } = await store();
  const message = await documents.get(LAST_MESSAGE, conversation);
  if (typeof message === "number" && message >= newest.createdAt) return undefined;
  const log = await history();
  for (const turn of await conversations.turns(conversation, { limit: RECENT_TURNS })) {
    if (turn.runId === newest.runId) continue;
    if (turn.startedAt >= newest.createdAt || (await hasShownSince(log, turn.runId, newest.createdAt)))
      return undefined;
  }
  return lastOfRun(log, newest);
}

/** The question that its own run showed last, if that is the last of what the run has shown. */
async function lastOfRun(log: RunHistory, { runId, id }: Approval): Promise<string | undefined> {
  let last: string | undefined;
  let asked = false;
  for await (const record of log.read(runId)) {
    if (record.type === "approval-start") {
      last = record.id;
      asked ||= record.id === id;
    } else if (SHOWN.has(record.type)) last = undefined;
  }
  // One that is not in the log yet is being announced in this moment: nobody has read it.
  return asked ? last : undefined;
}

/** Whether another run has shown something since. */
async function hasShownSince(log: RunHistory, runId: string, time: number): Promise<boolean> {
  for await (const record of log.read(runId))
    if (SHOWN.has(record.type) && Date.parse(record.at) >= time) return true;
  return false;
}
