import { useWords } from "../../core/words.ts";
import { Note } from "../../parts/note.tsx";
import { mcpWords } from "../../words/mcp.ts";
import type { Server } from "./server.ts";

/** What the sandbox denied a server, and the command that grants exactly that. */
export function ServerWalls({ server }: { readonly server: Server }) {
  const say = useWords(mcpWords);
  const { name, denied = [], dropped } = server;
  const grants = denied.flatMap(({ grant }) => grant ?? []);
  return (
    <>
      {denied.length === 0 ? null : (
        <Note tone="care">
          {say("denied", { what: denied.map(({ what }) => what).join(", ") })}
          {grants.length === 0 ? null : (
            <>
              {" "}
              {say("toAllow")} <code class="break">{`dejima mcp grant ${name} ${grants.join(" ")}`}</code>
            </>
          )}
        </Note>
      )}
      {dropped.length === 0 ? null : (
        <Note tone="plain">{say("dropped", { names: dropped.join(", ") })}</Note>
      )}
    </>
  );
}
