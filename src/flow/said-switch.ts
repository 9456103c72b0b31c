import type { OwnWords } from "./own-words.ts";
import { nameWords } from "./words.ts";

/** Whether a value is one of a switch. */
export function isSwitch(value: string): boolean {
  return value === "true" || value === "false";
}

/** The words for each way of a switch. A switch that is not listed is on if the user says its name. */
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

/** Whether the user says which way a switch goes: "enable it" for `enabled: true`, "make it public" for `private: false`. */
export function saysSwitch(argument: string, value: string, own: OwnWords): boolean {
  const on = value === "true";
  const names = nameWords(argument);
  if (names.some((name) => ON.has(name))) return own.turns(on);
  if (names.some((name) => OFF.has(name))) return own.turns(!on);
  return names.some((name) => {
    const [isOn, isOff] = Object.hasOwn(WAYS, name) ? (WAYS[name] ?? [[], []]) : [[name], []];
    return own.says(on ? isOn : isOff);
  });
}
