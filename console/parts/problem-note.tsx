import type { ApiProblem } from "../core/api-problem.ts";
import { useWords } from "../core/words.ts";
import { shellWords } from "../words/shell.ts";
import { Button } from "./button.tsx";
import { Note } from "./note.tsx";

/** What went wrong, in the server's words, and what would work. */
export function ProblemNote({ problem, onRetry }: { problem: ApiProblem; onRetry?: () => void }) {
  const say = useWords(shellWords);
  const unreachable = problem.code === "unreachable";
  return (
    <Note tone="bad">
      <p>
        <strong>{unreachable ? say("unreachable") : problem.code}</strong>
      </p>
      <p>{unreachable ? say("unreachableHint") : problem.message}</p>
      {problem.status === 401 ? (
        <p>
          <a href="#/settings">{say("giveToken")}</a>
        </p>
      ) : null}
      {onRetry === undefined ? null : (
        <Button small icon="refresh" onClick={onRetry}>
          {say("retry")}
        </Button>
      )}
    </Note>
  );
}
