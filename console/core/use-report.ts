import { asProblem } from "./api-problem.ts";
import { useConsole } from "./console-context.ts";
import { useProblemWords } from "./problem-words.ts";

/** Returns a function that shows an error as a notice. */
export function useReport(): (error: unknown) => void {
  const { notices } = useConsole();
  const wordsOf = useProblemWords();
  return (error) => {
    const { title, detail } = wordsOf(asProblem(error));
    notices.show("failed", title, detail);
  };
}
