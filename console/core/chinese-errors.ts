import { effect, type ReadonlySignal, signal } from "@preact/signals";
import type { sayErrorInChinese } from "../words/chinese-errors.ts";
import type { Language } from "./preferences.ts";

/** Says a server's error in Chinese. */
export type SayError = typeof sayErrorInChinese;

/** Translates the server's errors into Chinese. The words are loaded only if somebody reads Chinese. */
export function createChineseErrors(
  language: ReadonlySignal<Language>,
): ReadonlySignal<SayError | undefined> {
  const sayError = signal<SayError | undefined>(undefined);
  effect(() => {
    if (language.value === "zh")
      void import("../words/chinese-errors.ts").then((words) => {
        sayError.value = words.sayErrorInChinese;
      });
  });
  return sayError;
}
