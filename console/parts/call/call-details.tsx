import { useConsole } from "../../core/console-context.ts";
import { useNameOf } from "../../core/me.ts";
import { useData } from "../../core/use-data.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { callDetailWords } from "../../words/call-details.ts";
import { CodeBlock } from "../code-block.tsx";
import { DiffView } from "../diff-view.tsx";
import { Note } from "../note.tsx";
import { ValueView } from "../value-view.tsx";
import type { Call } from "./call.ts";
import { CallResult } from "./call-result.tsx";
import { ReasonList } from "./reason-list.tsx";

/** The text for each end of a question. */
const ENDED = {
  approve: "approvedBy",
  deny: "deniedBy",
  expired: "notAnswered",
  withdrawn: "questionWithdrawn",
} as const;

/** All details of one call: input, output, and why it was allowed. */
export function CallDetails({ call }: { call: Call }) {
  const say = useWords(callDetailWords);
  const nameOf = useNameOf();
  const { question } = call;
  return (
    <div class="stack">
      {isEmpty(call.params) ? null : (
        <div class="stack tight">
          <p class="part-head">{say("input")}</p>
          <ValueView value={call.params} />
        </div>
      )}
      {call.result?.ok === true && question?.id !== undefined ? <CallDiff approval={question.id} /> : null}
      {call.live !== "" ? (
        <div class="stack tight" aria-live="off">
          <p class="part-head">{say("liveOutput")}</p>
          <CodeBlock text={call.live} wrap />
        </div>
      ) : null}
      {call.result === undefined ? null : <CallResult runId={call.runId} result={call.result} />}
      {call.reasons.length === 0 ? null : (
        <div class="stack tight">
          <p class="part-head">{say("why")}</p>
          <ReasonList reasons={call.reasons} />
        </div>
      )}
      {question?.answer === undefined ? null : (
        <p class="soft small">
          {question.grant !== undefined
            ? say("coveredBy", { grant: question.grant })
            : say(ENDED[question.answer], { by: nameOf(question.by ?? "") })}
        </p>
      )}
      {call.spent === undefined ? null : <Spent {...call.spent} />}
      {call.undone === undefined ? null : (
        <Note tone="good">{say("undone", { paths: call.undone.join(", ") })}</Note>
      )}
    </div>
  );
}

/** What the call has cost. An unknown cost is never shown as zero. */
function Spent({ cost, price }: NonNullable<Call["spent"]>) {
  const say = useWords(callDetailWords);
  const { money } = useFormat();
  const words = price === "known" ? "spent" : cost === 0 ? "spentUnknown" : "spentAtMost";
  return <p class="soft small">{say(words, { cost: money(cost) })}</p>;
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0)
  );
}

/** The changes of a call, as they were shown before it ran. */
function CallDiff({ approval }: { approval: string }) {
  const { api } = useConsole();
  const { value } = useData(() => api.get("/api/approvals/{id}", { params: { id: approval } }), [approval]);
  return value?.preview?.kind === "diff" ? <DiffView text={value.preview.text} /> : null;
}
