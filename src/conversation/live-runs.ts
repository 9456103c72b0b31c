import type { TurnOptions } from "../agent/agent-parts.ts";
import type { Agent } from "../agent/create-agent.ts";
import type { HarbourEvent } from "../contract/event.ts";
import type { RunHistory } from "../execution/run/run-history.ts";
import type { Store } from "../store/store.ts";
import { defined } from "../support/defined.ts";
import { BEGINNING, type EventNumber, seenBefore } from "./event-number.ts";
import { createRunStream, type FollowOptions, type NumberedEvent, type RunStream } from "./run-stream.ts";

/** Another model or persona for one message. */
export interface AgentOverrides {
  readonly model?: string | undefined;
  readonly persona?: string | undefined;
}

export interface LiveRunParts {
  agent(overrides?: AgentOverrides): Promise<Agent>;
  history(): Promise<RunHistory>;
  store(): Promise<Store>;
  /** Closes the log of a run without ending it. */
  leave(runId: string): void;
  /** Hears of runs that broke off by a fault of ours. */
  onFault(error: unknown): void;
}

/** The runs of conversations: those that go on in this process, with or without listeners, and where workers take them, all others. */
export interface LiveRuns {
  /** Begins a run for a message; returns its id as soon as others can find it. */
  begin(message: string, options: BeginRun): Promise<string>;
  /** Reads the events of a run to its end, beside any other readers; returns its id as soon as that is known. */
  carry(events: AsyncIterable<HarbourEvent>, stop: AbortController, options?: CarryOptions): Promise<string>;
  /** Goes on with a run that broke off, if it is one. Two who ask at once get the same one. */
  wake(runId: string): Promise<boolean>;
  follow(
    runId: string,
    options: FollowOptions & { readonly after?: EventNumber },
  ): AsyncGenerator<readonly NumberedEvent[]>;
  /** Stops a run that goes on here, or one that waits in the store with no process; whether it did. */
  stop(runId: string): Promise<boolean>;
  /** Whose a run is that began here and goes on; `undefined` if only the store can tell. */
  ownerOf(runId: string): string | undefined | Promise<string | undefined>;
  /** Whether it goes on here. */
  has(runId: string): boolean;
  /** How many go on here, or those of them that this person has begun. */
  active(by?: string): number;
  readonly closed: boolean;
  /** Leaves every run as it is. */
  close(): void;
}

/** How a run for a message begins. */
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
  /** Whose it is, if the conversation begins with it. */
  readonly user?: string;
  /** Who has begun it here. */
  readonly by: string;
}

interface LiveRun {
  readonly stream: RunStream;
  readonly stop: AbortController;
  /** Whose it is, where it began here. */
  readonly user?: string;
}

interface CarryOptions {
  readonly resumed?: { readonly runId: string; readonly records: number };
  readonly user?: string;
  /** Who has begun it here. */
  readonly by?: string;
}

/** How many runs that have ended stay in memory for readers who lost their connection. */
const KEPT_RUNS = 100;

/** Makes one without runs. */
export function createLiveRuns(parts: LiveRunParts): LiveRuns {
  const { store, history } = parts;
  const live = new Map<string, LiveRun>();
  const ended = new Map<string, RunStream>();
  const waking = new Map<string, Promise<boolean>>();
  /** All that are read here, from their very beginning. */
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
        for await (const event of events) {
          if (runId === undefined) begin(event.runId);
          stream.push(event);
        }
      } catch (error) {
        if (runId === undefined) known.reject(error);
        // What breaks off because the runtime closes is gone on with elsewhere.
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
    if (ended.size > KEPT_RUNS && oldest !== undefined) ended.delete(oldest);
  }

  function wake(runId: string): Promise<boolean> {
    if (live.has(runId)) return Promise.resolve(true);
    const begun = waking.get(runId) ?? resume(runId).finally(() => waking.delete(runId));
    waking.set(runId, begun);
    return begun;
  }

  /** Goes on with a run whose process is gone; with a signal that has aborted, it only comes to its end. */
  async function resume(runId: string, signal?: AbortSignal): Promise<boolean> {
    const turn = await (await store()).conversations.turn(runId);
    if (closed || turn?.status !== "open") return false;
    const past = await history();
    const { status } = await past.get(runId);
    if (status !== "interrupted" && status !== "parked") return false;
    const records = await Array.fromAsync(past.read(runId), ({ seq }) => seq);
    const stop = new AbortController();
    const agent = await parts.agent();
    const options = { park: "wait", mode: "interactive", signal: signal ?? stop.signal } as const;
    await carry(agent.resume(runId, options), stop, {
      resumed: { runId, records: (records.at(-1) ?? -1) + 1 },
    });
    // Whoever stops a run that waits in the store is told when it has ended.
    const stream = signal?.aborted === true ? live.get(runId)?.stream : undefined;
    const never = new AbortController().signal;
    if (stream !== undefined)
      await Array.fromAsync(stream.follow(BEGINNING, { signal: never, together: true }));
    return true;
  }

  async function* followed(
    runId: string,
    { after = BEGINNING, signal, together }: FollowOptions & { readonly after?: EventNumber },
  ): AsyncGenerator<readonly NumberedEvent[]> {
    await wake(runId);
    const stream = live.get(runId)?.stream ?? ended.get(runId);
    let seen = stream === undefined ? after : seenBefore(after, stream.firstSeq);
    if (stream === undefined || seen.seq < stream.firstSeq - 1) {
      for await (const { prev: _prev, hash: _hash, seq, ...event } of (await history()).read(runId)) {
        if (signal.aborted || (stream !== undefined && seq >= stream.firstSeq)) break;
        if (seq <= seen.seq) continue;
        seen = { seq, part: 0, base: stream?.firstSeq ?? 0 };
        // The same event that was announced, without its place in the chain.
        yield [{ number: seen, event: event as HarbourEvent }];
      }
    }
    if (stream !== undefined) yield* stream.follow(seen, { signal, together });
  }

  return {
    async begin(message, { turn, agent, overrides, stop, user, by }) {
      const chosen = agent ?? (await parts.agent(overrides));
      return carry(chosen.run(message, turn), stop, { by, ...defined({ user }) });
    },
    carry,
    wake,
    has: (runId) => live.has(runId),
    follow: followed,
    async stop(runId) {
      const held = live.get(runId);
      if (held === undefined) return resume(runId, AbortSignal.abort());
      held.stop.abort();
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
