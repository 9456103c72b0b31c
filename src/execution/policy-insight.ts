import { isDestructive } from "../approval/destructive.ts";
import { DejimaError } from "../contract/error.ts";
import type { EventOf } from "../contract/event.ts";
import type { RecordedOrigin } from "../contract/origin.ts";
import type { Reason, VerdictKind } from "../contract/verdict.ts";
import { rejudge, suggestRule } from "../policy/explain.ts";
import { judge } from "../policy/judge.ts";
import { globalLayer, type Permissions } from "../policy/rule-layers.ts";
import { defined } from "../support/defined.ts";
import { truePath } from "../support/paths.ts";
import type { Harbour } from "./harbour.ts";
import type { RunHistory } from "./run/run-history.ts";
import { runOfCall } from "./run/run-id.ts";

/** How a past call was judged, who approved it, and how it ended, from the log alone. */
export interface PastCall {
  readonly callId: string;
  readonly tool: string;
  readonly verdict: VerdictKind | undefined;
  readonly reasons: readonly Reason[];
  /** Where each argument came from, if that was determined. */
  readonly origins?: RecordedOrigin[];
  readonly approvals: readonly Pick<
    EventOf<"approval-end">,
    "answer" | "by" | "door" | "id" | "grant" | "at"
  >[];
  readonly ended?: Pick<EventOf<"call-end">, "result" | "policy">;
}

/** A recorded call that other rules would judge differently. */
export interface Difference {
  readonly callId: string;
  readonly tool: string;
  readonly before: VerdictKind;
  readonly after: VerdictKind;
  readonly reasons: readonly Reason[];
}

/** A rule that would have avoided some questions. It is never applied automatically. */
export interface Suggestion {
  readonly rule: string;
  readonly list: "safe";
  readonly approvals: number;
  readonly lastAt: number;
}

/** Analyses of the policy based on past calls. */
export interface PolicyInsight {
  explainCall(callId: string): Promise<PastCall>;
  /** Judges the calls of the latest runs by other permissions, and compares with the recorded verdicts or those of `against`. */
  test(
    permissions: Permissions,
    options: { runs: number; file?: string; against?: Permissions },
  ): Promise<{ calls: number; changed: Difference[] }>;
  /** Narrow rules for calls that were approved at least this often. Never for calls that destroy or send. */
  suggest(options: { atLeast: number }): Promise<Suggestion[]>;
}

type World = () => Promise<{ readonly harbour: Harbour; readonly history: RunHistory }>;

const MAX_APPROVALS = 2_000;

export function policyInsight(world: World): PolicyInsight {
  return {
    explainCall: async (callId) => explainCall(callId, (await world()).history),
    async test(permissions, { runs, file, against }) {
      const { harbour, history } = await world();
      const layerOf = (rules: Permissions) =>
        globalLayer(rules, {
          base: harbour.workspace,
          truePath,
          lineOf: () => undefined,
          ...defined({ file }),
        });
      const layer = layerOf(permissions);
      const compared = against && layerOf(against);
      const changed: Difference[] = [];
      let calls = 0;
      for (const { id } of await history.list({ limit: runs })) {
        for await (const record of history.read(id)) {
          if (record.type !== "call-start" || record.verdict === undefined || record.risk === undefined)
            continue;
          calls++;
          const { callId, tool: name, effects, risk } = record;
          const aliases = harbour.registry.get(name)?.aliases ?? [];
          const call = { ...record, effects, tool: { name, aliases, risk } };
          const { verdict: after, reasons } = rejudge(call, layer);
          const before = compared === undefined ? record.verdict : rejudge(call, compared).verdict;
          if (after !== before) changed.push({ callId, tool: name, before, after, reasons });
        }
      }
      return { calls, changed };
    },
    suggest: async ({ atLeast }) => suggest(atLeast, (await world()).harbour),
  };
}

async function explainCall(callId: string, history: RunHistory): Promise<PastCall> {
  const runId = runOfCall(callId);
  const records = runId === undefined ? [] : await Array.fromAsync(history.read(runId));
  const own = records.filter((record) => "callId" in record && record.callId === callId);
  const start = own.find((record) => record.type === "call-start");
  if (start === undefined)
    throw new DejimaError(
      "not_found",
      `Cannot explain "${callId.slice(0, 100)}": there is no call with this id. \`dejima log show RUN\` lists the calls of a run`,
      { callId },
    );
  const end = own.findLast((record) => record.type === "call-end");
  return {
    callId,
    tool: start.tool,
    verdict: start.verdict,
    reasons: start.reasons,
    ...defined({ origins: start.origins }),
    approvals: own.filter((record) => record.type === "approval-end"),
    ...(end === undefined ? {} : { ended: { result: end.result, policy: end.policy } }),
  };
}

async function suggest(atLeast: number, harbour: Harbour): Promise<Suggestion[]> {
  const { queue } = await harbour.service();
  const found = new Map<string, Suggestion>();
  for (const { tool: name, effects, lines, createdAt } of await queue.list({
    status: "approved",
    limit: MAX_APPROVALS,
  })) {
    const tool = harbour.registry.get(name);
    if (tool === undefined || lines !== undefined || isDestructive({ tool, effects })) continue;
    if (judge({ tool, effects }, harbour.layers).verdict === "allow") continue;
    const rule = suggestRule({ tool: name, effects }, harbour.workspace);
    if (rule === undefined) continue;
    const known = found.get(rule);
    const approvals = (known?.approvals ?? 0) + 1;
    found.set(rule, { rule, list: "safe", approvals, lastAt: Math.max(known?.lastAt ?? 0, createdAt) });
  }
  return [...found.values()]
    .filter(({ approvals }) => approvals >= atLeast)
    .sort((a, b) => b.approvals - a.approvals);
}
