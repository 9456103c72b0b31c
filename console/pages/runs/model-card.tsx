import type { EventOf } from "../../../src/contract/event.ts";
import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { useData } from "../../core/use-data.ts";
import { useFlag } from "../../core/use-flag.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { runsWords } from "../../words/runs.ts";

interface ModelCardProps {
  readonly reply: EventOf<"model-end">;
  /** The index of the run's request that it answers, from 0. `undefined` for a side question. */
  readonly request: number | undefined;
}

/** One model request: its answer, its calls, its usage, and its prompt. */
export function ModelCard({ reply, request }: ModelCardProps) {
  const say = useWords(runsWords);
  const format = useFormat();
  const mayReplay = useMay("user");
  const open = useFlag();
  const { text, calls, usage, durationMs, runId } = reply;
  const facts = [
    say("tokensIn", { count: format.number(usage.inputTokens) }),
    say("tokensOut", { count: format.number(usage.outputTokens) }),
    ...(usage.cachedTokens === 0 ? [] : [say("tokensCached", { count: format.number(usage.cachedTokens) })]),
    ...(usage.cost === undefined ? [] : [format.money(usage.cost)]),
    ...(usage.reserved === undefined || usage.reserved === 0
      ? []
      : [say("spendsUpTo", { amount: format.money(usage.reserved) })]),
    format.duration(durationMs),
  ];
  return (
    <div class="stack">
      <p class="soft small">{facts.join(" · ")}</p>
      {text === "" ? null : (
        <div class="stack tight">
          <p class="part-head">{say("answer")}</p>
          <CodeBlock text={text} wrap />
        </div>
      )}
      {calls.map(({ id, tool, input }) => (
        <div key={id} class="stack tight">
          <p class="part-head">
            {say("wantedCall")} <code>{tool}</code>
          </p>
          <CodeBlock text={input} language="json" unnamed wrap />
        </div>
      ))}
      {request === undefined || !mayReplay ? null : open.on ? (
        <RequestView runId={runId} number={request} />
      ) : (
        <div class="actions">
          <Button small onClick={open.turnOn}>
            {say("showRequest")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The prompt of a request, reconstructed from the log. */
function RequestView({ runId, number }: { runId: string; number: number }) {
  const { api } = useConsole();
  const say = useWords(runsWords);
  const requests = useData(() => api.get("/api/runs/{run}/requests", { params: { run: runId } }), [runId]);
  return (
    <LoadedView data={requests}>
      {({ requests: all }) => {
        const request = all[number];
        if (request === undefined) return <p class="soft">{say("noRequest")}</p>;
        return (
          <div class="stack">
            <p class="soft small">{say(request.same ? "requestSame" : "requestDiffers")}</p>
            <details>
              <summary>{say("system")}</summary>
              <CodeBlock text={request.system} wrap />
            </details>
            <details>
              <summary>{say("offered", { count: request.tools.length })}</summary>
              <p class="small break">{request.tools.join(", ")}</p>
            </details>
            {request.messages.map(({ role, text }, index) => (
              <div key={index} class="stack tight">
                <p class="part-head">{role}</p>
                <CodeBlock text={text} wrap />
              </div>
            ))}
          </div>
        );
      }}
    </LoadedView>
  );
}
