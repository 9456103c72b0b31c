import { DejimaError } from "../../contract/error.ts";
import type { Outcome } from "../../contract/outcome.ts";
import type { QuestionTurn } from "../call.ts";

/** After this many refusals the work stops: a person who refuses this often does not want it. */
const MAX_REFUSALS = 10;

const REFUSED = new Set(["approval_denied", "approval_expired"]);

/** The calls of one piece of work that people refused. It cannot wear them down by asking again and again. */
export class DeniedCalls {
  readonly #denials = new Map<string, DejimaError>();
  readonly #waiting = new Set<PromiseWithResolvers<void>>();
  /** The turns of calls that may still ask, in the order of the calls. */
  readonly #undecided = new Set<QuestionTurn>();
  #refusals = 0;
  #open = 0;
  #parked: Error | undefined;

  /** The refusal of the same call, which is not asked about again. */
  denialOf(call: string): DejimaError | undefined {
    return this.#denials.get(call);
  }

  /** Notes the outcome of a call. Throws if too many were refused: the work ends. */
  note(call: string, outcome: Outcome): void {
    if (outcome.type === "success" || !REFUSED.has(outcome.error.code)) return;
    const { code, message, details } = outcome.error;
    this.#refusals += 1;
    if (this.#refusals > MAX_REFUSALS) throw new DejimaError(code, message, details);
    if (this.#refusals === MAX_REFUSALS)
      throw new DejimaError(
        code,
        `Cannot continue: ${MAX_REFUSALS} calls of this program were refused. The last one: ${message}`,
      );
    if (!this.#denials.has(call)) this.#denials.set(call, new DejimaError(code, message, details));
  }

  /**
   * The turn of one call to ask a person. Only as many questions are open as may still be refused, so that calls in parallel
   * ask no more often than calls one after the other. They ask in the order in which they were made.
   */
  turn(): QuestionTurn {
    let isOpen = false;
    const isFirst = () => this.#undecided.values().next().value === turn || !this.#undecided.has(turn);
    const turn: QuestionTurn = {
      enter: async (signal) => {
        if (isOpen) return false;
        let waited = false;
        while (!isFirst() || this.#open + this.#refusals >= MAX_REFUSALS) {
          waited ||= isFirst(); // an answer, not only the order, was awaited
          await this.#wait(signal);
        }
        this.#checkParked();
        this.#open += 1;
        isOpen = true;
        return waited;
      },
      asked: () => this.#decide(turn),
      leave: () => {
        this.#decide(turn);
        if (!isOpen) return;
        isOpen = false;
        this.#open -= 1;
        this.#wake();
      },
    };
    this.#undecided.add(turn);
    return turn;
  }

  #decide(turn: QuestionTurn): void {
    if (this.#undecided.delete(turn)) this.#wake();
  }

  #wake(): void {
    for (const { resolve } of this.#waiting) resolve();
  }

  /** The work waits for an answer in another process. It asks nothing more until it continues. */
  park(error: Error): void {
    this.#parked = error;
    for (const { reject } of this.#waiting) reject(error);
  }

  #checkParked(): void {
    if (this.#parked !== undefined) throw this.#parked;
  }

  async #wait(signal: AbortSignal): Promise<void> {
    this.#checkParked();
    signal.throwIfAborted();
    const waiter = Promise.withResolvers<void>();
    const stop = () => waiter.reject(signal.reason);
    this.#waiting.add(waiter);
    signal.addEventListener("abort", stop, { once: true });
    try {
      await waiter.promise;
    } finally {
      signal.removeEventListener("abort", stop);
      this.#waiting.delete(waiter);
    }
  }
}
