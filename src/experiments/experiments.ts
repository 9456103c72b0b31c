import { DejimaError } from "../contract/error.ts";
import type { HarbourEvent } from "../contract/event.ts";
import type {
  Experiment,
  ExperimentStatus,
  RunVariants,
  VariantName,
} from "../contract/figures/experiment.ts";
import type { DocumentRepository } from "../store/store.ts";
import { defined } from "../support/defined.ts";
import { cacheFor } from "../support/once.ts";
import { checkedPlan, type ExperimentPlan, newName, type PlannedTools } from "./check-plan.ts";
import { type AppliedDescription, appliedDescriptions, isCurrent } from "./descriptions.ts";
import { assignedVariant, experimentStore } from "./experiment-store.ts";
import { figuresOf, testOf } from "./figures.ts";
import { NO_CALLS, type RunTally, updateTally } from "./run-tally.ts";
import { powerDifference } from "./same-powers.ts";
import { type createSequentialTest, winnerOf } from "./sequential-test.ts";

/** A/B tests of tools, and descriptions with which people have replaced tools' own. */
export interface Experiments {
  start(plan: ExperimentPlan): Promise<Experiment>;
  /** The newest first. */
  list(): Promise<ExperimentStatus[]>;
  status(name: string): Promise<ExperimentStatus>;
  stop(name: string, by: string): Promise<ExperimentStatus>;
  /** Replaces the description of a tool. Without a text, restores the tool's own. Returns whether anything changed. */
  describe(tool: string, text: string | undefined, by: string): Promise<boolean>;
  /** The applied descriptions, and whether each is still valid. */
  described(): Promise<(AppliedDescription & { readonly current: boolean })[]>;
  /** The variants of a run. Returns `undefined` if it uses only defaults. A resumed run keeps its variants. */
  ofRun(runId: string, how: { readonly reopened: boolean }): Promise<RunVariants | undefined>;
  /** Counts an undo in a run that is not open. */
  noteUndone(runId: string, callId: string): Promise<void>;
  /** Resolves when all counts are stored. */
  close(): Promise<void>;
}

interface ExperimentParts extends PlannedTools {
  documents(): Promise<DocumentRepository>;
  now(): number;
  onFault(error: unknown): void;
}

/** How long another process may take to notice that an experiment has started or ended. */
const STALE_MS = 2_000;
/** How often results of other processes are read. */
const REFRESH_MS = 30_000;

