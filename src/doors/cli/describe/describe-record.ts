import { DejimaError } from "../../../contract/error.ts";
import type { RecordedOrigin } from "../../../contract/origin.ts";
import { zonedIso } from "../../../contract/words/local-time.ts";
import type { LogRecord, Runtime } from "../../../runtime.ts";
import { counted } from "../../../support/counted.ts";
import { originWords } from "../../../text/origin-words.ts";
import { visibleText } from "../../../text/visible-text.ts";
import { personName } from "./person-name.ts";

/** One line for a record of the harbour log. */
export function describeRecord(record: LogRecord): string[] {
  return [
    `${zonedIso(Date.parse(record.at)).slice(11, 19)}${record.at.slice(19, 23)}`,
    record.type,
    "callId" in record && record.callId !== undefined ? `.${record.callId.split(".").at(-1)}` : "",
    visibleText(summary(record)),
  ];
}

/** The arguments that came from strangers, with their sources. */
function strangers(origins: readonly RecordedOrigin[] = []): string {
  const asking = origins.filter(({ asks }) => asks);
  return asking.length === 0
    ? ""
    : `; ${asking.map((one) => `${one.path} ${originWords(one, "en")}`).join("; ")}`;
}

function summary(record: LogRecord): string {
  switch (record.type) {
    case "run-start":
      return `${record.title} (${record.mode})`;
    case "call-start":
      return `${record.tool} ${JSON.stringify(record.params)}${record.verdict === undefined ? "" : `, ${record.verdict}`}${strangers(record.origins)}`;
    case "approval-start":
      return `asked about ${record.callHash.slice(0, 12)}${record.id === undefined ? "" : ` as ${record.id}`}`;
    case "approval-end":
      return record.by === "nobody" ? record.answer : `${record.answer} by ${personName(record.by)}`;
    case "taint-start":
      return `untrusted content from ${record.source}${record.through === undefined ? "" : ` through ${record.through}`}`;
    case "grant-start":
      return `${record.grant} given by ${personName(record.by)}: ${record.words}`;
    case "rule-change":
      return `${record.verdict} ${record.rules.join(", ")} in this ${record.scope}, by ${personName(record.by)}`;
    case "call-end":
      return `${record.tool} ${record.result.ok ? "ok" : (record.result.error?.code ?? "failed")} in ${record.durationMs.toFixed(1)} ms`;
    case "request-end":
      return describeRequest(record);
    case "files-set-apart":
      return `${record.files.map(({ path }) => path).join(", ")} ${record.status}${record.by === undefined ? "" : ` by ${record.by}`}`;
    case "secret-use":
      return `${record.name} for ${record.user}${record.host === undefined ? "" : ` at ${record.host}`}`;
    case "secret-change":
      return `${record.change} ${record.name}, by ${personName(record.by)}`;
    case "team-change":
      return `version ${record.version} of the team's ${record.what}: ${record.change}, by ${personName(record.by)}`;
    case "variant-use":
      return record.experiment === undefined
        ? `${record.tool} with the description that was set for it`
        : `${record.tool} ${record.variant} of ${record.experiment}`;
    case "undo-end":
      return `put back ${record.undone.join(", ") || "nothing"}`;
    case "run-end":
      return `${record.status}, ${counted(record.calls, "call")}`;
    case "turn-start":
      return `${record.message} (${record.model})`;
    case "model-end":
      if (record.purpose !== undefined) return `${record.purpose}: ${record.text}`;
      return record.calls.length > 0
        ? `wants ${record.calls.map(({ tool }) => tool).join(", ")}`
        : record.text;
    case "skill-start":
      return `${record.skill}, because ${record.why}`;
    case "reflection-end":
      return `${record.reflection.verdict}: ${record.reflection.assessment}`;
    case "notice":
      return record.text;
    case "node-end":
      return `${record.node} -> ${record.next}`;
    default:
      return "";
  }
}

function describeRequest({
  method,
  url,
  address,
  status,
  bytes,
  durationMs,
  error,
}: Extract<LogRecord, { type: "request-end" }>): string {
  const where = address === undefined ? "" : ` at ${address}`;
  const end =
    error === undefined ? `${status ?? "no answer"}, ${bytes} bytes` : `${error.code}: ${error.message}`;
  return `${method} ${url}${where}: ${end} in ${durationMs} ms`;
}

/** The named run, or the latest one. */
export async function chosenRun(runtime: Runtime, name: string | undefined): Promise<string> {
  if (name !== undefined) return name;
  const [latest] = await runtime.history.list({ limit: 1 });
  if (latest !== undefined) return latest.id;
  throw noRun("there are no runs yet. `dejima tool call current_time` makes one");
}

/** How many runs are searched for one with a model call. */
const MAX_SEARCHED_RUNS = 100;

/** The named run, or the latest one in which the agent called a model. */
export async function chosenAgentRun(runtime: Runtime, name: string | undefined): Promise<string> {
  if (name !== undefined) return name;
  const runs = await runtime.history.list({ limit: MAX_SEARCHED_RUNS });
  const latest = runs.find(({ models = [] }) => models.length > 0);
  if (latest !== undefined) return latest.id;
  throw noRun('the agent has not worked on anything lately. `dejima run "what time is it?"` makes a run');
}

function noRun(why: string): DejimaError {
  return new DejimaError("not_found", `Cannot find a run: ${why}`);
}
