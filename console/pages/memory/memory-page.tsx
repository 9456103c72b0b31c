import { useSignal } from "@preact/signals";
import type { Memory } from "../../../src/contract/memory.ts";
import { asProblem } from "../../core/api-problem.ts";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { usePages } from "../../core/use-pages.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Ghosts } from "../../parts/ghosts.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { SearchBox } from "../../parts/search-box.tsx";
import { memoryWords } from "../../words/memory.ts";
import { shellWords } from "../../words/shell.ts";
import { MemoryAdd } from "./memory-add.tsx";
import { MemoryItem } from "./memory-item.tsx";

/** A memory with how well it fits, where it was searched for. */
export type FoundMemory = Memory & { readonly score?: number };

/** What is remembered of the person: to look through, to add to, to erase. */
export function MemoryPage() {
  const { api, notices } = useConsole();
  const say = useWords(memoryWords);
  const sayShell = useWords(shellWords);
  const text = useSignal("");
  const adding = useSignal(false);
  const query = text.value.trim();
  const all = usePages<Memory>("/api/memory", 50);
  const found = useData(
    async () => (query === "" ? [] : api.get<FoundMemory[]>("/api/memory/search", { query, limit: 20 })),
    [query],
  );
  const reload = async () => {
    await all.reload();
    await found.reload();
  };
  const forget = async (id: string) => {
    try {
      await api.send("DELETE", `/api/memory/${encodeURIComponent(id)}`);
      notices.show("done", say("forgotten"));
    } catch (error) {
      notices.show("failed", asProblem(error).message);
    }
    await reload();
  };
  const shown: readonly FoundMemory[] | undefined = query === "" ? all.items : found.value;
  const problem = query === "" ? all.problem : found.problem;
  return (
    <div class="page">
      <PageHead title={say("title")} lead={say("lead")}>
        <Button
          icon="plus"
          onClick={() => {
            adding.value = true;
          }}
        >
          {say("add")}
        </Button>
      </PageHead>
      <SearchBox
        label={say("search")}
        value={text.value}
        onInput={(next) => {
          text.value = next;
        }}
      />
      {problem === undefined ? null : <ProblemNote problem={problem} onRetry={() => void reload()} />}
      {shown === undefined ? (
        problem === undefined ? (
          <Ghosts />
        ) : null
      ) : shown.length === 0 ? (
        <EmptyState icon="memory" title={say(query === "" ? "emptyTitle" : "nothing")}>
          <p>{say(query === "" ? "emptyBody" : "nothingBody")}</p>
        </EmptyState>
      ) : (
        <ul class="rows">
          {shown.map((memory) => (
            <li key={memory.id}>
              <MemoryItem memory={memory} onForget={() => void forget(memory.id)} />
            </li>
          ))}
        </ul>
      )}
      {query === "" && all.more ? (
        <Button busy={all.loading} onClick={() => void all.loadMore()}>
          {sayShell("more")}
        </Button>
      ) : null}
      {adding.value ? (
        <MemoryAdd
          onAdded={() => void reload()}
          onClose={() => {
            adding.value = false;
          }}
        />
      ) : null}
    </div>
  );
}
