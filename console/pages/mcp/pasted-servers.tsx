import { useSignal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import { type ApiProblem, asProblem } from "../../core/api-problem.ts";
import { useConsole } from "../../core/console-context.ts";
import { useWords } from "../../core/words.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { addServerWords } from "../../words/add-server.ts";
import type { NewServer } from "./new-server.ts";

const WAIT_MS = 300;

/** A field for pasted JSON, and the servers found in it. Each can be left out. */
export function PastedServers({ onChosen }: { onChosen(servers: readonly NewServer[]): void }) {
  const { api } = useConsole();
  const say = useWords(addServerWords);
  const id = useId();
  const text = useSignal("");
  const found = useSignal<readonly NewServer[]>([]);
  const without = useSignal<ReadonlySet<string>>(new Set());
  const problem = useSignal<ApiProblem | undefined>(undefined);
  useEffect(() => {
    if (text.value.trim() === "") {
      found.value = [];
      problem.value = undefined;
      return undefined;
    }
    let current = true;
    const timer = setTimeout(async () => {
      try {
        const { servers } = await api.send("POST", "/api/mcp/read", { body: { text: text.value } });
        // The server checks them again when they are added.
        if (current) found.value = servers.map(({ name, server }) => ({ ...server, name }) as NewServer);
        if (current) problem.value = undefined;
      } catch (error) {
        if (!current) return;
        found.value = [];
        problem.value = asProblem(error);
      }
    }, WAIT_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text.value, api]);
  useEffect(() => {
    onChosen(found.value.filter(({ name }) => !without.value.has(name)));
  }, [found.value, without.value]);
  return (
    <>
      <div class="field">
        <label for={id}>{say("json")}</label>
        <textarea
          id={id}
          class="input mono"
          rows={8}
          spellcheck={false}
          placeholder={'{"mcpServers": {"memory": {"command": "npx", "args": ["-y", "…"]}}}'}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
          }}
        />
      </div>
      {problem.value === undefined ? null : <ProblemNote problem={problem.value} />}
      {found.value.map((server) => (
        <label key={server.name} class="choice">
          <input
            type="checkbox"
            checked={!without.value.has(server.name)}
            onChange={() => {
              const next = new Set(without.value);
              if (!next.delete(server.name)) next.add(server.name);
              without.value = next;
            }}
          />
          <span class="row-text">
            <strong>{server.name}</strong>{" "}
            <code class="soft small break">
              {server.url ?? [server.command, ...(server.args ?? [])].join(" ")}
            </code>
          </span>
        </label>
      ))}
    </>
  );
}
