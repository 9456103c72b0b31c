import { join } from "node:path";
import type { Approval } from "../../contract/asking/approval.ts";
import { DejimaError } from "../../contract/error.ts";
import type { HarbourEvent } from "../../contract/event.ts";
import type { Outcome } from "../../contract/outcome.ts";
import { LOCAL_USER, type RunStatus } from "../../contract/run.ts";
import { withDefaults } from "../../policy/families.ts";
import { interfaceLayer } from "../../policy/interface-layer.ts";
import { judgeSpend, judgeStep, toolReach } from "../../policy/judge-step.ts";
import type { Layer } from "../../policy/layer.ts";
import type { Store } from "../../store/store.ts";
import { defined } from "../../support/defined.ts";
import { lazily } from "../../support/once.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { createTimeText } from "../../support/time-text.ts";
import { trackWork } from "../../support/track-work.ts";
import { createAdmission } from "../admission.ts";
import type { Told } from "../asking/resume-call.ts";
import { type CallRequest, type InputSnapshot, snapshotInput } from "../call.ts";
import type { CallCache } from "../call-cache.ts";
import type { Listener } from "../event-bus.ts";
import { executeCall } from "../execute-call.ts";
import { createProvenance } from "../flow/provenance.ts";
import type { ExecutionWorld, Harbour, Interrupted } from "../harbour.ts";
import { createInnerCalls, type InnerRun } from "../inner-calls.ts";
import { openArtifactStore, openObservationStore } from "../observation/run-stores.ts";
import { announcer, withListener } from "./call-listener.ts";
import { callRequest, type ExecuteArguments } from "./call-request.ts";
import { chainExecutor } from "./chain-executor.ts";
import { modeLayers, openSwitches, unsavedIn } from "./conversation-rules.ts";
import { onceRecorded } from "./once-recorded.ts";
import { createBudgetRaiser } from "./raise-budget.ts";
import { refuseChanged } from "./refuse-changed.ts";
import { requireStanding } from "./require-standing.ts";
import { makeRunFolder, orRemove } from "./run-folder.ts";
import { checkedRunId, newRunId } from "./run-id.ts";
import type { OpenRun, RecordOptions, RunOptions } from "./run-surface.ts";
import { countUse, trackRunUse } from "./run-use.ts";
import { writeEnd } from "./write-end.ts";

