import { useMemo } from "preact/hooks";
import { useConsole } from "./console-context.ts";
import { createFormat, type Format } from "./format.ts";

/** Numbers and times in the chosen language. */
export function useFormat(): Format {
  const language = useConsole().preferences.language.value;
  return useMemo(() => createFormat(language), [language]);
}
