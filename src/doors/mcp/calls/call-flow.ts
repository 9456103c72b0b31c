import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ApprovalAnswer, ApprovalRequest } from "../../../contract/approval.ts";
import type { DialogueRequest } from "../../../contract/dialogue.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { Outcome } from "../../../contract/outcome.ts";
import { type Client, speakerAt } from "../client.ts";

/** What happens next to a call: it ends, it needs answers of the client, or it waits for a person somewhere else. */
export type FlowStep =
  | { readonly type: "outcome"; readonly outcome: Outcome; readonly whole: unknown }
  | { readonly type: "questions"; readonly requests: ReadonlyMap<string, DialogueRequest> }
  | { readonly type: "parked"; readonly approval: ApprovalRequest };

/** A call that may be interrupted by questions: between them it waits here, whichever request brings the answer. */
export interface CallFlow {
  readonly id: string;
  readonly client: Client;
  /** What a client has to show to go on with the call; another one with every round of questions. */
  readonly state: string;
  next(): Promise<FlowStep>;
  /** Hands in answers by the keys of their questions; a question without one is asked again. */
  answer(responses: Readonly<Record<string, unknown>>): void;
  /** Asks the client something in the middle of the call. */
  ask(request: DialogueRequest): Promise<unknown>;
  /** Asks the person at the client about the call, or, where that cannot be, leaves the question to others. */
  askApproval(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer>;
  settle(outcome: Outcome, whole: unknown): void;
  fail(error: unknown): void;
  cancel(): void;
  readonly signal: AbortSignal;
}

export interface FlowOptions {
  readonly client: Client;
  /** Answers that came with the call itself, by the names of a server's questions. None of them can approve a call. */
  readonly early?: Readonly<Record<string, unknown>> | undefined;
  /** Whether the person at the client may answer questions about calls. */
  readonly canBeAsked: boolean;
  toQuestion(request: ApprovalRequest): DialogueRequest;
}

interface Pending {
  readonly request: DialogueRequest;
  resolve(response: unknown): void;
  reject(error: Error): void;
}

/** Makes the flow of one call. */
export function createCallFlow({ client, early, canBeAsked, toQuestion }: FlowOptions): CallFlow {
  const unused = early === undefined ? undefined : new Map(Object.entries(early));
  const pending = new Map<string, Pending>();
  const controller = new AbortController();
  let step: FlowStep | undefined;
  let failure: { error: unknown } | undefined;
  let parked: ApprovalRequest | undefined;
  let count = 0;
  let rounds = 0;
  let id: string | undefined;
  const identity = () => {
    id ??= randomUUID();
    return id;
  };
  let wake: (() => void) | undefined;
  const moved = () => {
    wake?.();
    wake = undefined;
  };

  function ask({ key, ...request }: DialogueRequest): Promise<unknown> {
    if (key !== undefined && unused?.has(key) === true) {
      const response = unused.get(key);
      unused.delete(key);
      return Promise.resolve(response);
    }
    return new Promise((resolve, reject) => {
      count++;
      const name = key === undefined || pending.has(key) ? `dejima-${count}` : key;
      pending.set(name, { request, resolve, reject });
      moved();
    });
  }

  return {
    client,
    get id() {
      return identity();
    },
    get state() {
      return `${identity()}.${rounds}`;
    },
    signal: controller.signal,
    ask,
    async next() {
      for (;;) {
        if (failure !== undefined) throw failure.error;
        if (step !== undefined) return step;
        if (pending.size > 0) {
          await nextTurn(); // what a server asks at once is shown at once
          if (pending.size === 0) continue;
          rounds++;
          return {
            type: "questions",
            requests: new Map([...pending].map(([key, { request }]) => [key, request])),
          };
        }
        if (parked !== undefined) {
          const approval = parked;
          parked = undefined;
          return { type: "parked", approval };
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    answer(responses) {
      for (const [key, { resolve }] of [...pending]) {
        if (!Object.hasOwn(responses, key)) continue;
        pending.delete(key);
        resolve(responses[key]);
      }
    },
    async askApproval(request, signal) {
      if (!canBeAsked) {
        parked = request;
        moved();
        // The answer comes through the store; here nobody will give one.
        return new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(new DejimaError("cancelled", "Answered elsewhere"))),
        );
      }
      const said = await ask(toQuestion(request));
      return { answer: isYes(said) ? "approve" : "deny", by: speakerAt(client) };
    },
    settle(outcome, whole) {
      step = { type: "outcome", outcome, whole };
      for (const { reject } of pending.values()) reject(new DejimaError("cancelled", "The call has ended"));
      pending.clear();
      moved();
    },
    fail(error) {
      failure = { error };
      moved();
    },
    cancel: () => controller.abort(),
  };
}

/** Anything but a clear yes is a no. */
function isYes(response: unknown): boolean {
  const { action, content } = (response ?? {}) as { action?: unknown; content?: { answer?: unknown } };
  return action === "accept" && content?.answer === "approve";
}
