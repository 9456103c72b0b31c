import { type ActiveSkill, bindingGroups } from "../contract/active-skill.ts";
import type { RunVariants } from "../contract/experiment.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { Harbour } from "../execution/harbour.ts";
import { newRunId } from "../execution/run/run-id.ts";
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

/** What a call is judged under when nobody makes it. */
export interface JudgedUnder extends ActiveSkills {
  /** The run that it would be made in: its skills, and what it has read from outside, count. */
  readonly run?: string;
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
  /** What a run uses instead of the default descriptions and versions of tools. */
  variants(runId: string, how: { readonly reopened: boolean }): Promise<RunVariants | undefined>;
}

/** Opens the runs of a runtime. */
export interface RunRegistry {
  open(overrides?: RunOverrides): Promise<OpenRun>;
  /** Opens a run again whose process is gone. */
  reopen(runId: string, overrides?: RunOverrides): Promise<OpenRun>;
  /** The layers that hold a run to what these skills list. */
  skillLayers(names?: readonly string[]): Promise<Layer[]>;
  /** The layers that hold a run to what its active skills bind. */
  boundLayers(active: readonly ActiveSkill[], request: string): Promise<Layer[]>;
  /**
   * Holds an open run to what its active skills bind, and starts their servers for as long as the run lasts. Takes all active
   * skills each time; what was bound before stays.
   */
  activate(run: OpenRun, active: readonly ActiveSkill[], request: string): Promise<void>;
  /** Has what a skill does not list asked about in a run, once a call of it has looked the skill up. */
  bindLookedUp(run: OpenRun, call: LookUp, outcome: Outcome): Promise<void>;
}

/** A call that may look up a skill. */
interface LookUp {
  readonly tool: string;
  readonly input: unknown;
}

/** What of a run's active skills holds already. */
interface Activated {
  layers: number;
  readonly skills: Set<string>;
  readonly servers: Set<string>;
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
  variants,
}: RunRegistryOptions): RunRegistry {
  // Loaded with the first: to ask the loader each time costs more than half of what it is asked for.
  const policy = once(() => import("../policy/skill-layers.ts"));
  const opening = once(() => import("../execution/run/open-run.ts"));
  const picking = once(() => import("../agent/nodes/activate-picked.ts"));
  const activated = new WeakMap<OpenRun, Activated>();
  const lookedUp = new WeakMap<OpenRun, Set<string>>();

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

  async function boundLayers(active: readonly ActiveSkill[], request: string): Promise<Layer[]> {
    const groups = bindingGroups(active);
    if (groups.length === 0) return [];
    const [{ skillsLayer }, { askedFor }] = await Promise.all([
      policy.get(),
      import("../policy/asked-for.ts"),
    ]);
    return Promise.all(
      groups.map(async ({ binds, names }) => {
        const uses = await usesOf(names);
        for (const use of uses) use.release();
        const rights = uses.map(({ name, manifest }) => ({ name, allowedTools: manifest.allowedTools }));
        const asked = binds === "own" ? { asked: askedFor(request, workspace) } : {};
        return skillsLayer(rights, { base: workspace, ...asked });
      }),
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
  async function holdSkills(
    run: OpenRun,
    uses: readonly SkillUse[],
    starts: (use: SkillUse) => boolean = () => true,
  ): Promise<void> {
    const unbind = await bind(uses.filter(starts));
    run.whenEnded.then(async () => {
      for (const use of uses) use.release();
      await unbind();
    });
  }

  return {
    async open(overrides = {}) {
      await ready();
      const { openRun } = await opening.get();
      const runId = overrides.runId ?? newRunId(Date.now());
      const given = {
        ...(await settled(overrides)),
        runId,
        variants: await variants(runId, { reopened: false }),
      };
      return keep(await openRun(await harbour(), given), overrides.skills);
    },
    async reopen(runId, overrides = {}) {
      await ready();
      const { reopenRun } = await import("../execution/run/reopen-run.ts");
      const given = { ...(await settled(overrides)), variants: await variants(runId, { reopened: true }) };
      return keep(await reopenRun(runId, given, await harbour()), overrides.skills);
    },
    skillLayers,
    boundLayers,
    async bindLookedUp(run, call, outcome) {
      const held = lookedUp.get(run) ?? new Set<string>();
      lookedUp.set(run, held);
      const { pickedSkill } = await picking.get();
      const library = await skills();
      const usable = new Set((await library.list()).map(({ name }) => name));
      const name = pickedSkill(call, outcome, usable);
      if (name === undefined || held.has(name)) return;
      held.add(name);
      const [use] = await usesOf([name]);
      use?.release();
      const allowedTools = use?.manifest.allowedTools;
      run.tighten([(await policy.get()).lookedUpLayer({ name, allowedTools }, { base: workspace })]);
    },
    async activate(run, active, request) {
      const held = activated.get(run) ?? { layers: 0, skills: new Set<string>(), servers: new Set<string>() };
      activated.set(run, held);
      const layers = await boundLayers(active, request);
      if (layers.length > held.layers) run.tighten(layers.slice(held.layers));
      held.layers = Math.max(held.layers, layers.length);
      const fresh = active.filter(({ name }) => !held.skills.has(name));
      const starting = active.filter(({ name, servers }) => servers && !held.servers.has(name));
      for (const { name } of fresh) held.skills.add(name);
      for (const { name } of starting) held.servers.add(name);
      const names = new Set([...fresh, ...starting].map(({ name }) => name));
      if (names.size === 0) return;
      const started = new Set(starting.map(({ name }) => name));
      await holdSkills(run, await usesOf([...names]), ({ name }) => started.has(name));
    },
  };
}
