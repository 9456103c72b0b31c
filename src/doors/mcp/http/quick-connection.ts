import type { Socket } from "node:net";
import type { Caller } from "../../../access/roles.ts";
import type { Guard, Refusal } from "./http-guard.ts";
import { createPlainPostReader, type PlainPost } from "./plain-post.ts";
import type { QuickAnswer, QuickCalls } from "./quick-call.ts";
import { isOneRequest, StandIn } from "./stand-in.ts";

export interface QuickConnectionOptions {
  readonly admit: Guard;
  readonly quick: QuickCalls;
  know(caller: Caller): void;
  /** Writes an answer as it goes over the wire. */
  wireText(answer: QuickAnswer): string;
  /** Serves whatever else is asked. */
  serve(connection: StandIn): void;
  onClose(): void;
}

/** A connection whose plain calls are answered with one write each, and everything else by a server of HTTP. */
export interface QuickConnection {
  /** Closes it if it has rested since then, on the clock of `performance`. */
  closeIfResting(since: number): void;
  close(): void;
}

/** More than this is not held for a client that does not wait for its answers. */
const MAX_HELD = 65_536;

/** Takes a connection. */
export function takeConnection(socket: Socket, options: QuickConnectionOptions): QuickConnection {
  const { admit, quick, know, wireText } = options;
  const reader = createPlainPostReader();
  let calling: AbortController | undefined;
  let standIn: StandIn | undefined;
  /** Who is at work for the client: nobody, the short way, the server for this request, or the server for all that comes. */
  let at: "rest" | "call" | "server" | "server for good" = "rest";
  let usedAt = performance.now();
  let held: Buffer[] = [];

  function hear(bytes: Buffer): void {
    if (at === "rest") read(bytes);
    else if (at === "server for good") pass(bytes);
    else hold(bytes);
  }

  function read(bytes: Buffer): void {
    const post = reader.read(bytes);
    const caller = post === undefined ? undefined : admit(post.headers);
    if (post === undefined || caller === undefined) hand(bytes);
    else if (caller instanceof Promise) {
      at = "call";
      caller.then((known) => begin(post, known, bytes), close);
    } else begin(post, caller, bytes);
  }

  function begin({ headers, body }: PlainPost, caller: Caller | Refusal, bytes: Buffer): void {
    if (socket.destroyed) return;
    const call = "status" in caller ? undefined : quick.read(headers, body, caller.name);
    if ("status" in caller || call === undefined) return void hand(bytes);
    know(caller);
    at = "call";
    calling ??= new AbortController();
    // Never rejects: whatever becomes of a call is an answer.
    void quick.begin(call, calling).answer.then(say);
  }

  function say(answer: QuickAnswer): void {
    // A call that waits for somebody goes on without this connection.
    if (!answer.ended) calling = undefined;
    if (socket.destroyed) return;
    socket.write(wireText(answer));
    rest();
  }

  /** Nothing has been done about these bytes: the server begins with them. */
  function hand(bytes: Buffer): void {
    at = isOneRequest(bytes) ? "server" : "server for good";
    if (standIn === undefined) {
      standIn = new StandIn({
        send: (said, sent) => void socket.write(said, sent),
        onRoom: () => void socket.resume(),
        onAnswered: rest,
        onClose: end,
      });
      standIn.on("error", ignore);
      options.serve(standIn);
    }
    pass(bytes);
    if (at === "server for good") for (const more of held.splice(0)) pass(more);
  }

  function pass(bytes: Buffer): void {
    usedAt = performance.now();
    if (standIn?.push(bytes) === false) socket.pause();
  }

  function rest(): void {
    usedAt = performance.now();
    if (at === "server for good") return;
    at = "rest";
    if (held.length === 0) return;
    const next = Buffer.concat(held);
    held = [];
    socket.resume();
    read(next);
  }

  function hold(bytes: Buffer): void {
    held.push(bytes);
    if (held.reduce((sum, { length }) => sum + length, 0) > MAX_HELD) socket.pause();
  }

  const end = () => void socket.end();
  const close = () => void socket.destroy();
  const closed = () => {
    options.onClose();
    standIn?.destroy();
    if (at === "call") calling?.abort();
  };
  socket.on("data", hear).on("end", end).on("close", closed).on("error", ignore);
  const isResting = () => at === "rest" || (at === "server for good" && standIn?.isBusy !== true);
  return {
    close,
    closeIfResting: (since) => void (isResting() && usedAt < since && close()),
  };
}

// What breaks a connection closes it, and that is heard.
const ignore = () => {};
