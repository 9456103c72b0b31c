import type { HarbourEvent } from "../../contract/event.ts";
import { PERSON } from "./person.ts";
import { userChunk } from "./run-updates.ts";
import type { OpenTurn, Session } from "./session.ts";

const MAX_TURNS = 100;

/** Replays a conversation in an editor. Returns the runs that broke off. */
export async function replaySession(session: Session): Promise<readonly OpenTurn[]> {
  const { id, runtime } = session;
  const open: OpenTurn[] = [];
  for (const turn of await runtime.conversations.turns(id, PERSON, { limit: MAX_TURNS })) {
    const updates = session.updates();
    await session.update(userChunk(turn.message));
    let seq = -1;
    // Messages imported from elsewhere have no log.
    for await (const record of logOf(session, turn.runId)) {
      seq = record.seq;
      const { prev: _prev, hash: _hash, seq: _seq, ...event } = record;
      // The event as it was announced, without its place in the hash chain.
      for (const update of updates.of(event as HarbourEvent)) await session.update(update);
    }
    if (turn.status === "open") open.push({ runId: turn.runId, after: { seq, part: 0, base: 0 }, updates });
  }
  return open;
}

async function* logOf({ runtime }: Session, runId: string) {
  try {
    yield* runtime.history.read(runId);
  } catch {
    // The log was pruned: show the messages without the calls.
  }
}
