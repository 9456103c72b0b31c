import { DejimaError } from "./error.ts";

/** A request that got no answer: the words of the error are ours, and nothing from outside came with it. */
export class Unreached extends DejimaError {
  /** The same error, known as one of a request that got no answer. */
  static of({ code, message, details, cause }: DejimaError): Unreached {
    return new Unreached(code, message, details, { cause });
  }
}
