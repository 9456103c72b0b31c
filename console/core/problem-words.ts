import { errorWords } from "../words/errors.ts";
import { shellWords } from "../words/shell.ts";
import type { ApiProblem } from "./api-problem.ts";
import { useWords } from "./words.ts";

/** A problem as shown: a title in the chosen language, and the server's message below. */
interface ProblemWords {
  readonly title: string;
  readonly detail: string;
  /** Whether the detail is the server's, which is in English. */
  readonly quoted: boolean;
}

/** Returns a function that turns a problem into text. */
export function useProblemWords(): (problem: Pick<ApiProblem, "code" | "message">) => ProblemWords {
  const sayError = useWords(errorWords);
  const say = useWords(shellWords);
  return ({ code, message }) => {
    const named = nameOf(code);
    const unreachable = named === "unreachable";
    return {
      title: sayError(named),
      detail: unreachable ? say("unreachableHint") : message,
      quoted: !unreachable,
    };
  };
}

function nameOf(code: string): keyof typeof errorWords {
  return isKnown(code) ? code : "internal";
}

function isKnown(code: string): code is keyof typeof errorWords {
  return Object.hasOwn(errorWords, code);
}
