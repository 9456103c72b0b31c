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

interface FlowOptions {
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
export function createCallFlow(options: FlowOptions): CallFlow {
  return new Flow(options);
}

const NONE = new Map<string, never>();

/** A class, because one is made for each call: what only some of them need is made when they do. */
class Flow implements CallFlow {
  readonly #options: FlowOptions;
  #pending: Map<string, Pending> = NONE;
  readonly #controller = new AbortController();
  #unused: Map<string, unknown> | undefined;
  #step: FlowStep | undefined;
  #failure: { error: unknown } | undefined;
  #parked: ApprovalRequest | undefined;
  #count = 0;
  #rounds = 0;
  #id: string | undefined;
  #wake: (() => void) | undefined;

  constructor(options: FlowOptions) {
    this.#options = options;
    if (options.early !== undefined) this.#unused = new Map(Object.entries(options.early));
  }

  get client(): Client {
    return this.#options.client;
  }

  get id(): string {
    this.#id ??= randomUUID();
    return this.#id;
  }

  get state(): string {
    return `${this.id}.${this.#rounds}`;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  async next(): Promise<FlowStep> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure.error;
      if (this.#step !== undefined) return this.#step;
      if (this.#pending.size > 0) {
        await nextTurn(); // what a server asks at once is shown at once
        if (this.#pending.size === 0) continue;
        this.#rounds++;
        const requests = new Map([...this.#pending].map(([key, { request }]) => [key, request]));
        return { type: "questions", requests };
      }
      if (this.#parked !== undefined) {
        const approval = this.#parked;
        this.#parked = undefined;
        return { type: "parked", approval };
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  answer(responses: Readonly<Record<string, unknown>>): void {
    for (const [key, { resolve }] of [...this.#pending]) {
      if (!Object.hasOwn(responses, key)) continue;
      this.#pending.delete(key);
      resolve(responses[key]);
    }
  }

  ask({ key, ...request }: DialogueRequest): Promise<unknown> {
    if (key !== undefined && this.#unused?.has(key) === true) {
      const response = this.#unused.get(key);
      this.#unused.delete(key);
      return Promise.resolve(response);
    }
    return new Promise((resolve, reject) => {
      this.#count++;
      const name = key === undefined || this.#pending.has(key) ? `dejima-${this.#count}` : key;
      if (this.#pending === NONE) this.#pending = new Map();
      this.#pending.set(name, { request, resolve, reject });
      this.#moved();
    });
  }

  async askApproval(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
    const { canBeAsked, toQuestion, client } = this.#options;
    if (!canBeAsked) {
      this.#parked = request;
      this.#moved();
      // The answer comes through the store; here nobody will give one.
      return new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(new DejimaError("cancelled", "Answered elsewhere"))),
      );
    }
    const said = await this.ask(toQuestion(request));
    return { answer: isYes(said) ? "approve" : "deny", by: speakerAt(client) };
  }

  settle(outcome: Outcome, whole: unknown): void {
    this.#step = { type: "outcome", outcome, whole };
    for (const { reject } of this.#pending.values())
      reject(new DejimaError("cancelled", "The call has ended"));
    this.#pending = NONE;
    this.#moved();
  }

  fail(error: unknown): void {
    this.#failure = { error };
    this.#moved();
  }

  cancel(): void {
    this.#controller.abort();
  }

  #moved(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}

/** Anything but a clear yes is a no. */
function isYes(response: unknown): boolean {
  const { action, content } = (response ?? {}) as { action?: unknown; content?: { answer?: unknown } };
  return action === "accept" && content?.answer === "approve";
}