export function createExperiments(parts: ExperimentParts): Experiments {
  const store = async () => experimentStore(await parts.documents());
  const load = async () => ({
    all: await (await store()).list(),
    applied: await appliedDescriptions(await parts.documents()).list(),
  });
  let cached = cacheFor(STALE_MS, load);
  const forget = () => {
    cached = cacheFor(STALE_MS, load);
  };
  let writing = Promise.resolve();
  /** Counting never breaks a call: if storing fails, the fault handler is called. */
  const enqueue = (work: () => Promise<void>) => {
    writing = writing.then(work).catch(parts.onFault);
  };
  const watched = new Map<string, { test: ReturnType<typeof createSequentialTest>; at: number }>();

  async function statusOf(experiment: Experiment): Promise<ExperimentStatus> {
    const tallies = await (await store()).tallies(experiment.name);
    const { test, course } = testOf(tallies);
    const figures = { a: figuresOf(tallies, "a"), b: figuresOf(tallies, "b") };
    return { ...experiment, figures, evidence: test.evidence, course };
  }

  async function end(name: string, how: Omit<NonNullable<Experiment["end"]>, "at">): Promise<void> {
    const repository = await store();
    const experiment = await repository.get(name);
    if (experiment === undefined || experiment.end !== undefined) return;
    await repository.put({ ...experiment, end: { ...how, at: Math.floor(parts.now()) } });
    forget();
  }

  /** Ends an experiment if its results decide it. The decision is based on all results in the store. */
  async function settle(name: string): Promise<void> {
    const { test } = testOf(await (await store()).tallies(name));
    watched.set(name, { test, at: parts.now() });
    const winner = winnerOf(test);
    if (winner !== undefined)
      await end(name, {
        why: "winner",
        winner,
        note: `${winner} is better; evidence ${test.evidence.toFixed(0)}`,
      });
  }

  async function noteFirst(name: string, variant: VariantName, success: boolean): Promise<void> {
    const known = watched.get(name);
    if (known === undefined || parts.now() - known.at > REFRESH_MS) return settle(name);
    known.test.add(variant, success);
    if (winnerOf(known.test) !== undefined) await settle(name);
  }

  /** Finds an experiment by its name, or by its tool: the running one, or the newest. */
  async function find(name: string): Promise<Experiment> {
    const repository = await store();
    const ofTool = (await repository.list())
      .filter(({ tool }) => tool === name)
      .toSorted((a, b) => b.startedAt - a.startedAt);
    const experiment =
      (await repository.get(name)) ?? ofTool.find(({ end }) => end === undefined) ?? ofTool[0];
    if (experiment !== undefined) return experiment;
    throw new DejimaError(
      "not_found",
      `Cannot find the experiment "${name.slice(0, 100)}": \`dejima experiment list\` shows those there are`,
    );
  }

  return {
    async start(plan) {
      const tool = parts.require(plan.tool);
      const {
        tool: of,
        name = newName(of, parts.now()),
        ...tried
      } = checkedPlan({ ...plan, tool: tool.name }, parts);
      const all = await (await store()).list();
      const running = all.find((one) => one.tool === of && one.end === undefined);
      if (running !== undefined)
        throw new DejimaError(
          "conflict",
          `Cannot start an experiment with "${of}": "${running.name}" is running. \`dejima experiment stop ${running.name}\` ends it`,
        );
      if (all.some((one) => one.name === name))
        throw new DejimaError(
          "conflict",
          `Cannot start the experiment "${name}": one with this name exists. Give it another name`,
        );
      const experiment = { name, tool: of, ...tried, startedAt: Math.floor(parts.now()) };
      await (await store()).put(experiment);
      forget();
      return experiment;
    },
    async list() {
      await writing;
      const all = await (await store()).list();
      const states = await Promise.all(all.map(statusOf));
      return states.sort((a, b) => b.startedAt - a.startedAt);
    },
    async status(nameOrTool) {
      await writing;
      const { name } = await find(nameOrTool);
      await settle(name);
      return statusOf(await find(name));
    },
    async stop(nameOrTool, by) {
      await writing;
      const { name, end: over } = await find(nameOrTool);
      if (over !== undefined)
        throw new DejimaError(
          "conflict",
          `Cannot stop the experiment "${name}": it has ended (${over.note})`,
        );
      await end(name, { why: "stopped", note: `stopped by ${by}` });
      return statusOf(await find(name));
    },
    async describe(name, text, by) {
      const applied = appliedDescriptions(await parts.documents());
      const tool = text === undefined ? parts.tool(name) : parts.require(name);
      if (text !== undefined && tool !== undefined) await applied.apply(tool, text, by);
      const changed = text !== undefined || (await applied.remove(tool?.name ?? name));
      forget();
      return changed;
    },
    async described() {
      const applied = await appliedDescriptions(await parts.documents()).list();
      return applied.map((one) => ({ ...one, current: isCurrent(one, parts.tool(one.tool)) }));
    },
    async ofRun(runId, { reopened }) {
      const { all, applied } = await cached();
      if (all.length + applied.length === 0) return undefined;
      const repository = await store();
      const tallies = new Map<Experiment, RunTally>();
      for (const experiment of all) {
        const before = reopened ? await repository.tally(experiment.name, runId) : undefined;
        const begins = experiment.end === undefined && !reopened && parts.tool(experiment.tool) !== undefined;
        const tally =
          before ?? (begins ? { variant: assignedVariant(experiment.name, runId), ...NO_CALLS } : undefined);
        if (tally !== undefined) tallies.set(experiment, tally);
        if (begins && tally !== undefined) enqueue(() => repository.putTally(experiment.name, runId, tally));
      }
      const descriptions = new Map(
        applied
          .filter((one) => isCurrent(one, parts.tool(one.tool)))
          .map((one) => [one.tool, one.description]),
      );
      const uses: RunVariants["uses"][number][] = [...descriptions].map(([tool, description]) => ({
        ...({ type: "variant-use", tool, description } as const),
      }));
      for (const [{ name, tool, description, version }, { variant }] of tallies) {
        const tried = variant === "b" ? defined({ description, version }) : {};
        if (variant === "b" && description !== undefined) descriptions.set(tool, description);
        uses.push({ type: "variant-use", tool, experiment: name, variant, ...tried });
      }
      if (uses.length === 0) return undefined;
      return {
        uses,
        descriptions: Object.fromEntries(descriptions),
        choose(tool) {
          const [found] =
            [...tallies].find(([one, { variant }]) => one.tool === tool.name && variant === "b") ?? [];
          if (found?.version === undefined) return tool;
          const other = parts.tool(`${tool.name}@${found.version}`);
          if (other === undefined || other === tool) return tool;
          const difference = powerDifference(tool, other);
          if (difference === undefined) return other;
          enqueue(() => end(found.name, { why: "unequal", note: `the versions differ in ${difference}` }));
          return tool;
        },
        reportUnequal(tool) {
          for (const { name, tool: of, version } of tallies.keys())
            if (of === tool.name && version !== undefined)
              enqueue(() => end(name, { why: "unequal", note: "the versions would touch different things" }));
        },
        see(event) {
          for (const [experiment, tally] of tallies) {
            const next = updateTally(tally, event, experiment.tool);
            tallies.set(experiment, next);
            const isFirst = tally.first === undefined && next.first !== undefined;
            if (!isFirst && !isLast(event)) continue;
            enqueue(async () => {
              await repository.putTally(experiment.name, runId, next);
              if (isFirst) await noteFirst(experiment.name, next.variant, next.first === true);
            });
          }
        },
      };
    },
    async noteUndone(runId, callId) {
      const repository = await store();
      for (const { name } of (await cached()).all) {
        const tally = await repository.tally(name, runId);
        if (tally?.callIds.includes(callId) === true)
          await repository.putTally(name, runId, { ...tally, undone: tally.undone + 1 });
      }
    },
    close: () => writing,
  };
}

function isLast({ type }: HarbourEvent): boolean {
  return type === "run-end" || type === "undo-end";
}
