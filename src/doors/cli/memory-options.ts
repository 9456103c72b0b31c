import { DejimaError } from "../../contract/error.ts";
import type { Memory } from "../../contract/memory.ts";
import { MEMORY_TYPES, type MemoryType } from "../../contract/memory-types.ts";
import type { Given } from "./command.ts";

/** Whose things a command is about. */
export function userFrom({ options }: Given): string {
  return typeof options.user === "string" && options.user !== "" ? options.user : "local";
}

/** The type that `--type` names, if any. */
export function typeFrom({ options }: Given): MemoryType | undefined {
  if (options.type === undefined) return undefined;
  const type = MEMORY_TYPES.find((known) => known === options.type);
  if (type !== undefined) return type;
  throw new DejimaError(
    "invalid_input",
    `Cannot use --type "${options.type}": there are ${MEMORY_TYPES.join(", ")}`,
  );
}

/** A memory as a row of a table. */
export function memoryRow({ id, type, createdAt, text, source }: Memory): string[] {
  const { untrusted = [] } = source;
  const from = untrusted.length === 0 ? [] : [`after reading ${untrusted.slice(0, 3).join("; ")}`];
  return [id, type, new Date(createdAt).toISOString().slice(0, 10), text.replaceAll(/\s+/g, " "), ...from];
}
