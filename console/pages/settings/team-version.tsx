import { useSignal } from "@preact/signals";
import type { Answer } from "../../core/api-calls.ts";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { DiffView } from "../../parts/diff-view.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { shellWords } from "../../words/shell.ts";
import { teamWords } from "../../words/team.ts";

interface TeamVersionProps {
  readonly of: Answer<"get", "/api/config/team">["documents"][number];
  readonly number: number;
  onRestored(): void;
  onClose(): void;
}

/** The changes of one version, the changes that restoring it would make, and the button for that. */
export function TeamVersionView({ of, number, onRestored, onClose }: TeamVersionProps) {
  const { api, notices } = useConsole();
  const report = useReport();
  const say = useWords(teamWords);
  const sayShell = useWords(shellWords);
  const busy = useSignal(false);
  const params = { version: String(number) };
  const query = { of };
  const version = useData(
    () => api.get("/api/config/team/versions/{version}", { params, query }),
    [of, number],
  );
  const restore = async () => {
    busy.value = true;
    try {
      const path = "/api/config/team/versions/{version}/restore";
      const { number: added } = await api.send("POST", path, { params, query });
      notices.show("done", say("restored", { number, added }));
      onClose();
      onRestored();
    } catch (error) {
      report(error);
    }
    busy.value = false;
  };
  const foot = (
    <>
      <Button onClick={onClose}>{sayShell("cancel")}</Button>
      <Button
        kind="main-action"
        icon="undo"
        busy={busy.value}
        disabled={(version.value?.restoring ?? "") === ""}
        onClick={() => void restore()}
      >
        {say("restore")}
      </Button>
    </>
  );
  return (
    <Dialog class="wide" title={say("version", { number })} foot={foot} onClose={onClose}>
      <LoadedView data={version}>
        {({ changed, restoring }) => (
          <>
            <Patch title={say("changed")} text={changed} none={say("changedNothing")} />
            <Patch title={say("restoring")} text={restoring} none={say("restoringNothing")} />
          </>
        )}
      </LoadedView>
    </Dialog>
  );
}

function Patch({ title, text, none }: { title: string; text: string; none: string }) {
  return (
    <section class="stack tight">
      <h3>{title}</h3>
      {text === "" ? <p class="soft small">{none}</p> : <DiffView text={text} />}
    </section>
  );
}
