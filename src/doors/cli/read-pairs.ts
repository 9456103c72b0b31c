import { DejimaError } from "../../contract/error.ts";

/** NAME and VALUE of each text that an option was given; nothing when it was not. */
export function readPairs(
  given: unknown,
  flag: string,
  separator: string,
): Record<string, string> | undefined {
  if (!Array.isArray(given)) return undefined;
  return Object.fromEntries(
    given.map(String).map((text) => {
      const at = text.indexOf(separator);
      if (at > 0) return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
      throw new DejimaError("invalid_input", `Cannot read ${flag} "${text}": write NAME${separator}VALUE`);
    }),
  );
}
