import { useConsole } from "../../core/console-context.ts";
import { addressOf } from "../../core/route.ts";
import { useData } from "../../core/use-data.ts";
import { StandingBadge } from "../../parts/call/standing-badge.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";

/** The usable tools of one server. */
export function ServerTools({ name }: { name: string }) {
  const { api } = useConsole();
  const server = useData(() => api.get("/api/mcp/{name}", { params: { name } }), [name]);
  return (
    <LoadedView data={server}>
      {({ list }) => (
        <ul class="rows">
          {list.map((tool) => (
            <li key={tool.name}>
              <a class="row" href={addressOf("tools", tool.name)}>
                <span class="row-text">
                  <span class="row-title">
                    <code>{tool.name}</code>
                    <StandingBadge verdict={tool.verdict} />
                  </span>
                  <span class="row-note clamp">{tool.description}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </LoadedView>
  );
}
