import type { ListedMark } from "../../../src/contract/mark.ts";
import { useConsole } from "../../core/console-context.ts";
import { usePages } from "../../core/use-pages.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { RowList } from "../../parts/row-list.tsx";
import { Time } from "../../parts/time.tsx";
import { setApartWords } from "../../words/set-apart.ts";

/** The marks of files with content from outside. A person can clear one. */
export function MarkList() {
  const { api, notices } = useConsole();
  const report = useReport();
  const say = useWords(setApartWords);
  const list = usePages("/api/flow", 50);
  const clear = async ({ key, name }: ListedMark) => {
    try {
      await api.send("DELETE", "/api/flow", { query: { path: key } });
      notices.show("done", say("clearedNotice", { name }));
    } catch (error) {
      report(error);
    }
    await list.reload();
  };
  return (
    <RowList
      list={list}
      keyOf={({ revision }) => String(revision)}
      empty={
        <EmptyState icon="check" title={say("marksEmpty")}>
          <p>{say("marksEmptyBody")}</p>
        </EmptyState>
      }
    >
      {(mark) => (
        <div class="row">
          <div class="row-text">
            <p class="row-title">
              <code>{mark.name}</code>
              <Badge>{say(mark.kind)}</Badge>
            </p>
            <p class="row-note">{say("from", { sources: mark.sources.join(", ") })}</p>
            <p class="faint tiny">
              <Time at={new Date(mark.at).toISOString()} />
            </p>
          </div>
          <Button small onClick={() => void clear(mark)}>
            {say("clear")}
          </Button>
        </div>
      )}
    </RowList>
  );
}
