import { errorWords } from "../words/errors.ts";
import { shellWords } from "../words/shell.ts";
import type { ApiProblem } from "./api-problem.ts";
import { useWords } from "./words.ts";

/** A problem as it is told: a title in the language that is chosen, and beneath it what the server said. */
interface ProblemWords {
  readonly title: string;
  readonly detail: string;
  /** Whether the detail is the server's, which speaks English. */
  readonly quoted: boolean;
}

/** Words problems. */
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
