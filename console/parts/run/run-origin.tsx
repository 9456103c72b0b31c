import { useConsole } from "../../core/console-context.ts";
import { addressOf } from "../../core/route.ts";
import { useData } from "../../core/use-data.ts";
import { useWords } from "../../core/words.ts";
import { runsWords } from "../../words/runs.ts";

/** The origin of a request: the person, the task with a link to its run, and its conversation. */
export function RunOrigin({ runId }: { runId: string }) {
  const { api, me } = useConsole();
  const say = useWords(runsWords);
  const run = useData(() => api.get("/api/runs/{run}", { params: { run: runId } }), [runId]);
  const { title, user = "local", conversation } = run.value ?? {};
  return (
    <span class="origin">
      {run.value === undefined ? null : (
        <span>{user === me.value?.name ? say("forYou") : say("forOther", { who: user })}</span>
      )}
      <a href={addressOf("runs", runId)}>{title || runId}</a>
      {conversation === undefined ? null : (
        <a href={`${addressOf("chat", conversation)}?run=${runId}`}>{say("conversation")}</a>
      )}
    </span>
  );
}
