import { join } from "node:path";
import { LOCAL_USER } from "../../contract/run.ts";
import { lazily } from "../../support/once.ts";
import { createAdmission } from "../admission.ts";
import type { EventBus } from "../event-bus.ts";
import type { ExecutionWorld, Harbour, Interrupted } from "../harbour.ts";
import type { HarbourLog } from "../log/harbour-log.ts";
import { openArtifactStore, openObservationStore } from "../observation/run-stores.ts";
import type { RunLifetime } from "./run-lifetime.ts";
import type { RunRecord } from "./run-record.ts";
import type { RunRules } from "./run-rules.ts";
import type { RunOptions } from "./run-surface.ts";

interface WorldParts {
  readonly record: RunRecord;
  readonly rules: RunRules;
  readonly lifetime: RunLifetime;
  readonly interrupted: Interrupted | undefined;
}

/** The world of a run without the calls that its tools and budgets make themselves. */
export type CallerlessWorld = Omit<ExecutionWorld, "innerCalls" | "raiseBudget">;

/** Collects what the calls of a run need on their path: the harbour's services, and what belongs to this run alone. */
export function createRunWorld(
  harbour: Harbour,
  options: RunOptions,
  { record: { folder, log, record, timeText }, rules, lifetime, interrupted }: WorldParts,
): CallerlessWorld {
  const { registry, files, marks, markedVariables, workspace, limits, allowedPaths, blobs, logs } = harbour;
  const { redactor, now, spending } = harbour;
  const { layers, provenance, switches, unsaved } = rules;
  const { user = LOCAL_USER, park = "refuse", mode, variants } = options;
  return {
    registry,
    files,
    marks,
    markedVariables,
    workspace,
    limits,
    allowedPaths,
    blobs,
    logs,
    redactor,
    now,
    spending,
    rules: harbour.rules,
    environment: harbour.environmentOf(user),
    layers,
    provenance,
    unsaved,
    variants,
    user,
    folder,
    timeText,
    get cache() {
      return rules.cache;
    },
    ask: options.ask,
    asking: {
      place: options.place ?? (park === "refuse" ? "cli" : "parked"),
      voice: options.voice,
      park,
      attended: mode === "interactive" && options.attended !== false,
      switches,
      plans: new Set(interrupted?.answered ?? []),
      taken: new Set(),
      over: lifetime.signal,
      left: () => lifetime.left,
      service: harbour.service,
    },
    running: new Map(),
    admission: createAdmission(options.maxConcurrent ?? harbour.maxConcurrent),
    undoFolder: join(folder, "undo"),
    schedule: options.schedule,
    budgets: {},
    storage: lazily(() => openObservationStore(folder)),
    artifacts: lazily(() => openArtifactStore(folder, interrupted?.artifacts)),
    record: (event, how) => record(event, undefined, how),
    announce: announcer(harbour.bus, log),
    settled: () => log.settled?.(),
  };
}

/** Delivers events that are not recorded to subscribers here, and to followers on other machines. */
function announcer(bus: EventBus, { say }: HarbourLog): ExecutionWorld["announce"] {
  if (say === undefined) return bus.emit;
  return (event) => {
    bus.emit(event);
    say(event);
  };
}
