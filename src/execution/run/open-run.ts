import type { DejimaError } from "../../contract/error.ts";
import { LOCAL_USER } from "../../contract/run.ts";
import { judgeSpend, judgeStep, toolReach } from "../../policy/judge-step.ts";
import { defined } from "../../support/defined.ts";
import type { Harbour, Interrupted } from "../harbour.ts";
import { createRunCalls } from "./run-calls.ts";
import { orRemove } from "./run-folder.ts";
import { createRunLifetime } from "./run-lifetime.ts";
import { openRunRecord, type RunRecord } from "./run-record.ts";
import { openRunRules } from "./run-rules.ts";
import type { OpenRun, RunOptions } from "./run-surface.ts";
import { createRunWorld } from "./run-world.ts";

/**
 * Opens a run: checks its user, begins its record, loads its rules, and creates its world (what the stages of a call work with)
 * and its calls. An interrupted run continues in its own log.
 */
export async function openRun(
  shared: Harbour,
  options: RunOptions,
  interrupted?: Interrupted,
): Promise<OpenRun> {
  const { user = LOCAL_USER, mode, variants, worksFor = options } = options;
  const harbour = shared.within?.(worksFor) ?? shared;
  const startedAt = Math.floor(harbour.now());
  const standing = await requireActiveUser(harbour, { user, startedAt, interrupted });
  const lifetime = createRunLifetime();
  // The run may be lost while its record is opened. Then there is no log to close yet.
  let open: RunRecord | undefined;
  const leave = () => lifetime.leave(() => void open?.log.close());
  const record = await openRunRecord(harbour, options, { startedAt, interrupted, onLost: leave });
  open = record;
  const { id, folder, log } = record;
  if (lifetime.left) void log.close();
  // If opening fails, the log must be released.
  const orClose = <Result>(open: () => Promise<Result>) => orRemove(undefined, open, () => void log.close());

  const rules = await orClose(() => openRunRules(harbour, options, record, interrupted));
  const callerless = createRunWorld(harbour, options, { record, rules, lifetime, interrupted });
  const wasInterrupted = interrupted !== undefined;
  const { world, ...calls } = createRunCalls(callerless, {
    record,
    lifetime,
    bus: harbour.bus,
    wasInterrupted,
    leave,
    standing,
  });
  if (world.asking.plans.size > 0)
    await orClose(async () =>
      (await import("../asking/restore-plans.ts")).restorePlans(world, interrupted?.callsOf),
    );

  const { layers, provenance } = rules;
  return {
    id,
    folder,
    ...calls,
    record: world.record,
    flush: log.flush,
    announce: world.announce,
    descriptions: variants?.descriptions ?? {},
    worksFor: { ...defined({ conversation: worksFor.conversation, user: worksFor.user }) },
    asks: { ask: world.ask, park: world.asking.park, mode },
    schedule: options.schedule,
    get sources() {
      return provenance.sources;
    },
    get readApart() {
      return provenance.readApart;
    },
    mark: provenance.mark,
    flow: provenance,
    raiseBudget: world.raiseBudget,
    budgets: world.budgets,
    judgeStep(callId, effect) {
      const tool = world.running.get(callId);
      return tool === undefined ? "deny" : judgeStep(tool, effect, layers);
    },
    reach: (tool) => toolReach(tool, layers),
    judgeSpend: (effect) => judgeSpend(effect, layers),
    limits: rules.limits,
    tighten: rules.tighten,
    get ended() {
      return lifetime.ended;
    },
    get left() {
      return lifetime.left;
    },
    whenEnded: lifetime.whenEnded,
    leave,
    lease: log.lease,
    end: (status, answer) => lifetime.end(() => record.finish(status, answer)),
  };
}

/** The user of a run, and when it begins. */
interface RunStart {
  readonly user: string;
  readonly startedAt: number;
  readonly interrupted: Interrupted | undefined;
}

/** Throws if the user may not begin or continue the run. Returns a function that checks the same again later. */
async function requireActiveUser(
  harbour: Pick<Harbour, "standing" | "store">,
  { user, startedAt, interrupted }: RunStart,
): Promise<() => DejimaError | undefined | Promise<DejimaError | undefined>> {
  if (user === LOCAL_USER) return () => undefined;
  const known = interrupted && (await (await harbour.store()).runs.get(interrupted.id));
  const check = () => harbour.standing(user, known?.startedAt ?? startedAt);
  const refusal = await check();
  if (refusal !== undefined) throw refusal;
  return check;
}
