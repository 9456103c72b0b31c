import { DejimaError, type ErrorData, type ErrorDetails } from "../../contract/error.ts";
import { measureJson } from "../../support/json.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { textEnd } from "../../text/text-end.ts";
import type { InputSnapshot } from "../call.ts";
import type { ObservationStore } from "../observation/run-stores.ts";
import type { Redactor } from "../redaction/redactor.ts";

const INLINE_CHARACTERS = 4_000;

/** The input as the log stores it: itself if small, a reference to a stored observation if large, a note if it is not JSON data. */
export function recordableInput(
  { json, fault }: InputSnapshot,
  world: { storage: () => ObservationStore; redactor: Redactor },
): unknown {
  if (fault !== undefined)
    return { unreadable: `${fault.path === "" ? "the input" : fault.path} ${fault.problem}` };
  if (json === undefined) return null;
  const data: unknown = JSON.parse(json);
  const clean = world.redactor.json(json, data);
  if (clean.length > INLINE_CHARACTERS) return world.storage().put(clean);
  return clean === json ? data : JSON.parse(clean);
}

interface ErrorWorld {
  readonly storage: () => ObservationStore;
  readonly redactor: Redactor;
}

const MAX_MESSAGE = 4_000;

/** How much of an interrupted output is included in the error itself. */
const MAX_EXCERPT = 2_000;

const MAX_DETAILS = { maxDepth: 20, maxSize: 100_000 };

/** Larger details are dropped. */
const MAX_STORED = 32_000_000;

/** A detail of up to this length is returned although others are too large. */
const MAX_SHORT = 1_000;

/**
 * Converts any thrown value to error data: our errors keep their code, foreign ones become `internal`. The result contains no
 * secrets and only JSON data. Never throws, because it runs after everything else has failed.
 */
export function errorData(error: unknown, tool: string, world: ErrorWorld): ErrorData {
  const { text } = world.redactor;
  if (isOurs(error)) {
    return { code: error.code, message: cut(text(error.message)), details: detailsOf(error.details, world) };
  }
  return {
    code: isSystemError(error) ? "io_error" : "internal",
    message: cut(text(`The tool "${tool}" failed: ${isError(error) ? "" : "it threw "}${thrownText(error)}`)),
    details: { tool },
  };
}

function detailsOf({ partial, ...rest }: ErrorDetails, world: ErrorWorld): Record<string, unknown> {
  const details = typeof partial === "string" ? { ...rest, partial: storePartial(partial, world) } : rest;
  try {
    const { fault } = measureJson(details, MAX_DETAILS);
    if (fault?.kind === "size") return storeDetails(details, world);
    if (fault !== undefined) return {};
    return JSON.parse(world.redactor.json(JSON.stringify(details)));
  } catch {
    return {};
  }
}

/** Stores details that are too large to return, such as a server's long error. Returns the short ones, and where all are. */
function storeDetails(details: Record<string, unknown>, world: ErrorWorld): Record<string, unknown> {
  const { fault } = measureJson(details, { ...MAX_DETAILS, maxSize: MAX_STORED });
  if (fault !== undefined) return {};
  const short = Object.entries(details).filter(
    ([, value]) => typeof value !== "object" && String(value).length <= MAX_SHORT,
  );
  const stored = world.storage().put(world.redactor.json(JSON.stringify(details)));
  return { ...JSON.parse(world.redactor.json(JSON.stringify(Object.fromEntries(short)))), stored };
}

function storePartial(partial: string, { storage, redactor }: ErrorWorld): unknown {
  try {
    const text = redactor.text(partial);
    return { ...storage().put(text), end: textEnd(text, MAX_EXCERPT) };
  } catch (cause) {
    return { lost: thrownText(cause) };
  }
}

// A thrown proxy can make even these checks throw.
function isOurs(error: unknown): error is DejimaError {
  return isTrue(() => error instanceof DejimaError && typeof error.message === "string");
}

function isError(error: unknown): boolean {
  return isTrue(() => error instanceof Error || typeof error === "string");
}

// Errors of the operating system keep their class. Anything else that a tool throws is a fault of the tool.
function isSystemError(error: unknown): boolean {
  return isTrue(() => error instanceof Error && "syscall" in error && "errno" in error);
}

function isTrue(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

function cut(message: string): string {
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message;
}

/** An error after the tool had run; its message says so. `advice` says what the caller can do. */
export function withToolRun(cause: unknown, advice = ""): unknown {
  if (!(cause instanceof DejimaError)) return cause;
  const { code, message, details } = cause;
  return new DejimaError(code, `${message}. The tool has run${advice}`, { ...details, ran: true }, { cause });
}

/** The error of a failed call whose end could not be recorded. */
export function unrecorded(data: ErrorData, cause: unknown): ErrorData {
  if (!(cause instanceof DejimaError) || data.code === "io_error") return data;
  return { ...data, message: `${data.message}. The end of the call could not be recorded: ${cause.message}` };
}
