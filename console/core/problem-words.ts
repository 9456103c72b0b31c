import { errorWords } from "../words/errors.ts";
import { shellWords } from "../words/shell.ts";
import type { ApiProblem } from "./api-problem.ts";
import { useConsole } from "./console-context.ts";
import { useWords } from "./words.ts";

/** A problem as shown: a title in the chosen language, and the explanation below it. */
interface ProblemWords {
  readonly title: string;
  /** The server's message, or a hint. */
  readonly detail: string;
}

/** Returns a function that turns a problem into text. */
export function useProblemWords(): (problem: Pick<ApiProblem, "code" | "message">) => ProblemWords {
  const sayError = useWords(errorWords);
  const say = useWords(shellWords);
  return ({ code, message }) => {
    const named = nameOf(code);
    return { title: sayError(named), detail: named === "unreachable" ? say("unreachableHint") : message };
  };
}

/** A server's message in the chosen language. */
interface Explanation {
  readonly detail: string;
  /** Whether the detail is the server's, which is in English. */
  readonly quoted: boolean;
  /** The exact message, where the detail does not say all of it. */
  readonly exact?: string;
}

/** Returns a function that explains a server's English message in the chosen language. */
export function useExplained(): (message: string) => Explanation {
  const { preferences, chineseErrors } = useConsole();
  if (preferences.language.value === "en") return (message) => ({ detail: message, quoted: true });
  const sayError = chineseErrors.value;
  return (message) => {
    const { text, whole } = sayError?.(message) ?? { text: "", whole: false };
    return { detail: text, quoted: false, ...(whole ? {} : { exact: message }) };
  };
}

function nameOf(code: string): keyof typeof errorWords {
  return isKnown(code) ? code : "internal";
}

function isKnown(code: string): code is keyof typeof errorWords {
  return Object.hasOwn(errorWords, code);
}
