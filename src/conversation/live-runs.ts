import type { TurnOptions } from "../agent/agent-parts.ts";
import type { Agent } from "../agent/create-agent.ts";
import type { HarbourEvent } from "../contract/event.ts";
import type { RunHistory } from "../execution/run/run-history.ts";
import type { Store } from "../store/store.ts";
import { defined } from "../support/defined.ts";
import { openStream } from "../support/opens-itself.ts";
import { forEachOf } from "../support/push-stream.ts";
import { BEGINNING, type EventNumber, lastSeenPosition } from "./event-number.ts";
import { createRunStream, type FollowOptions, type NumberedEvent, type RunStream } from "./run-stream.ts";

/** Another model or persona for one message. */
export interface AgentOverrides {
  readonly model?: string | undefined;
  readonly persona?: string | undefined;
}

export interface LiveRunParts {
  /** Deletes the work folder of a conversation, if conversations have folders. */
  removeFolder?(conversation: string): Promise<void>;
  agent(overrides?: AgentOverrides): Promise<Agent>;
  history(): Promise<RunHistory>;
  store(): Promise<Store>;
  /** Closes the log of a run without ending it. */
  leave(runId: string): void;
  /** Called when a run was interrupted by an internal error. */
  onFault(error: unknown): void;
}

/** The runs of conversations: those in progress in this process, with or without listeners, and, if workers take them, all others. */
export interface LiveRuns {
  /** Starts a run for a message. Returns its id as soon as others can find it. */
  begin(message: string, options: BeginRun): Promise<string>;
  /** Reads the events of a run to its end, besides any other readers. Returns its id as soon as it is known. */
  carry(events: AsyncIterable<HarbourEvent>, stop: AbortController, options?: CarryOptions): Promise<string>;
  /** Continues an interrupted run. Concurrent calls share one attempt. */
  wake(runId: string): Promise<boolean>;
  follow(
    runId: string,
    options: FollowOptions & { readonly after?: EventNumber },
  ): AsyncIterable<readonly NumberedEvent[]>;
  /** Stops a run in progress here, or one that waits in the store without a process. Returns whether it did. */
  stop(runId: string): Promise<boolean>;
  /** The owner of a run that began here and is in progress. Returns `undefined` if only the store knows. */
  ownerOf(runId: string): string | undefined | Promise<string | undefined>;
  /** Whether it is in progress here. */
  has(runId: string): boolean;
  /** How many runs are in progress here, or how many of them this person started. */
  active(by?: string): number;
  readonly closed: boolean;
  /** Leaves every run as it is. */
  close(): void;
}

/** Options for the run of a message. */
interface BeginRun {
  readonly turn: TurnOptions & {
    readonly conversation: string;
    readonly user: string;
    readonly door: string;
  };
  /** The caller's own agent. */
  readonly agent?: Agent | undefined;
  /** Another model or persona than the runtime's. */
  readonly overrides?: AgentOverrides | undefined;
  readonly stop: AbortController;
  /** The person who started it here, to whom the conversation belongs. */
  readonly by: string;
}

interface LiveRun {
  readonly stream: RunStream;
  readonly stop: AbortController;
  /** The owner, if it began here. */
  readonly user?: string;
}

interface CarryOptions {
  readonly resumed?: { readonly runId: string; readonly records: number };
  readonly user?: string;
  /** The person who started it here. */
  readonly by?: string;
}

/** How many finished runs stay in memory for readers who lost their connection. */
const MAX_ENDED_RUNS = 100;

