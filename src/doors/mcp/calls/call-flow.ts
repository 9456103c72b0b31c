import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ApprovalAnswer, ApprovalRequest } from "../../../contract/approval.ts";
import type { DialogueRequest, LogMessage } from "../../../contract/dialogue.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { Outcome } from "../../../contract/outcome.ts";
import { type Client, STDIO, speakerAt } from "../client.ts";
import { approvalAddress, approvalForm, approvalPage, readFormAnswer } from "./approval-form.ts";

/** What happens next to a call: it ends, it asks its client something, it waits for a person elsewhere, or it logs something. */
export type FlowStep =
  | { readonly type: "outcome"; readonly outcome: Outcome; readonly whole: unknown }
  | { readonly type: "questions"; readonly requests: ReadonlyMap<string, DialogueRequest> }
  | { readonly type: "parked"; readonly approval: ApprovalRequest }
  | { readonly type: "logged" };

export type FinishedStep = Extract<FlowStep, { type: "outcome" }>;

interface FlowOptions {
  readonly tool: string;
  readonly client: Client;
  /** Answers that came with the call itself, by the names of a server's questions. None of them can approve a call. */
  readonly early?: Readonly<Record<string, unknown>> | undefined;
  /** Whether the person at the client may answer questions about calls, as their token says now. */
  canBeAsked(): boolean;
  /** Where the console is, for clients that open addresses. */
  readonly consoleUrl?: string | undefined;
  /** The clock that tells people from programs. */
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

  /** What a client has to show to continue the call; it changes with every round of questions. */
  get state(): string {
    return `${this.id}.${this.#rounds}`;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  cancel(): void {
    this.#controller.abort();
  }

  /** Starts the work of the call. The caller has to wait for `next()` at once. */
  start(work: Promise<FinishedStep>): void {
    this.#work = work;
  }

  /** Waits for the end of the work, or for what interrupts it. */
  async next(): Promise<FlowStep> {
    for (;;) {
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
      if (this.#messages !== undefined && this.#onLog === undefined) return { type: "logged" };
      // Resolved by the work itself, so that the stack of a tool leads back to the request that called it.
      const step = await new Promise<FinishedStep | "moved">((resolve, reject) => {
        this.#interrupt = resolve;
        this.#work?.then(resolve, reject);
      });
      if (step !== "moved") return step;
    }
  }

  /** Hands in answers by the keys of their questions; a question without one is asked again. */
  answer(responses: Readonly<Record<string, unknown>>): void {
    for (const [key, { resolve }] of [...this.#pending]) {
      if (!Object.hasOwn(responses, key)) continue;
      this.#pending.delete(key);
      resolve(responses[key]);
    }
  }

  /** Asks the client something in the middle of the call. */
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

  /** Asks the person at the client about the call or, where that is not possible, leaves the question to others. */
  async askApproval(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
    const { client, consoleUrl, now = () => performance.now() } = this.#options;
    if (!this.#options.canBeAsked()) {
      // The answer is given at the console; the client only opens it.
      if (client.opensAddresses && consoleUrl !== undefined)
        await this.ask(approvalPage(request, approvalAddress(consoleUrl, request.id ?? "")));
      return this.#leaveToOthers(request, signal);
    }
    const askedAt = now();
    // The rules of the folder are for the person at this machine to change.
    const mayChangeRules = client.principal === STDIO;
    const said = readFormAnswer(await this.ask(approvalForm(request, { mayChangeRules })), request, {
      mayChangeRules,
      elapsedMs: now() - askedAt,
    });
    // A role that was lowered while the question waited does not approve any more.
    if (said === "nobody" || !this.#options.canBeAsked()) return this.#leaveToOthers(request, signal);
    return { ...said, by: speakerAt(client) };
  }

  #leaveToOthers(request: ApprovalRequest, signal: AbortSignal): Promise<never> {
    this.#parked = request;
    this.#moved();
    // The answer comes through the store; here nobody will give one.
    return new Promise((_resolve, reject) =>
      signal.addEventListener("abort", () => reject(new DejimaError("cancelled", "Answered elsewhere"))),
    );
  }

  /** Passes on what a server logs. Until somebody listens, messages are kept. */
  log(message: LogMessage): void {
    if (this.#onLog !== undefined) this.#onLog(message);
    else {
      this.#messages ??= [];
      this.#messages.push(message);
      this.#moved();
    }
  }

  /** Hears what the server logs, beginning with what was kept. */
  listen(onLog: (message: LogMessage) => void): void {
    this.#onLog = onLog;
    for (const message of this.#messages ?? []) onLog(message);
    this.#messages = undefined;
  }

  /** Ends the questions that nobody has answered: the work is done. */
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
