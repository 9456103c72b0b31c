import { useSignal } from "@preact/signals";
import type { Answer } from "../../core/api-calls.ts";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { DiffView } from "../../parts/diff-view.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { NeedsRole } from "../../parts/needs-role.tsx";
import { mcpWords } from "../../words/mcp.ts";
import { shellWords } from "../../words/shell.ts";

const TONES = { added: "good", removed: "bad", changed: "care" } as const;

interface ServerReviewProps {
  readonly name: string;
  onAccepted(): void;
  onClose(): void;
}

/** A server's current description beside the accepted one, and the button that accepts it. */
export function ServerReview({ name, onAccepted, onClose }: ServerReviewProps) {
  const { api, notices } = useConsole();
  const report = useReport();
  const say = useWords(mcpWords);
  const sayShell = useWords(shellWords);
  const params = { name };
  const review = useData(() => api.get("/api/mcp/{name}/review", { params }), [name]);
  const busy = useSignal(false);
  const accept = async () => {
    busy.value = true;
    try {
      await api.send("POST", "/api/mcp/{name}/accept", { params });
      notices.show("done", say("accepted", { name }));
      onClose();
      onAccepted();
    } catch (error) {
      report(error);
    }
    busy.value = false;
  };
  const foot = (
    <>
      <Button onClick={onClose}>{sayShell("cancel")}</Button>
      <NeedsRole needed="admin">
        <Button
          kind="main-action"
          icon="check"
          busy={busy.value}
          disabled={review.value === undefined}
          onClick={() => void accept()}
        >
          {say("accept")}
        </Button>
      </NeedsRole>
    </>
  );
  return (
    <Dialog class="wide" title={say("reviewTitle", { name })} foot={foot} onClose={onClose}>
      <LoadedView data={review}>{(found) => <ReviewBody review={found} />}</LoadedView>
    </Dialog>
  );
}

function ReviewBody({
  review: { changes, held, instructions },
}: {
  review: Answer<"get", "/api/mcp/{name}/review">;
}) {
  const say = useWords(mcpWords);
  if (changes.length === 0 && held.length === 0 && instructions === undefined)
    return <p class="soft">{say("reviewNothing")}</p>;
  return (
    <>
      {changes.map(({ tool, kind, diff }) => (
        <section key={tool} class="stack tight">
          <h3 class="line">
            <code>{tool}</code>
            <Badge tone={TONES[kind]}>{say(kind === "changed" ? "altered" : kind)}</Badge>
          </h3>
          <DiffView text={diff} />
        </section>
      ))}
      {instructions === undefined ? null : (
        <section class="stack tight">
          <h3>{say("reviewInstructions")}</h3>
          <DiffView text={instructions} />
        </section>
      )}
      {held.map(({ tool, findings }) => (
        <section key={tool} class="stack tight">
          <h3 class="line">
            <code>{tool}</code>
            <Badge tone="bad">{say("reviewHeld")}</Badge>
          </h3>
          {findings.map(({ signal, message, excerpt }) => (
            <div key={signal} class="small">
              <p>{message}</p>
              <code class="soft break">{excerpt}</code>
            </div>
          ))}
        </section>
      ))}
    </>
  );
}
