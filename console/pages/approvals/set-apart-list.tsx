import { useSignal } from "@preact/signals";
import type { SetApart } from "../../../src/contract/asking/set-apart.ts";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { usePages } from "../../core/use-pages.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { RowList } from "../../parts/row-list.tsx";
import { Time } from "../../parts/time.tsx";
import { setApartWords } from "../../words/set-apart.ts";

const TONES: Readonly<Record<SetApart["status"], Tone>> = {
  waiting: "care",
  accepted: "good",
  discarded: "plain",
};

/** Self-starting files that programs wrote. A person sees the content before deciding. */
export function SetApartList() {
  const { api, notices } = useConsole();
  const report = useReport();
  const say = useWords(setApartWords);
  const list = usePages("/api/set-apart", 50);
  const shown = useSignal<SetApart | undefined>(undefined);
  const decide = async ({ id, path }: SetApart, decision: "accept" | "discard") => {
    try {
      await api.send("POST", `/api/set-apart/{id}/${decision}`, { params: { id } });
      notices.show("done", say(decision === "accept" ? "acceptedNotice" : "discardedNotice", { path }));
      shown.value = undefined;
    } catch (error) {
      report(error);
    }
    await list.reload();
  };
  const entry = shown.value;
  return (
    <>
      <RowList
        list={list}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon="file" title={say("empty")}>
            <p>{say("emptyBody")}</p>
          </EmptyState>
        }
      >
        {(each) => (
          <SetApartRow
            entry={each}
            onShow={() => {
              shown.value = each;
            }}
          />
        )}
      </RowList>
      {entry === undefined ? null : (
        <Dialog
          title={entry.path}
          onClose={() => {
            shown.value = undefined;
          }}
          foot={
            <>
              <Button kind="danger" onClick={() => void decide(entry, "discard")}>
                {say("discard")}
              </Button>
              <Button kind="main-action" onClick={() => void decide(entry, "accept")}>
                {say("accept")}
              </Button>
            </>
          }
        >
          <p>{entry.why}</p>
          <Content id={entry.id} />
        </Dialog>
      )}
    </>
  );
}

function Content({ id }: { id: string }) {
  const { api } = useConsole();
  const data = useData(() => api.get("/api/set-apart/{id}", { params: { id } }), [id]);
  return <LoadedView data={data}>{({ content }) => <CodeBlock text={content} wrap />}</LoadedView>;
}

function SetApartRow({ entry, onShow }: { entry: SetApart; onShow(): void }) {
  const say = useWords(setApartWords);
  const { path, why, status, by, at } = entry;
  return (
    <div class="row">
      <div class="row-text">
        <p class="row-title">
          <code>{path}</code>
          <Badge tone={TONES[status]}>{say(status)}</Badge>
        </p>
        <p class="row-note">{why}</p>
        <p class="faint tiny">
          <Time at={at} />
          {by === undefined ? null : ` · ${say("decidedBy", { who: by })}`}
        </p>
      </div>
      {status === "waiting" ? (
        <Button small onClick={onShow}>
          {say("look")}
        </Button>
      ) : null}
    </div>
  );
}
