import { join } from "node:path";
import type { HarbourEvent } from "../../contract/event.ts";
import { type Outcome, withWhole } from "../../contract/outcome.ts";
import type { Runtime } from "../../runtime.ts";
import { defined } from "../../support/defined.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { visibleText } from "../../text/visible-text.ts";
import { mayHaveServers } from "../../wiring/tools/may-have-tools.ts";
import { askInTerminal } from "./ask-in-terminal.ts";
import type { CommandContext } from "./command.ts";
import { exitCodeOfFailure } from "./describe/exit-code.ts";

/** A call requested on the command line. */
export interface RequestedCall {
  readonly tool: string;
  readonly input: unknown;
  readonly approve?: string | undefined;
  readonly unattended: boolean;
  readonly park?: boolean;
  readonly skill?: readonly string[] | undefined;
}

/**
 * The runtime of a command that makes calls. It asks at the terminal if there is one. The command must
 * request its runtime here first, because the first runtime created is reused.
 */
export function runtimeForCalls(
  context: CommandContext,
  { unattended, park = false }: Pick<RequestedCall, "unattended" | "park">,
): Promise<Runtime> {
  const asks = context.interactive && !unattended && !park;
  return context.runtime(
    asks ? { ask: askInTerminal(context), mode: "interactive" } : unattended ? { mode: "unattended" } : {},
  );
}

/** Opens a run, makes one call in it, and ends the run. */
export async function callTool(
  context: CommandContext,
  { tool, input, approve, unattended, park = false, skill }: RequestedCall,
): Promise<Outcome> {
  const runtime = await runtimeForCalls(context, { unattended, park });
  await lookForTool(runtime, tool);
  const run = await runtime.openRun({
    title: `tool call ${tool.slice(0, 100)}`,
    // A call that waits for approval stays in the store: the command ends, and the process that approves the call runs
    // it.
    ...(park ? { park: "leave" } : {}),
    byPerson: true,
    ...defined({ skills: skill }),
  });
  const outcome = await run.execute({
    tool,
    input,
    signal: context.signal,
    ...defined({ approve }),
    ...(context.output.json ? {} : { onEvent: (event: HarbourEvent) => showStep(context, event) }),
  });
  const ended = run.end(statusOf(outcome));
  // The call has its outcome even if the end of the run cannot be recorded.
  await ended.catch((error) => context.output.note(thrownText(error)));
  return outcome;
}

/** Shows what the calls of a run report while they run, without the calls of a program. Returns a function that stops it. */
export function showProgress(context: CommandContext, { subscribe }: Runtime, runId: string): () => void {
  const inner = new Set<string>();
  return subscribe((event) => {
    if (event.runId !== runId) return;
    if (event.type === "call-start" && event.parent !== undefined) inner.add(event.callId);
    if (event.type !== "call-progress" || !inner.has(event.callId)) showStep(context, event);
  });
}

function showStep({ output }: CommandContext, event: HarbourEvent): void {
  if (event.type !== "call-progress") return;
  const words = [event.message?.trimEnd(), percent(event.fraction)].filter(Boolean).join(" ");
  // No further line of a message can pass for a line of Dejima.
  output.live(event.chunk ?? `${visibleText(words).replaceAll(/\n(?!│ )/g, "\n│ ")}\n`);
}

/** Starts the servers that were never started if the tool is unknown: it may be one of theirs. */
export async function lookForTool({ registry, settings, mcp }: Runtime, tool: string): Promise<void> {
  if (registry.has(tool) || !mayHaveServers(settings)) return;
  await (await mcp).discover();
}

/** Prints an outcome. Returns its exit code. */
export async function showOutcome(context: CommandContext, outcome: Outcome): Promise<number> {
  const { output } = context;
  if (outcome.type === "failure") {
    if (output.json) output.data(outcome, () => "");
    else output.failure(outcome.error);
    return exitCodeOfFailure(outcome.error);
  }
  const { observation } = outcome;
  const path =
    observation && join((await context.runtime()).settings.home, "runs", outcome.runId, observation.ref);
  const shown =
    path === undefined ? outcome.output : withWhole(outcome.output, output.say`the whole is in ${path}`);
  const data =
    path === undefined ? outcome : { ...outcome, output: shown, observation: { ...observation, path } };
  output.data(data, () => (typeof shown === "string" ? output.shown(shown) : JSON.stringify(shown, null, 2)));
  return 0;
}

function statusOf(outcome: Outcome): "done" | "cancelled" | "parked" | "failed" {
  if (outcome.type === "success") return "done";
  const { code, details } = outcome.error;
  if (details.parked === true) return "parked";
  return code === "cancelled" ? "cancelled" : "failed";
}

function percent(fraction: number | undefined): string {
  return fraction === undefined ? "" : `${Math.round(fraction * 100)} %`;
}