export function createLiveRuns(parts: LiveRunParts): LiveRuns {
  const { store, history } = parts;
  const live = new Map<string, LiveRun>();
  const ended = new Map<string, RunStream>();
  const waking = new Map<string, Promise<boolean>>();
  /** All runs that are read here, from their start. */
  const carried: Pick<CarryOptions, "by">[] = [];
  let closed = false;

  async function carry(
    events: AsyncIterable<HarbourEvent>,
    stop: AbortController,
    { resumed, user, by }: CarryOptions = {},
  ): Promise<string> {
    const entry = defined({ by });
    carried.push(entry);
    const stream = createRunStream(resumed?.records);
    const known = Promise.withResolvers<string>();
    let runId: string | undefined;
    const begin = (id: string) => {
      runId = id;
      live.set(id, { stream, stop, ...defined({ user }) });
      known.resolve(id);
    };
    const read = async () => {
      try {
        if (resumed !== undefined) begin(resumed.runId);
        await forEachOf(events, (event) => {
          if (runId === undefined) begin(event.runId);
          stream.push(event);
        });
      } catch (error) {
        if (runId === undefined) known.reject(error);
        // A run interrupted because the runtime closes is continued elsewhere.
        else if (!closed) parts.onFault(error);
      } finally {
        stream.end();
        carried.splice(carried.indexOf(entry), 1);
        if (runId !== undefined) retire(runId, stream);
      }
    };
    void read();
    return known.promise;
  }

  function retire(runId: string, stream: RunStream): void {
    live.delete(runId);
    ended.set(runId, stream);
    const [oldest] = ended.keys();
    if (ended.size > MAX_ENDED_RUNS && oldest !== undefined) ended.delete(oldest);
  }

  function wake(runId: string): Promise<boolean> {
    if (live.has(runId)) return Promise.resolve(true);
    const begun = waking.get(runId) ?? resume(runId).finally(() => waking.delete(runId));
    waking.set(runId, begun);
    return begun;
  }

  /** Continues a run whose process is gone. With an aborted signal, it only ends the run. */
  async function resume(runId: string, signal?: AbortSignal): Promise<boolean> {
    const turn = await (await store()).conversations.turn(runId);
    if (closed || turn === undefined) return false;
    const past = await history();
    const { status } = await past.get(runId);
    // A process may die after it has stored the answer: then the run only lacks its end.
    if (status !== "interrupted" && !(status === "parked" && turn.status === "open")) return false;
    const records = await Array.fromAsync(past.read(runId), ({ seq }) => seq);
    const stop = new AbortController();
    const agent = await parts.agent();
    const options = { park: "wait", mode: "interactive", signal: signal ?? stop.signal } as const;
    await carry(agent.resume(runId, options), stop, {
      resumed: { runId, records: (records.at(-1) ?? -1) + 1 },
    });
    // The caller that stops a waiting run gets an answer when the run has ended.
    const stream = signal?.aborted === true ? live.get(runId)?.stream : undefined;
    const never = new AbortController().signal;
    if (stream !== undefined)
      await Array.fromAsync(stream.follow(BEGINNING, { signal: never, together: true }));
    return true;
  }

  function follow(
    runId: string,
    { after = BEGINNING, signal, together }: FollowOptions & { readonly after?: EventNumber },
  ): AsyncIterable<readonly NumberedEvent[]> {
    return openStream(async () => {
      await wake(runId);
      const stream = live.get(runId)?.stream ?? ended.get(runId);
      const seen = stream === undefined ? after : lastSeenPosition(after, stream.firstSeq);
      return stream === undefined || seen.seq < stream.firstSeq - 1
        ? followFromLog(runId, stream, { after: seen, signal, together })
        : stream.follow(seen, { signal, together });
    });
  }

  /** The events that the buffer no longer has, or never had, from the log. Then those of the buffer. */
  async function* followFromLog(
    runId: string,
    stream: RunStream | undefined,
    { after, signal, together }: FollowOptions & { readonly after: EventNumber },
  ): AsyncGenerator<readonly NumberedEvent[]> {
    let seen = after;
    for await (const { prev: _prev, hash: _hash, seq, ...event } of (await history()).read(runId)) {
      if (signal.aborted || (stream !== undefined && seq >= stream.firstSeq)) break;
      if (seq <= seen.seq) continue;
      seen = { seq, part: 0, base: stream?.firstSeq ?? 0 };
      // The event as it was announced, without its place in the chain.
      yield [{ number: seen, event: event as HarbourEvent }];
    }
    if (stream !== undefined) yield* stream.follow(seen, { signal, together });
  }

  return {
    async begin(message, { turn, agent, overrides, stop, by }) {
      const chosen = agent ?? (await parts.agent(overrides));
      return carry(chosen.run(message, turn), stop, { by, user: by });
    },
    carry,
    wake,
    has: (runId) => live.has(runId),
    follow,
    async stop(runId) {
      const run = live.get(runId);
      if (run === undefined) return resume(runId, AbortSignal.abort());
      run.stop.abort();
      return true;
    },
    ownerOf: (runId) => live.get(runId)?.user,
    active: (by) => (by === undefined ? carried.length : carried.filter((each) => each.by === by).length),
    get closed() {
      return closed;
    },
    close() {
      closed = true;
      for (const [runId, { stream }] of live) {
        parts.leave(runId);
        stream.end();
      }
    },
  };
}
