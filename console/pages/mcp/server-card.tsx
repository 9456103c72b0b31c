import { useSignal } from "@preact/signals";
import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { addressOf } from "../../core/route.ts";
import { useData } from "../../core/use-data.ts";
import { useFormat } from "../../core/use-format.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { ToolVerdictBadge } from "../../parts/call/verdict-badge.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Explained } from "../../parts/explained.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { NeedsRole } from "../../parts/needs-role.tsx";
import { Note } from "../../parts/note.tsx";
import { ProgressBar } from "../../parts/progress-bar.tsx";
import { mcpWords } from "../../words/mcp.ts";
import type { Server } from "./server.ts";
import { ServerReview } from "./server-review.tsx";
import { ServerSwitch } from "./server-switch.tsx";

const TONES: Readonly<Record<Server["state"], Tone>> = {
  running: "good",
  starting: "accent",
  stopped: "plain",
  failing: "bad",
  off: "plain",
};

interface ServerCardProps {
  readonly server: Server;
  /** The token cost of the largest server, which scales the bars. */
  readonly heaviest: number;
  onChange(): void;
}

/** One server. */
export function ServerCard({ server, heaviest, onChange }: ServerCardProps) {
  const { api, notices } = useConsole();
  const report = useReport();
  const say = useWords(mcpWords);
  const format = useFormat();
  const mayManage = useMay("admin");
  const busy = useSignal(false);
  const open = useSignal<"review" | "tools" | "errors" | undefined>(undefined);
  const { name, state, changed, seen, tools, held, tokens, exposure, startMs, problem } = server;
  const start = async () => {
    busy.value = true;
    try {
      await api.send("POST", "/api/mcp/{name}/start", { params: { name } });
      notices.show("done", say("checked", { name }));
    } catch (error) {
      report(error);
    }
    busy.value = false;
    onChange();
  };
  return (
    <section class="card padded" aria-label={name}>
      <div class="line">
        <h2 class="break">{name}</h2>
        <Badge tone={TONES[state]}>{seen || state !== "stopped" ? say(state) : say("neverSeen")}</Badge>
        {changed ? <Badge tone="care">{say("changed")}</Badge> : null}
        <Badge tone={server.contained ? "good" : "plain"}>
          {say(server.type === "http" ? "remote" : server.contained ? "contained" : "trusted")}
        </Badge>
        <span class="faint small">{server.software}</span>
        {mayManage ? <ServerSwitch server={server} onChange={onChange} /> : null}
      </div>
      <p class="mono small soft break">{server.where}</p>
      {problem === undefined ? null : (
        <Note tone="bad">
          <Explained text={problem} />
        </Note>
      )}
      <ServerWalls server={server} />
      {changed ? <Note tone="care">{say("changedNote")}</Note> : null}
      {server.added > 0 && !changed ? (
        <Note tone="care">{say("addedNote", { count: String(server.added) })}</Note>
      ) : null}
      {server.interfaces > 0 ? <Note tone="care">{say("interfaceNote")}</Note> : null}
      {state === "off" ? null : (
        <>
          <dl class="figures">
            <div>
              <dt>{say("tools")}</dt>
              <dd>{format.number(tools)}</dd>
            </div>
            <div>
              <dt>{say("held")}</dt>
              <dd>{format.number(held)}</dd>
            </div>
            <div>
              <dt>{say("weight")}</dt>
              <dd>{say("tokens", { count: format.number(tokens) })}</dd>
              <span class="score-bar wide" aria-hidden="true">
                <span style={{ width: `${Math.round((100 * tokens) / heaviest)}%` }} />
              </span>
            </div>
            <div>
              <dt>{say("exposure")}</dt>
              <dd>{say(exposure)}</dd>
            </div>
            {startMs === undefined ? null : (
              <div>
                <dt>{say("startTime")}</dt>
                <dd>{format.duration(startMs)}</dd>
              </div>
            )}
          </dl>
          <div class="actions">
            {changed || held > 0 || server.added > 0 || server.interfaces > 0 ? (
              <Button
                kind="main-action"
                onClick={() => {
                  open.value = "review";
                }}
              >
                {say("review")}
              </Button>
            ) : null}
            <NeedsRole needed="admin">
              <Button icon="refresh" busy={busy.value} onClick={() => void start()}>
                {say("start")}
              </Button>
            </NeedsRole>
            {tools === 0 ? null : (
              <Button
                kind="quiet"
                expanded={open.value === "tools"}
                onClick={() => {
                  open.value = open.value === "tools" ? undefined : "tools";
                }}
              >
                {say(open.value === "tools" ? "hideTools" : "showTools")}
              </Button>
            )}
            {server.type === "stdio" && mayManage ? (
              <Button
                kind="quiet"
                expanded={open.value === "errors"}
                onClick={() => {
                  open.value = open.value === "errors" ? undefined : "errors";
                }}
              >
                {say("errors")}
              </Button>
            ) : null}
          </div>
        </>
      )}
      {open.value === "errors" ? <ServerErrors name={name} /> : null}
      {busy.value ? <ProgressBar label={say("starting")} /> : null}
      {open.value === "tools" ? <ServerTools name={name} /> : null}
      {open.value === "review" ? (
        <ServerReview
          name={name}
          onAccepted={onChange}
          onClose={() => {
            open.value = undefined;
          }}
        />
      ) : null}
    </section>
  );
}

/** The recent stderr of a server. */
function ServerErrors({ name }: { name: string }) {
  const { api } = useConsole();
  const say = useWords(mcpWords);
  const errors = useData(() => api.get("/api/mcp/{name}/stderr", { params: { name } }), [name]);
  return (
    <LoadedView data={errors}>
      {({ text }) =>
        text.trim() === "" ? <p class="soft small">{say("noErrors")}</p> : <CodeBlock text={text} wrap />
      }
    </LoadedView>
  );
}

/** What the sandbox denied a server, and the command that grants exactly that. */
function ServerWalls({ server }: { readonly server: Server }) {
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

/** The usable tools of one server. */
function ServerTools({ name }: { name: string }) {
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
                    <ToolVerdictBadge verdict={tool.verdict} />
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
