import type { Harbour } from "../execution/harbour.ts";
import type { OpenRun, RunOptions } from "../execution/run/run-surface.ts";
import type { Layer } from "../policy/layer.ts";
import { type ExtraRules, rulesLayer } from "../policy/rule-layers.ts";
import type { SkillLibrary, SkillUse } from "../sources/skills/library/skill-library.ts";
import { once } from "../support/once.ts";
import { truePath } from "../support/paths.ts";

/** The skills whose contracts hold for a run. */
export interface ActiveSkills {
  readonly skills?: readonly string[];
}

export interface RunOverrides extends Partial<RunOptions>, ActiveSkills {
  /** Rules of the config that hold for this run besides all others. */
  readonly rules?: readonly ExtraRules[];
}

/** The runs that are open in this process. Made first: the way out and the schedule look into it, runs are opened later. */
export interface OpenRuns {
  get(runId: string): OpenRun | undefined;
  all(): OpenRun[];
  /** Keeps a run until it has ended. */
  keep(run: OpenRun): void;
}

/** Creates a register without runs. */
export function createOpenRuns(): OpenRuns {
  const runs = new Map<string, OpenRun>();
  return {
    get: (runId) => runs.get(runId),
    all: () => [...runs.values()],
    keep(run) {
      runs.set(run.id, run);
      run.whenEnded.then(() => runs.delete(run.id));
    },
  };
}

interface RunRegistryOptions {
  readonly openRuns: OpenRuns;
  readonly workspace: string;
  /** What holds for every run of the runtime unless the run says otherwise. */
  readonly defaults: Pick<RunOptions, "mode" | "ask" | "park">;
  harbour(): Promise<Harbour>;
  skills(): Promise<SkillLibrary>;
  /** Starts the servers that skills bring along; gives what ends them. */
  bind(uses: readonly SkillUse[]): Promise<() => Promise<void>>;
  ready(): Promise<void>;
}

/** Opens the runs of a runtime. */
export interface RunRegistry {
  open(overrides?: RunOverrides): Promise<OpenRun>;
  /** Opens a run again whose process is gone. */
  reopen(runId: string, overrides?: RunOverrides): Promise<OpenRun>;
  /** The layers that hold a run to what these skills list. */
  skillLayers(names?: readonly string[]): Promise<Layer[]>;
  /** Activates skills in a run that is open: it can do only what they list, and their servers run as long as it does. */
  activate(run: OpenRun, names: readonly string[]): Promise<void>;
}

/** Opens runs with the defaults of a runtime, and holds the skills that are active in them. */
export function createRunRegistry({
  openRuns,
  workspace,
  defaults,
  harbour,
  skills,
  bind,
  ready,
}: RunRegistryOptions): RunRegistry {
  // Loaded with the first: to ask the loader each time costs more than half of what it is asked for.
  const policy = once(() => import("../policy/rule-layers.ts"));
  const opening = once(() => import("../execution/run/open-run.ts"));

  async function skillLayers(names: readonly string[] = []): Promise<Layer[]> {
    if (names.length === 0) return [];
    const uses = await usesOf(names);
    for (const use of uses) use.release();
    return layersOf(uses);
  }

  async function usesOf(names: readonly string[]): Promise<SkillUse[]> {
    const library = await skills();
    return Promise.all(names.map((name) => library.use(name)));
  }

  async function layersOf(uses: readonly SkillUse[]): Promise<Layer[]> {
    const { skillLayer } = await policy.get();
    return uses.map(({ name, manifest }) =>
      skillLayer({ name, allowedTools: manifest.allowedTools, base: workspace }),
    );
  }

  async function settled({
    skills: active,
    rules = [],
    layers = [],
    ...overrides
  }: RunOverrides): Promise<RunOptions> {
    const extra = rules.map((each) => rulesLayer(each, { base: workspace, truePath }));
    const { ask, ...rest } = defaults;
    // Anyone who sits at this door is not asked about what runs by itself.
    const asks = ask === undefined || (overrides.mode ?? "interactive") !== "interactive" ? {} : { ask };
    return {
      title: "",
      ...rest,
      ...asks,
      ...overrides,
      layers: [...layers, ...extra, ...(await skillLayers(active))],
    };
  }

  async function keep(run: OpenRun, active: readonly string[] = []): Promise<OpenRun> {
    openRuns.keep(run);
    if (active.length > 0) await holdSkills(run, await usesOf(active));
    return run;
  }

  /** The folders and the servers of active skills stay for as long as the run does. */
  async function holdSkills(run: OpenRun, uses: readonly SkillUse[]): Promise<void> {
    const unbind = await bind(uses);
    run.whenEnded.then(async () => {
      for (const use of uses) use.release();
      await unbind();
    });
  }

  return {
    async open(overrides = {}) {
      await ready();
      const { openRun } = await opening.get();
      return keep(await openRun(await harbour(), await settled(overrides)), overrides.skills);
    },
    async reopen(runId, overrides = {}) {
      await ready();
      const { reopenRun } = await import("../execution/run/reopen-run.ts");
      return keep(await reopenRun(runId, await settled(overrides), await harbour()), overrides.skills);
    },
    skillLayers,
    async activate(run, names) {
      const uses = await usesOf(names);
      run.tighten(await layersOf(uses));
      await holdSkills(run, uses);
    },
  };
}
