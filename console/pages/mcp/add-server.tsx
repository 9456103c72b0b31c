import { useSignal } from "@preact/signals";
import { useConsole } from "../../core/console-context.ts";
import { useWords } from "../../core/words.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Segments } from "../../parts/segments.tsx";
import { addServerWords } from "../../words/add-server.ts";
import { EMPTY_DRAFT, type NewServer, serverOf } from "./new-server.ts";
import { PastedServers } from "./pasted-servers.tsx";
import { ServerFields } from "./server-fields.tsx";

const WAYS = ["form", "paste"] as const;

/** Adds MCP servers: one by a form, or all of a pasted text. */
export function AddServer({ onAdded, onClose }: { onAdded(): void; onClose(): void }) {
  const { api, notices } = useConsole();
  const say = useWords(addServerWords);
  const way = useSignal<(typeof WAYS)[number]>("form");
  const draft = useSignal(EMPTY_DRAFT);
  const pasted = useSignal<readonly NewServer[]>([]);
  const { name, kind, command, url } = draft.value;
  const filled = name.trim() !== "" && (kind === "program" ? command : url).trim() !== "";
  const send = async () => {
    const servers = way.value === "form" ? [serverOf(draft.value)] : [...pasted.value];
    const { added, problems } = await api.send("POST", "/api/mcp", { body: { servers } });
    for (const { name: server, tools, problem } of added)
      if (problem === undefined) notices.show("done", say("added", { name: server, count: tools }));
      else notices.show("failed", say("addedSilent", { name: server }), problem);
    if (problems.length > 0) notices.show("failed", say("notUsed"), problems.join("; "));
  };
  return (
    <FormDialog
      title={say("title")}
      action={say("add")}
      complete={way.value === "form" ? filled : pasted.value.length > 0}
      send={send}
      onClose={onClose}
      onSent={onAdded}
    >
      <Segments
        label={say("how")}
        value={way.value}
        options={WAYS.map((value) => ({ value, label: say(value) }))}
        onChange={(next) => {
          way.value = next;
        }}
      />
      {way.value === "form" ? (
        <ServerFields
          draft={draft.value}
          onChange={(change) => {
            draft.value = { ...draft.value, ...change };
          }}
        />
      ) : (
        <PastedServers
          onChosen={(servers) => {
            pasted.value = servers;
          }}
        />
      )}
      <p class="hint small soft">{say("contained")}</p>
    </FormDialog>
  );
}
