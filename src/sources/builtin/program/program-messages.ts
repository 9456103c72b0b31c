/**
 * Messages to the child, the process in the sandbox that runs a program of calls: the program first, then the outcome of each of
 * its calls. It answers a `ping` unless it is stuck.
 */
export type ToChild =
  | { readonly type: "ping" }
  | {
      readonly type: "program";
      readonly code: string;
      /** The program's clock, in milliseconds. It never advances. */
      readonly clock: number;
      /** The numbers of the calls that were made before a restart, in the order in which they ended. */
      readonly ended: readonly number[];
    }
  | {
      readonly type: "result";
      readonly index: number;
      readonly ok: boolean;
      /** The output, or the error, as JSON. */
      readonly json: string;
    };

/** Messages from the child: a call to make, a line to show, the end of the program. */
export type FromChild =
  | { readonly type: "call"; readonly index: number; readonly tool: string; readonly json: string }
  | { readonly type: "log"; readonly text: string }
  | { readonly type: "pong" }
  | {
      readonly type: "done";
      readonly json: string;
      /** The fields that JSON cannot represent, at most ten. */
      readonly lost?: string;
      /** How many lines of progress were not sent. */
      readonly unshown?: number;
    }
  | {
      readonly type: "failed";
      readonly message: string;
      readonly reason: "program" | "limit" | "diverged";
      /** The code of the call's error that the program did not catch. */
      readonly code?: string;
      /** How many lines of progress were not sent. */
      readonly unshown?: number;
    };

/** The limits of a program. The child enforces them, and the engine checks what the child sends. */
export interface ProgramLimits {
  /** Milliseconds of the program's own code. Waiting for calls does not count. */
  readonly ownMs: number;
  readonly memoryBytes: number;
  readonly calls: number;
  /** Characters of one input, one output or the result, as JSON. */
  readonly valueCharacters: number;
  /** Values of one input: every field and item counts, however short. */
  readonly inputValues: number;
  readonly logLines: number;
  /** Characters of a tool's name. */
  readonly nameCharacters: number;
}
