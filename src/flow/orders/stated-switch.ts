import { nameWords } from "../words.ts";
import { type Clause, saysWord, turns } from "./clauses.ts";

/** Whether a value is one of a switch. */
export function isSwitch(value: string): boolean {
  return value === "true" || value === "false";
}

/** The words for each way of a switch. A switch that is not listed is on if the user says its whole name. */
const WAYS: Readonly<Record<string, readonly [on: readonly string[], off: readonly string[]]>> = {
  private: [["private"], ["public"]],
  public: [["public"], ["private"]],
  locked: [
    ["lock", "locked"],
    ["unlock", "unlocked"],
  ],
};
const ON = new Set(["enabled", "enable", "active", "armed"]);
const OFF = new Set(["disabled", "disable"]);
const FILLERS = new Set(["is", "has", "set", "use", "make", "as", "to", "the", "be", "with"]);

/** Whether the name of a switch says what it turns on: `dark_mode`, not `enabled`. */
export function namesSwitch(argument: string): boolean {
  return nameWords(argument).some(
    (name) => !ON.has(name) && !OFF.has(name) && !FILLERS.has(name) && !Object.hasOwn(WAYS, name),
  );
}

/** Whether an order says which way a switch goes: "enable it" for `enabled: true`, "make it public" for `private: false`. */
export function statesSwitch(argument: string, value: string, { plain }: Clause): boolean {
  const on = value === "true";
  const names = nameWords(argument).filter((name) => !FILLERS.has(name));
  const says = (word: string) => saysWord(plain, word);
  if (names.some((name) => ON.has(name))) return turns(plain, on);
  if (names.some((name) => OFF.has(name))) return turns(plain, !on);
  const [way] = names.flatMap((name) => (Object.hasOwn(WAYS, name) ? [WAYS[name] ?? [[], []]] : []));
  if (way !== undefined) return (on ? way[0] : way[1]).some(says);
  // "Dark mode" is no other mode.
  if (names.length === 0 || !names.every(says)) return false;
  return on ? !turns(plain, false) : turns(plain, false) || says("no") || says("without");
}