/** Opens a run: its folder, its log, its row in the store. An interrupted run continues in its own log. */
export async function openRun(
  harbour: Harbour,
  options: RunOptions,
  interrupted?: Interrupted,
): Promise<OpenRun> {
  const { now, bus, registry, redactor, version } = harbour;
  const title = redactor.text(options.title);
  const { mode, user = LOCAL_USER, variants } = options;
  const startedAt = Math.floor(now());
  const standing = await requireStanding(harbour, { user, startedAt, interrupted });
  const id = interrupted?.id ?? checkedRunId(options.runId) ?? newRunId(startedAt);
  const folder = join(harbour.runsFolder, id);
  await makeRunFolder(folder);
  // If the run cannot begin, only what it has created is removed.
  const made = interrupted === undefined ? folder : undefined;
  const log = await orRemove(made, async () =>
    harbour.logs.open({ runId: id, onLost: () => leave(), ...defined({ onStop: options.onStop }) }),
  );
  refuseChanged(log, interrupted);
  const timeText = createTimeText();
  let calls = interrupted?.calls ?? 0;
  const use = trackRunUse();
  const { begin, idle } = trackWork();
  const over = new AbortController();
  let ended: Promise<void> | undefined;
  let left = false;
  const ending = Promise.withResolvers<void>();

  // Listeners get copies of what was written, so that they cannot change what the run still uses, unless the recorder gave the
  // event away.
  const record = (event: HarbourEvent, listener?: Listener, how?: RecordOptions): void => {
    const { text, whole } = log.append(event, how);
    harbour.count(event);
    // As written, because the name of an unknown tool may be anything.
    use.see(whole ? event : JSON.parse(text));
    if (bus.size > 0) bus.emit(whole && how?.given === true ? event : JSON.parse(text));
    if (listener !== undefined) bus.notify(listener, JSON.parse(text));
    variants?.see(event);
    countUse(event, harbour);
  };
  const beginning = async (): Promise<Store> => {
    const opened = await harbour.store();
    if (interrupted === undefined) {
      record({ type: "run-start", runId: id, at: timeText(now()), title, mode, version });
      for (const use of variants?.uses ?? []) record({ ...use, runId: id, at: timeText(now()) });
      // A row without a log could neither be begun again nor resumed.
      await log.settled?.();
    }
    const { records, hash: head } = log.head();
    const owner = defined({ user: options.user });
    const row = { id, title, mode, ...owner, startedAt, calls, status: "open", records, head } as const;
    if (interrupted !== undefined && use.begin(await opened.runs.get(id)))
      await opened.runs.update(id, { status: "open" }, log.lease);
    else await opened.runs.create(row);
    return opened;
  };
  const store = await orRemove(made, beginning, () => void log.close());

  const provenance = createProvenance({
    runId: id,
    ...options,
    sources: interrupted?.sources ?? [],
    readings: harbour.readings,
    folder: harbour.workspace,
    now: () => timeText(now()),
    record,
  });
  // If opening fails, the log must be released.
  const orClose = <Result>(open: () => Promise<Result>) => orRemove(undefined, open, () => void log.close());
  const reopened = interrupted !== undefined;
  const switches = await orClose(() => openSwitches(harbour, options, { runId: id, reopened }));
  const [global, ...shared] = harbour.layers;
  const layers: Layer[] = [
    ...(global === undefined ? [] : [withDefaults(global, switches.rules)]),
    ...shared,
    ...(options.layers ?? []),
    interfaceLayer(options.interfaceOf, options),
    ...(await orClose(() => modeLayers(harbour, options.conversation))),
    provenance.layer,
  ];
  const unsaved = unsavedIn(harbour, options.conversation);
  // A run with more rights must not fill the cache of one with fewer. Text in an editor changes without notice.
  const uncached: CallCache = { begin: async () => undefined, apart: () => uncached };
  let cache =
    unsaved !== undefined ? uncached : options.layers === undefined ? harbour.cache : harbour.cache.apart();
  const world: ExecutionWorld = {
    ...{ registry, provenance, variants },
    running: new Map(),
    layers,
    files: harbour.files,
    unsaved,
    marks: harbour.marks,
    markedVariables: harbour.markedVariables,
    workspace: harbour.workspace,
    limits: harbour.limits,
    get cache() {
      return cache;
    },
    user,
    allowedPaths: harbour.allowedPaths,
    environment: harbour.environmentOf(user),
    rules: harbour.rules,
    redactor,
    now,
    timeText,
    ask: options.ask,
    asking: {
      place: options.place ?? ((options.park ?? "refuse") === "refuse" ? "cli" : "parked"),
      voice: options.voice,
      park: options.park ?? "refuse",
      attended: mode === "interactive" && options.attended !== false,
      switches,
      plans: new Set(interrupted?.answered ?? []),
      taken: new Set(),
      ...{ over: over.signal, left: () => left, service: harbour.service },
    },
    admission: createAdmission(options.maxConcurrent ?? harbour.maxConcurrent),
    ...{ folder, undoFolder: join(folder, "undo") },
    innerCalls: (parent, signal) => createInnerCalls(parent, within(signal)),
    raiseBudget: createBudgetRaiser(id, (signal) => within(signal)),
    ...{ spending: harbour.spending, schedule: options.schedule, budgets: {} },
    storage: lazily(() => openObservationStore(folder)),
    blobs: harbour.blobs,
    artifacts: lazily(() => openArtifactStore(folder, interrupted?.artifacts)),
    record: (event, how) => record(event, undefined, how),
    announce: announcer(bus, log),
    settled: () => log.settled?.(),
    logs: harbour.logs,
  };

  const within = (signal: AbortSignal): InnerRun => ({
    ...{ signal, execute, world, resume, nextCallId, wasInterrupted: reopened },
  });
  const take = (input: unknown) => snapshotInput(input, world);
  const nextCallId = () => `${id}.${++calls}`;
  async function resume(approval: Approval, recorded: Told, signal?: AbortSignal): Promise<Outcome> {
    const end = begin();
    try {
      const { resumeCall } = await import("../asking/resume-call.ts");
      const call = { tool: approval.tool, input: take(approval.input), callId: approval.callId };
      const place = { runId: id, startedAt: now(), signal, approve: undefined };
      const outcome = await resumeCall({ ...call, ...place }, approval, recorded, world);
      return await onceRecorded(outcome, call.tool, world);
    } finally {
      end();
    }
  }

  async function perform(
    { tool, signal, approve, onEvent, input: _input, ...others }: CallRequest,
    input: InputSnapshot,
  ): Promise<Outcome> {
    if (ended !== undefined)
      throw new DejimaError("conflict", `Cannot call "${tool}": run ${id} has ended`, { runId: id });
    const refusal = others.refusal ?? (await standing());
    const call = {
      ...defined({ ...others, refusal }),
      // Callers without types may pass anything.
      tool: typeof tool === "string" ? tool : thrownText(tool),
      input,
      signal,
      approve,
      runId: id,
      callId: nextCallId(),
      startedAt: now(),
    };
    const end = begin();
    try {
      const callWorld = onEvent === undefined ? world : withListener(onEvent, world, { record, bus });
      return await onceRecorded(await executeCall(call, callWorld), call.tool, world);
    } finally {
      end();
    }
  }

  const executeOne = (request: CallRequest) =>
    perform(request, take(request.input === undefined ? {} : request.input));
  // The types of each tool are for its caller. Here all calls are alike.
  const execute = (async (...args: ExecuteArguments) =>
    executeOne(callRequest(args, registry))) as OpenRun["execute"];
  const executeChain = chainExecutor({ registry, snapshotInput: take, perform });

  async function end(status: RunStatus, answer?: string): Promise<void> {
    over.abort(OVER);
    await idle();
    await writeEnd(log, {
      record: () =>
        record({ type: "run-end", runId: id, at: timeText(now()), status, calls, ...defined({ answer }) }),
      async update({ records, head }) {
        const ended = { status, endedAt: Math.floor(now()), calls, ...use.summary() };
        await store.runs.update(id, { ...ended, records, head }, log.lease);
        harbour.heads.add({ runId: id, records, head });
      },
    });
  }

  function leave(): void {
    if (ended !== undefined) return;
    ended = Promise.resolve();
    left = true;
    over.abort(OVER);
    void log.close();
    ending.resolve();
  }

  if (world.asking.plans.size > 0)
    await orClose(async () =>
      (await import("../asking/restore-plans.ts")).restorePlans(world, interrupted?.callsOf),
    );
  return {
    id,
    folder,
    execute,
    executeMany: (requests) => Promise.all(requests.map(executeOne)),
    executeChain,
    async submitPlan(planned, { signal = new AbortController().signal, mayAsk = true } = {}) {
      const { submitPlan } = await import("../asking/submit-plan.ts");
      const lines = planned.map(({ tool, input = {}, times }) => ({ tool, input: take(input), times }));
      return submitPlan(lines, { runId: id, callId: nextCallId(), signal, mayAsk }, world);
    },
    resume,
    record: (event, how) => record(event, undefined, how),
    announce: world.announce,
    descriptions: variants?.descriptions ?? {},
    asks: { ask: world.ask, park: world.asking.park, mode },
    get sources() {
      return provenance.sources;
    },
    get readApart() {
      return provenance.readApart;
    },
    ...{ mark: provenance.mark, flow: provenance, raiseBudget: world.raiseBudget, budgets: world.budgets },
    judgeStep(callId, effect) {
      const tool = world.running.get(callId);
      return tool === undefined ? "deny" : judgeStep(tool, effect, layers);
    },
    ...{ reach: (tool) => toolReach(tool, layers), judgeSpend: (effect) => judgeSpend(effect, layers) },
    limits: () => layers.slice(harbour.layers.length).filter((layer) => layer !== provenance.layer),
    tighten(further) {
      layers.push(...further);
      cache = cache.apart();
    },
    get ended() {
      return ended !== undefined;
    },
    ...{ whenEnded: ending.promise, leave, lease: log.lease },
    get left() {
      return left;
    },
    end(status, answer) {
      ended ??= end(status, answer).finally(ending.resolve);
      return ended;
    },
  };
}

// Created once, because an abort without a reason creates a new error each time.
const OVER = new DejimaError("cancelled", "The run has ended");
