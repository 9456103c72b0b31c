import { useSignal } from "@preact/signals";
import type { Answer } from "../../core/api-calls.ts";
import { type ApiProblem, asProblem } from "../../core/api-problem.ts";
import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { Note } from "../../parts/note.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { ProgressBar } from "../../parts/progress-bar.tsx";
import { runsWords } from "../../words/runs.ts";

type LogCheck = Answer<"get", "/api/runs/{run}/verify">;
type Replay = Answer<"post", "/api/runs/{run}/replay">;

/** The two checks of a run: that its log is unchanged, and that a replay gives the same result. */
export function RunChecks({ run }: { run: Answer<"get", "/api/runs/{run}"> }) {
  const { api } = useConsole();
  const say = useWords(runsWords);
  const mayAct = useMay("user");
  const busy = useSignal<"verify" | "replay" | "stop" | undefined>(undefined);
  const check = useSignal<LogCheck | undefined>(undefined);
  const replay = useSignal<Replay | undefined>(undefined);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const params = { run: run.id };
  const attempt = async (what: "verify" | "replay" | "stop", work: () => Promise<void>) => {
    busy.value = what;
    problem.value = undefined;
    try {
      await work();
    } catch (error) {
      problem.value = asProblem(error);
    }
    busy.value = undefined;
  };
  const verify = () =>
    attempt("verify", async () => {
      check.value = await api.get("/api/runs/{run}/verify", { params });
    });
  const again = () =>
    attempt("replay", async () => {
      replay.value = await api.send("POST", "/api/runs/{run}/replay", { params });
    });
  const stop = () =>
    attempt("stop", async () => void (await api.send("POST", "/api/runs/{run}/stop", { params })));
  return (
    <div class="stack">
      <div class="actions">
        <Button icon="approvals" busy={busy.value === "verify"} onClick={() => void verify()}>
          {say("verify")}
        </Button>
        {run.conversation === undefined || !mayAct ? null : (
          <Button
            icon="refresh"
            busy={busy.value === "replay"}
            disabled={run.status === "open"}
            onClick={() => void again()}
          >
            {say("replay")}
          </Button>
        )}
        {run.status === "open" && mayAct ? (
          <Button kind="danger" icon="stop" busy={busy.value === "stop"} onClick={() => void stop()}>
            {say("stop")}
          </Button>
        ) : null}
      </div>
      {busy.value === "replay" ? <ProgressBar label={say("replaying")} /> : null}
      {check.value === undefined ? null : <CheckNote check={check.value} />}
      {replay.value === undefined ? null : (
        <Note tone={replay.value.same ? "good" : "care"}>
          {replay.value.same
            ? say("replayed", { steps: replay.value.steps })
            : say("diverged", { why: replay.value.divergence ?? "" })}
        </Note>
      )}
      {problem.value === undefined ? null : <ProblemNote problem={problem.value} />}
    </div>
  );
}

function CheckNote({ check: { ok, records, firstBad, torn, proves } }: { check: LogCheck }) {
  const say = useWords(runsWords);
  return (
    <Note tone={ok ? "good" : "bad"}>
      <p>
        {ok
          ? say("verified", { records })
          : say("broken", { record: firstBad?.record ?? "?", problem: firstBad?.problem ?? "" })}
      </p>
      {torn === true ? <p>{say("torn")}</p> : null}
      {ok ? <p class="faint">{proves}.</p> : null}
    </Note>
  );
}
