import { useSignal } from "@preact/signals";
import type { EventOf } from "../../../src/contract/event.ts";
import { fieldsOf } from "../../../src/text/record.ts";
import { useConsole } from "../../core/console-context.ts";
import { useFormat } from "../../core/use-format.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { callWords } from "../../words/call.ts";
import { Button } from "../button.tsx";
import { CodeBlock } from "../code-block.tsx";
import { Note } from "../note.tsx";
import { ProblemNote } from "../problem-note.tsx";
import { OutputView } from "./output-view.tsx";

/** More would make the page slow. The whole can be read page by page elsewhere. */
const MOST_SHOWN = 500_000;

type Result = EventOf<"call-end">["result"];

/** The outcome of a call: its result, or its error. */
export function CallResult({ runId, result }: { runId: string; result: Result }) {
  const say = useWords(callWords);
  const { error, output, observation, cached } = result;
  const stored = storedOf(output) ?? observation ?? storedOf(error?.details.partial);
  const brokenOff = endOf(error?.details.partial);
  return (
    <div class="stack tight">
      <p class="part-head">
        {say("output")}
        {cached === true ? <span class="faint"> · {say("cached")}</span> : null}
      </p>
      {error === undefined ? null : error.code === "cancelled" ? (
        <Note>
          <p>{say("stopped")}</p>
        </Note>
      ) : (
        <ProblemNote problem={{ ...error, status: 0 }} />
      )}
      {brokenOff === undefined ? null : <CodeBlock text={brokenOff} wrap />}
      {output === undefined || storedOf(output) !== undefined ? null : <OutputView output={output} />}
      {stored === undefined ? null : (
        <WholeOutput runId={runId} sha256={stored.sha256} bytes={stored.bytes} />
      )}
    </div>
  );
}

function WholeOutput({ runId, sha256, bytes }: { runId: string; sha256: string; bytes: number }) {
  const { api } = useConsole();
  const report = useReport();
  const say = useWords(callWords);
  const format = useFormat();
  const text = useSignal<string | undefined>(undefined);
  const busy = useSignal(false);
  const load = async () => {
    busy.value = true;
    try {
      text.value = await (
        await api.download("/api/runs/{run}/observations/{name}", {
          params: { run: runId, name: sha256 },
          most: MOST_SHOWN,
        })
      ).text();
    } catch (error) {
      report(error);
    }
    busy.value = false;
  };
  if (text.value !== undefined) return <CodeBlock text={text.value} wrap />;
  return (
    <div class="actions">
      <Button small icon="file" busy={busy.value} onClick={() => void load()}>
        {say("showWhole", { size: format.bytes(bytes) })}
      </Button>
    </div>
  );
}

/** The end of a call's output when it was stopped or failed. */
function endOf(partial: unknown): string | undefined {
  if (typeof partial !== "object" || partial === null || !("end" in partial)) return undefined;
  return typeof partial.end === "string" && partial.end !== "" ? partial.end : undefined;
}

/** The reference of a large output, if the record contains only that. */
function storedOf(output: unknown): { sha256: string; bytes: number } | undefined {
  if (typeof output !== "object" || output === null || !("ref" in output)) return undefined;
  const { sha256, bytes } = fieldsOf(output);
  return typeof sha256 === "string" && typeof bytes === "number" ? { sha256, bytes } : undefined;
}
