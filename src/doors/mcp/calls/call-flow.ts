import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ApprovalAnswer, ApprovalRequest } from "../../../contract/asking/approval.ts";
import type { DialogueRequest, LogMessage } from "../../../contract/dialogue.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { Outcome } from "../../../contract/outcome.ts";
import { thrownText } from "../../../support/thrown-text.ts";
import { type Client, clientSpeaker, STDIO } from "../client.ts";
import { approvalAddress, approvalForm, approvalPage, readFormAnswer } from "./approval-form.ts";

/**
 * The next step of a call: it ends, asks its client something, waits for a person elsewhere, or logs
 * something.
 */
export type FlowStep =
  | { readonly type: "outcome"; readonly outcome: Outcome; readonly whole: unknown }
  | { readonly type: "questions"; readonly requests: ReadonlyMap<string, DialogueRequest> }
  | { readonly type: "parked"; readonly approval: ApprovalRequest }
  | { readonly type: "logged" };

export type FinishedStep = Extract<FlowStep, { type: "outcome" }>;

interface FlowOptions {
  readonly tool: string;
  readonly client: Client;
  /**
   * Answers that came with the call itself, by the keys of a server's questions. None of them can approve a
   * call.
   */
  readonly early?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Whether the person at the client may answer questions about calls, by the current state of their token.
   */
  canBeAsked(): boolean;
  /** Whether only others than the person at the client may approve the call. Default: no. */
  needsOthers?(request: ApprovalRequest): boolean;
  /** The console's address, for clients that open URLs. */
  readonly consoleUrl?: string | undefined;
  /** The clock that distinguishes people from programs. */
  now?(): number;
}

interface Pending {
  readonly request: DialogueRequest;
  resolve(response: unknown): void;
  reject(error: Error): void;
}

const NONE = new Map<string, never>();

/** A call that questions may interrupt. Between them it waits here, whichever request brings the answer. */
export class CallFlow {
  readonly #options: FlowOptions;
  readonly #controller = new AbortController();
  #work: Promise<FinishedStep> | undefined;
  #pending: Map<string, Pending> = NONE;
  #unused: Map<string, unknown> | undefined;
  #parked: ApprovalRequest | undefined;
  #messages: LogMessage[] | undefined;
  #onLog: ((message: LogMessage) => void) | undefined;
  #count = 0;
  #rounds = 0;
  #id: string | undefined;
  #interrupt: ((step: "moved") => void) | undefined;

  constructor(options: FlowOptions) {
    this.#options = options;
    if (options.early !== undefined) this.#unused = new Map(Object.entries(options.early));
  }

  get tool(): string {
    return this.#options.tool;
  }

  get client(): Client {
    return this.#options.client;
  }

  get id(): string {
    this.#id ??= randomUUID();
    return this.#id;
  }

  /** The token a client must present to continue the call. It changes with every round of questions. */
  get state(): string {
    return `${this.id}.${this.#rounds}`;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  cancel(): void {
    this.#controller.abort();
  }

  /** Starts the work of the call. The caller must await `next()` at once. */
  start(work: Promise<FinishedStep>): void {
    this.#work = work;
  }

  /** Waits for the end of the work, or for an interruption. */
  async next(): Promise<FlowStep> {
    for (;;) {
      if (this.#pending.size > 0) {
        await nextTurn(); // questions that a server asks at once are shown at once
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
      if (this.#messages !== undefined && this.#onLog === undefined) return { type: "logged" };
      // Resolved by the work itself, so that a tool's stack trace leads back to the request that called it.
      const step = await new Promise<FinishedStep | "moved">((resolve, reject) => {
        this.#interrupt = resolve;
        this.#work?.then(resolve, reject);
      });
      if (step !== "moved") return step;
    }
  }

  /** Delivers answers by the keys of their questions. A question without an answer is asked again. */
  answer(responses: Readonly<Record<string, unknown>>): void {
    for (const [key, { resolve }] of [...this.#pending]) {
      if (!Object.hasOwn(responses, key)) continue;
      this.#pending.delete(key);
      resolve(responses[key]);
    }
  }

  /** Ends a question that the client failed to answer. */
  refuse(key: string, error: unknown): void {
    this.#pending
      .get(key)
      ?.reject(new DejimaError("cancelled", `The client gave no answer: ${thrownText(error)}`));
    this.#pending.delete(key);
  }

  /** Asks the client something during the call. */
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

  /** Asks the person at the client about the call. If that is not possible, leaves the question to others. */
  async askApproval(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
    const { client, consoleUrl, now = () => performance.now() } = this.#options;
    // A form would offer a yes that does not count.
    if (this.#options.needsOthers?.(request) === true) return this.#leaveToOthers(request, signal);
    if (!this.#options.canBeAsked()) {
      // The person answers at the console; the client only opens it.
      if (client.opensAddresses && consoleUrl !== undefined)
        await this.ask(approvalPage(request, approvalAddress(consoleUrl, request.id ?? "")));
      return this.#leaveToOthers(request, signal);
    }
    const askedAt = now();
    // Only the person at this machine may change the rules of the folder.
    const mayChangeRules = client.principal === STDIO;
    const answer = readFormAnswer(await this.ask(approvalForm(request, { mayChangeRules })), request, {
      mayChangeRules,
      elapsedMs: now() - askedAt,
    });
    // A role that was lowered while the question waited can no longer approve.
    if (answer === "nobody" || !this.#options.canBeAsked()) return this.#leaveToOthers(request, signal);
    return { ...answer, by: clientSpeaker(client) };
  }

  #leaveToOthers(request: ApprovalRequest, signal: AbortSignal): Promise<never> {
    this.#parked = request;
    this.#moved();
    // The answer comes through the store; none will come here.
    return new Promise((_resolve, reject) =>
      signal.addEventListener("abort", () => reject(new DejimaError("cancelled", "Answered elsewhere"))),
    );
  }

  /** Passes on a server's log message. Messages are buffered until someone listens. */
  log(message: LogMessage): void {
    if (this.#onLog !== undefined) this.#onLog(message);
    else {
      this.#messages ??= [];
      this.#messages.push(message);
      this.#moved();
    }
  }

  /** Receives the server's log messages, buffered ones first. */
  listen(onLog: (message: LogMessage) => void): void {
    this.#onLog = onLog;
    for (const message of this.#messages ?? []) onLog(message);
    this.#messages = undefined;
  }

  /** Ends unanswered questions: the work is done. */
  end(): void {
    for (const { reject } of this.#pending.values())
      reject(new DejimaError("cancelled", "The call has ended"));
    this.#pending = NONE;
  }

  #moved(): void {
    this.#interrupt?.("moved");
    this.#interrupt = undefined;
  }
}
