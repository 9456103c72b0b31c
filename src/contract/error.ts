import { z } from "zod";
import { shortened } from "../text/text-end.ts";

/** Every way a call, a skill or a door can fail. The list is closed: callers may switch over it. */
export const ERROR_CODES = [
  "tool_not_found",
  "invalid_input",
  "not_found",
  "unauthenticated",
  "forbidden",
  "tool_not_allowed",
  "approval_required",
  "approval_denied",
  "approval_expired",
  "path_blocked",
  "host_blocked",
  "too_large",
  "timeout",
  "cancelled",
  "exit_nonzero",
  "spawn_failed",
  "output_truncated",
  "io_error",
  "server_unavailable",
  "skill_not_found",
  "skill_exists",
  "skill_invalid",
  "conflict",
  "limit_exceeded",
  "internal",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** The codes of calls that a person or the policy refused. Nothing failed, and nothing was run. */
export const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  "tool_not_allowed",
  "approval_required",
  "approval_denied",
  "approval_expired",
]);

/** Details of an error beyond its message: plain data, safe to show and to store. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/** An error as plain data, as every door returns it. */
export const errorDataSchema = z.object({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  details: z.record(z.string(), z.unknown()),
});

export type ErrorData = z.infer<typeof errorDataSchema>;

/** Messages quote text from outside, which may be of any length. */
const MAX_MESSAGE = 4_000;

/** Marks instances of every copy of the class below. */
const BRAND = Symbol.for("dejima.error");

/** The one error class. Its message says what could not be done, to what, why, and what would work. */
export class DejimaError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  /** Accepts errors of another copy of this class: a tool file throws the library's, and the command is a separate bundle. */
  static override [Symbol.hasInstance](value: unknown): value is DejimaError {
    // biome-ignore lint/complexity/noThisInStatic: classes that extend this one inherit the method, and mean themselves
    if (this !== DejimaError) return Function.prototype[Symbol.hasInstance].call(this, value);
    return value instanceof Error && BRAND in value;
  }

  /** Marks the instance as a DejimaError, whichever copy of the class made it. */
  get [BRAND](): true {
    return true;
  }

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(shortened(message, MAX_MESSAGE), options);
    this.name = "DejimaError";
    this.code = code;
    this.details = details;
  }

  /** The error as data for an outcome, a response or a log record. */
  toData(): ErrorData {
    return { code: this.code, message: this.message, details: { ...this.details } };
  }
}

/** The error of a request that got no answer. Its message is our own and contains nothing from outside. */
export class Unreached extends DejimaError {
  /** Converts an error into an `Unreached`. */
  static of({ code, message, details, cause }: DejimaError): Unreached {
    return new Unreached(code, message, details, { cause });
  }
}
