import { useSignal } from "@preact/signals";
import type { Memory } from "../../../src/contract/user/memory.ts";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { usePages } from "../../core/use-pages.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { AddHead } from "../../parts/add-head.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { RowList } from "../../parts/row-list.tsx";
import { SearchBox } from "../../parts/search-box.tsx";
import { memoryWords } from "../../words/memory.ts";
import { MemoryAdd } from "./memory-add.tsx";
import { MemoryItem } from "./memory-item.tsx";

/** A memory with its score, if it was searched for. */
export type FoundMemory = Memory & { readonly score?: number };

/** The person's memories: to read, to add, to delete. */
export function MemoryPage() {
  const { api, notices } = useConsole();
  const report = useReport();
  const say = useWords(memoryWords);
  const text = useSignal("");
  const query = text.value.trim();
  const all = usePages("/api/memory", 50);
  const found = useData(
    async () => (query === "" ? [] : api.get("/api/memory/search", { query: { query, limit: 20 } })),
    [query],
  );
  const reload = async () => {
    await all.reload();
    await found.reload();
  };
  const forget = async (id: string) => {
    try {
      await api.send("DELETE", "/api/memory/{id}", { params: { id } });
      notices.show("done", say("forgotten"));
    } catch (error) {
      report(error);
    }
    await reload();
  };
  const { value: items, problem, loading } = found;
  return (
    <div class="page">
      <AddHead title={say("title")} lead={say("lead")} action={say("add")}>
        {(close) => <MemoryAdd onAdded={() => void reload()} onClose={close} />}
      </AddHead>
      <SearchBox
        label={say("search")}
        value={text.value}
        onInput={(next) => {
          text.value = next;
        }}
      />
      <RowList
        list={query === "" ? all : { items, problem, loading, more: false, loadMore: reload, reload }}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon="memory" title={say(query === "" ? "emptyTitle" : "nothing")}>
            <p>{say(query === "" ? "emptyBody" : "nothingBody")}</p>
          </EmptyState>
        }
      >
        {(memory) => (
          <MemoryItem
            memory={memory}
            onForget={() => void forget(memory.id)}
            onCorrected={() => void reload()}
          />
        )}
      </RowList>
    </div>
  );
}
