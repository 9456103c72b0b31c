import { DejimaError } from "../../contract/error.ts";
import type { Outcome } from "../../contract/outcome.ts";

/** Whoever says no this often wants the work to stop. */
const MAX_REFUSALS = 10;

const REFUSED = new Set(["approval_denied", "approval_expired"]);

/** The calls of one piece of work that people refused. It cannot wear them down by asking again and again. */
export class DeniedCalls {
  readonly #denials = new Map<string, DejimaError>();
  #refusals = 0;

  /** The refusal of the same call, which is not asked about again. */
  denialOf(call: string): DejimaError | undefined {
    return this.#denials.get(call);
  }

  /** Notes the outcome of a call. Throws if too many were refused: the work ends. */
  note(call: string, outcome: Outcome): void {
    if (outcome.type === "success" || !REFUSED.has(outcome.error.code)) return;
    const { code, message, details } = outcome.error;
    this.#refusals += 1;
    if (this.#refusals >= MAX_REFUSALS)
      throw new DejimaError(
        code,
        `Cannot go on: ${MAX_REFUSALS} calls of this program were refused. The last one: ${message}`,
      );
    if (!this.#denials.has(call)) this.#denials.set(call, new DejimaError(code, message, details));
  }
}
