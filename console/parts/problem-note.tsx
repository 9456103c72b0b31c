import type { ApiProblem } from "../core/api-problem.ts";
import { useConsole } from "../core/console-context.ts";
import { useProblemWords } from "../core/problem-words.ts";
import { useData } from "../core/use-data.ts";
import { useWords } from "../core/words.ts";
import { shellWords } from "../words/shell.ts";
import { Button } from "./button.tsx";
import { Explained } from "./explained.tsx";
import { Note } from "./note.tsx";

interface ProblemNoteProps {
  readonly problem: Pick<ApiProblem, "code" | "message" | "status">;
  onRetry?: () => void;
}

/** What went wrong, the server's message, and what would work. */
export function ProblemNote({ problem, onRetry }: ProblemNoteProps) {
  const say = useWords(shellWords);
  const { title, detail } = useProblemWords()(problem);
  const english = useConsole().preferences.language.value === "en";
  return (
    <Note tone="bad">
      <p class="line">
        <strong>{title}</strong>
        {english && problem.code !== "unreachable" ? <code class="tiny">{problem.code}</code> : null}
      </p>
      <Explained text={detail} />
      {problem.status === 401 ? (
        <>
          <SignInLink />
          <p>
            <a href="#/settings">{say("giveToken")}</a>
          </p>
        </>
      ) : null}
      {onRetry === undefined ? null : (
        <Button small icon="refresh" onClick={onRetry}>
          {say("retry")}
        </Button>
      )}
    </Note>
  );
}

/** A link to the identity provider, if the server has one. */
function SignInLink() {
  const say = useWords(shellWords);
  const status = useData(async () => {
    const answer = await fetch("/sign-in/status");
    return (await answer.json()) as { readonly available?: boolean }; // the server's own answer
  }, []);
  return status.value?.available === true ? (
    <p>
      <a href="/sign-in">{say("signIn")}</a>
    </p>
  ) : null;
}
