import { DejimaError } from "./error.ts";

/** The error of a request that got no answer. Its message is our own and contains nothing from outside. */
export class Unreached extends DejimaError {
  /** Converts an error into an `Unreached`. */
  static of({ code, message, details, cause }: DejimaError): Unreached {
    return new Unreached(code, message, details, { cause });
  }
}
