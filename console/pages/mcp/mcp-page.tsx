import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useFlag } from "../../core/use-flag.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { NeedsRole } from "../../parts/needs-role.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { mcpWords } from "../../words/mcp.ts";
import { AddServer } from "./add-server.tsx";
import type { Server } from "./server.ts";
import { ServerCard } from "./server-card.tsx";

/** The MCP servers: their state, their token cost, and their changes. */
export function McpPage() {
  const { api } = useConsole();
  const say = useWords(mcpWords);
  const { number } = useFormat();
  const adding = useFlag();
  const servers = useData(() => api.get("/api/mcp", { query: { limit: 200 } }), [api]);
  return (
    <div class="page">
      <PageHead title={say("title")} lead={say("lead")}>
        <NeedsRole needed="admin">
          <Button icon="plus" onClick={adding.turnOn}>
            {say("addAnother")}
          </Button>
        </NeedsRole>
      </PageHead>
      {adding.on ? <AddServer onAdded={() => void servers.reload()} onClose={adding.turnOff} /> : null}
      <LoadedView data={servers}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="mcp" title={say("emptyTitle")}>
              <p>{say("emptyBody")}</p>
            </EmptyState>
          ) : (
            <>
              <p class="faint small">
                {say("total", {
                  servers: list.length,
                  tools: number(sum(list, "tools")),
                  tokens: number(sum(list, "tokens")),
                })}
              </p>
              <ul class="stack">
                {list.map((server) => (
                  <li key={server.name}>
                    <ServerCard
                      server={server}
                      heaviest={Math.max(...list.map(({ tokens }) => tokens), 1)}
                      onChange={() => void servers.reload()}
                    />
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </LoadedView>
    </div>
  );
}

function sum(servers: readonly Server[], field: "tools" | "tokens"): number {
  return servers.reduce((total, server) => total + server[field], 0);
}
