import type { ApiProblem } from "../../core/api-problem.ts";
import { useWords } from "../../core/words.ts";
import { Note } from "../../parts/note.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { databasesWords } from "../../words/databases.ts";

const REASONS: Readonly<Record<string, keyof typeof databasesWords>> = {
  login: "reasonLogin",
  missing: "reasonMissing",
  host: "reasonHost",
  unreachable: "reasonUnreachable",
};

/** Why a database does not answer: a sentence, with the server's message folded below. */
export function DatabaseProblem({ problem, onRetry }: { problem: ApiProblem; onRetry?: () => void }) {
  const say = useWords(databasesWords);
  const key = reasonOf(problem);
  if (key === undefined)
    return <ProblemNote problem={problem} {...(onRetry === undefined ? {} : { onRetry })} />;
  return (
    <Note tone="bad">
      <p>
        <strong>{say(key)}</strong>
      </p>
      <details class="small">
        <summary>{say("details")}</summary>
        <p class="mono break" lang="en">
          {problem.message}
        </p>
      </details>
    </Note>
  );
}

function reasonOf({ code, message, details }: ApiProblem): keyof typeof databasesWords | undefined {
  const known = REASONS[String(details.reason)];
  if (known !== undefined) return known;
  if (code === "timeout") return "reasonTimeout";
  if (code === "not_found" && message.includes("file not found")) return "reasonFile";
  if (message.startsWith("Cannot call a database")) return "reasonName";
  return message.includes("not a database") ? "reasonNotDatabase" : undefined;
}
