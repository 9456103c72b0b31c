import { DejimaError } from "../../../contract/error.ts";
import type { RecordedOrigin } from "../../../contract/origin.ts";
import { zonedIso } from "../../../contract/words/local-time.ts";
import { ERROR_WORDS } from "../../../contract/words/messages.ts";
import type { LogRecord, Runtime } from "../../../runtime.ts";
import { accountName } from "../../../support/process/account.ts";
import { flowArrows } from "../../../text/flow-graph.ts";
import { originWords } from "../../../text/origin-words.ts";
import { visibleText } from "../../../text/visible-text.ts";
import type { Say } from "../words/say.ts";
import type { Output } from "./output.ts";

/** One line for a record of the harbour log. */
export function describeRecord(record: LogRecord, say: Say): string[] {
  return [
    `${zonedIso(Date.parse(record.at)).slice(11, 19)}${record.at.slice(19, 23)}`,
    record.type,
    "callId" in record && record.callId !== undefined ? `.${record.callId.split(".").at(-1)}` : "",
    visibleText(summary(record, say)),
  ];
}

/** The arguments that came from strangers, with their sources. */
function strangers(origins: readonly RecordedOrigin[] = [], say: Say): string {
  const asking = origins.filter(({ asks }) => asks);
  return asking.length === 0
    ? ""
    : `; ${asking.map((one) => `${one.path} ${originWords(one, say.language)}`).join("; ")}`;
}

function summary(record: LogRecord, say: Say): string {
  switch (record.type) {
    case "run-start":
      return `${say.phrases(record.title)} (${say.value(record.mode)})`;
    case "call-start":
      return `${record.tool} ${JSON.stringify(record.params)}${record.verdict === undefined ? "" : `, ${say.value(record.verdict)}`}${strangers(record.origins, say)}`;
    case "approval-start":
      return record.id === undefined
        ? say`asked about ${record.callHash.slice(0, 12)}`
        : say`asked about ${record.callHash.slice(0, 12)} as ${record.id}`;
    case "approval-end":
      return record.by === "nobody"
        ? say.value(record.answer)
        : say`${say.value(record.answer)} by ${personName(record.by, say)}`;
    case "taint-start":
      return record.through === undefined
        ? say`untrusted content from ${record.source}`
        : say`untrusted content from ${record.source} through ${record.through}`;
    case "grant-start":
      return say`${record.grant} given by ${personName(record.by, say)}: ${record.words}`;
    case "rule-change":
      return record.scope === "folder"
        ? say`${say.value(record.verdict)} ${record.rules.join(", ")} in this folder, by ${personName(record.by, say)}`
        : say`${say.value(record.verdict)} ${record.rules.join(", ")} in this conversation, by ${personName(record.by, say)}`;
    case "call-end":
      return record.result.ok
        ? say`${record.tool} ok in ${record.durationMs.toFixed(1)} ms`
        : say`${record.tool} ${ERROR_WORDS[record.result.error?.code ?? "internal"][say.language]} in ${record.durationMs.toFixed(1)} ms`;
    case "request-end":
      return describeRequest(record, say);
    case "files-set-apart":
      return `${record.files.map(({ path }) => path).join(", ")} ${say.value(record.status)}${record.by === undefined ? "" : say` by ${personName(record.by, say)}`}`;
    case "secret-use":
      return record.host === undefined
        ? say`${record.name} for ${record.user}`
        : say`${record.name} for ${record.user} at ${record.host}`;
    case "secret-change":
      return say`${record.change} ${record.name}, by ${personName(record.by, say)}`;
    case "team-change":
      return say`version ${record.version} of the team's ${record.what}: ${record.change}, by ${personName(record.by, say)}`;
    case "variant-use":
      return record.experiment === undefined
        ? say`${record.tool} with the description that was set for it`
        : say`${record.tool} ${record.variant ?? ""} of ${record.experiment}`;
    case "undo-end":
      return say`put back ${record.undone.join(", ") || say.value("none")}`;
    case "run-end":
      return `${say.value(record.status)}, ${say.count(record.calls, "call")}`;
    case "turn-start":
      return `${record.message} (${record.model})`;
    case "model-end":
      if (record.purpose !== undefined) return `${record.purpose}: ${record.text}`;
      return record.calls.length > 0
        ? say`wants ${record.calls.map(({ tool }) => tool).join(", ")}`
        : record.text;
    case "skill-start":
      return say`${record.skill}, because ${record.why}`;
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

function describeRequest(
  { method, url, address, status, bytes, durationMs, error }: Extract<LogRecord, { type: "request-end" }>,
  say: Say,
): string {
  const where = address === undefined ? "" : ` (${address})`;
  const answered = status ?? say("no answer");
  const end = error === undefined ? say`${answered}, ${bytes} bytes` : `${error.code}: ${error.message}`;
  return say`${method} ${url}${where}: ${end} in ${durationMs} ms`;
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

/**
 * The origins of the arguments that a run's calls used, as a small graph of arrows. Empty if no call had any
 * to explain.
 */
export function describeFlow(records: Parameters<typeof flowArrows>[0], output: Output): string {
  const arrows = flowArrows(records, output.say.language).map(({ from, to, asks, end }) => [
    asks ? output.style("yellow", `! ${output.shown(from)}`) : `  ${output.shown(from)}`,
    "─▶",
    output.shown(to),
    output.style("dim", end),
  ]);
  if (arrows.length === 0) return "";
  return `\n\n${output.style("bold", output.say("where the arguments came from"))}\n${output.table(arrows)}`;
}

/** The name of the person who answered, as shown at this terminal: "you" for its own user. */
export function personName(by: string, say: Say): string {
  return by === accountName() || by === "local" || by === "command line" ? say("you") : visibleText(by);
}
