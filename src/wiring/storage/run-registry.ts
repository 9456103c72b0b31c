import { type ActiveSkill, bindingGroups } from "../../contract/active-skill.ts";
import type { RunVariants } from "../../contract/figures/experiment.ts";
import type { Outcome } from "../../contract/outcome.ts";
import type { Harbour } from "../../execution/harbour.ts";
import { newRunId } from "../../execution/run/run-id.ts";
import type { OpenRun, RunOptions } from "../../execution/run/run-surface.ts";
import type { Layer } from "../../policy/layer.ts";
import { type ExtraRules, rulesLayer } from "../../policy/rule-layers.ts";
import type { SkillLibrary, SkillUse } from "../../sources/skills/library/skill-library.ts";
import { once } from "../../support/once.ts";
import { truePath } from "../../support/paths.ts";
import type { WorkFolders } from "./work-folders.ts";

/** The skills whose contracts apply to a run. */
export interface ActiveSkills {
  readonly skills?: readonly string[];
}

/** The context for judging a call that is not made. */
export interface JudgedUnder extends ActiveSkills {
  /** The run that the call would belong to. Its skills and its outside content count. */
  readonly run?: string;
}

export interface RunOverrides extends Partial<RunOptions>, ActiveSkills {
  /** Rules of the config that apply to this run besides all others. */
  readonly rules?: readonly ExtraRules[];
  /** Set if a person makes the calls of the run. They may start skills that are reserved for users. Default: no. */
  readonly byPerson?: boolean;
}

/**
 * The runs that are open in this process. Created first: the network rules and the schedule read it, and runs
 * are opened later.
 */
export interface OpenRuns {
  get(runId: string): OpenRun | undefined;
  all(): OpenRun[];
  /** Registers a run until it has ended. */
  keep(run: OpenRun): void;
  /** Records the skills that the user started in a run. `all`: a person makes its calls. */
  start(run: OpenRun, skills: readonly string[] | "all"): void;
  /** Whether the user started a skill in a run. */
  isStarted(runId: string, skill: string): boolean;
}

/** Creates an empty register. */
export function createOpenRuns(): OpenRuns {
  const runs = new Map<string, OpenRun>();
  const started = new WeakMap<OpenRun, Set<string> | "all">();
  return {
    get: (runId) => runs.get(runId),
    all: () => [...runs.values()],
    keep(run) {
      runs.set(run.id, run);
      run.whenEnded.then(() => runs.delete(run.id));
    },
    start(run, skills) {
      const before = started.get(run);
      if (before === "all") return;
      started.set(run, skills === "all" ? "all" : new Set([...(before ?? []), ...skills]));
    },
    isStarted(runId, skill) {
      const run = runs.get(runId);
      const skills = run === undefined ? undefined : started.get(run);
      return skills === "all" || skills?.has(skill) === true;
    },
  };
}

interface RunRegistryOptions {
  readonly openRuns: OpenRuns;
  readonly workspace: string;
  readonly folders: WorkFolders | undefined;
  /** Defaults of the runtime for every run. */
  readonly defaults: Pick<RunOptions, "mode" | "ask" | "park">;
  harbour(): Promise<Harbour>;
  skills(): Promise<SkillLibrary>;
  /** Starts the servers that skills bring along. Returns a function that stops them. */
  bind(uses: readonly SkillUse[]): Promise<() => Promise<void>>;
  ready(): Promise<void>;
  /** The tool descriptions and versions that a run uses instead of the defaults. */
  variants(runId: string, how: { readonly reopened: boolean }): Promise<RunVariants | undefined>;
}

/** Opens the runs of a runtime. */
export interface RunRegistry {
  open(overrides?: RunOverrides): Promise<OpenRun>;
  /** Opens a run again after its process died. */
  reopen(runId: string, overrides?: RunOverrides): Promise<OpenRun>;
  /** The layers that restrict a run to what these skills list. */
  skillLayers(names?: readonly string[]): Promise<Layer[]>;
  /** The layers that restrict a run to what its active skills bind. */
  boundLayers(active: readonly ActiveSkill[], request: string): Promise<Layer[]>;
  /**
   * Restricts an open run to what its active skills bind, and starts their servers until the run ends. Takes
   * all active skills each time; earlier bindings stay.
   */
  activate(run: OpenRun, active: readonly ActiveSkill[], request: string): Promise<void>;
  /** After a call that looked a skill up, asks about everything in the run that the skill does not list. */
  bindLookedUp(run: OpenRun, call: LookUp, outcome: Outcome): Promise<void>;
}

/** A call that may look up a skill. */
interface LookUp {
  readonly tool: string;
  readonly input: unknown;
}

/** What is already bound for a run's active skills. */
interface Activated {
  layers: number;
  readonly skills: Set<string>;
  readonly servers: Set<string>;
}

/** Creates the registry that opens runs with a runtime's defaults and binds their active skills. */
export function createRunRegistry({
  openRuns,
  workspace,
  folders,
  defaults,
  harbour,
  skills,
  bind,
  ready,
  variants,
}: RunRegistryOptions): RunRegistry {
  // Imported once: asking the module loader each time costs more than the work itself.
  const policy = once(() => import("../../policy/skill-layers.ts"));
  const opening = once(() => import("../../execution/run/open-run.ts"));
  const picking = once(() => import("../../agent/nodes/activate-picked.ts"));
  const activated = new WeakMap<OpenRun, Activated>();
  const bases = new WeakMap<OpenRun, string>();
  const lookedUp = new WeakMap<OpenRun, Set<string>>();

  async function skillLayers(names: readonly string[] = [], base = workspace): Promise<Layer[]> {
    if (names.length === 0) return [];
    const uses = await usesOf(names);
    for (const use of uses) use.release();
    return layersOf(uses, base);
  }

  /** Where the relative patterns of a run's own rules start. */
  const baseOf = ({ worksFor, ...own }: RunOverrides) => folders?.of(worksFor ?? own) ?? workspace;

  async function usesOf(names: readonly string[]): Promise<SkillUse[]> {
    const library = await skills();
    return Promise.all(names.map((name) => library.use(name)));
  }

  async function layersOf(uses: readonly SkillUse[], base: string): Promise<Layer[]> {
    const { skillLayer } = await policy.get();
    return uses.map(({ name, manifest }) => skillLayer({ name, allowedTools: manifest.allowedTools, base }));
  }

  async function boundLayers(
    active: readonly ActiveSkill[],
    request: string,
    base = workspace,
  ): Promise<Layer[]> {
    const groups = bindingGroups(active);
    if (groups.length === 0) return [];
    const [{ skillsLayer }, { parseUserRequest }] = await Promise.all([
      policy.get(),
      import("../../policy/user-request.ts"),
    ]);
    return Promise.all(
      groups.map(async ({ binds, names }) => {
        const uses = await usesOf(names);
        for (const use of uses) use.release();
        const rights = uses.map(({ name, manifest }) => ({ name, allowedTools: manifest.allowedTools }));
        const asked = binds === "own" ? { userRequest: parseUserRequest(request, base) } : {};
        return skillsLayer(rights, { base, ...asked });
      }),
    );
  }

  async function settled({
    skills: active,
    rules = [],
    layers = [],
    byPerson: _started,
    ...overrides
  }: RunOverrides): Promise<RunOptions> {
    const base = baseOf(overrides);
    const extra = rules.map((each) => rulesLayer(each, { base, truePath }));
    const { ask, ...rest } = defaults;
    // The person at this door is not asked about unattended runs.
    const asks = ask === undefined || (overrides.mode ?? "interactive") !== "interactive" ? {} : { ask };
    return {
      title: "",
      ...rest,
      ...asks,
      ...overrides,
      layers: [...layers, ...extra, ...(await skillLayers(active, base))],
    };
  }

  async function keep(run: OpenRun, overrides: RunOverrides): Promise<OpenRun> {
    const { skills: active = [], byPerson } = overrides;
    bases.set(run, baseOf(overrides));
    openRuns.keep(run);
    openRuns.start(run, byPerson === true ? "all" : active);
    if (active.length > 0) await restrictToSkills(run, await usesOf(active));
    return run;
  }

  /** Keeps the folders and servers of active skills available until the run ends. */
  async function restrictToSkills(
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
      const options = {
        ...(await settled(overrides)),
        runId,
        variants: await variants(runId, { reopened: false }),
      };
      return keep(await openRun(await harbour(), options), overrides);
    },
    async reopen(runId, overrides = {}) {
      await ready();
      const { reopenRun } = await import("../../execution/run/reopen-run.ts");
      const options = { ...(await settled(overrides)), variants: await variants(runId, { reopened: true }) };
      return keep(await reopenRun(runId, options, await harbour()), overrides);
    },
    skillLayers,
    boundLayers,
    async bindLookedUp(run, call, outcome) {
      const names = lookedUp.get(run) ?? new Set<string>();
      lookedUp.set(run, names);
      const { pickedSkill } = await picking.get();
      const library = await skills();
      const usable = new Set((await library.list()).map(({ name }) => name));
      const name = pickedSkill(call, outcome, usable);
      if (name === undefined || names.has(name)) return;
      names.add(name);
      const [use] = await usesOf([name]);
      use?.release();
      const allowedTools = use?.manifest.allowedTools;
      run.tighten([
        (await policy.get()).lookedUpLayer({ name, allowedTools }, { base: bases.get(run) ?? workspace }),
      ]);
    },
    async activate(run, active, request) {
      const bound = activated.get(run) ?? {
        layers: 0,
        skills: new Set<string>(),
        servers: new Set<string>(),
      };
      activated.set(run, bound);
      const layers = await boundLayers(active, request, bases.get(run));
      if (layers.length > bound.layers) run.tighten(layers.slice(bound.layers));
      bound.layers = Math.max(bound.layers, layers.length);
      const fresh = active.filter(({ name }) => !bound.skills.has(name));
      const starting = active.filter(({ name, servers }) => servers && !bound.servers.has(name));
      for (const { name } of fresh) bound.skills.add(name);
      for (const { name } of starting) bound.servers.add(name);
      const named = fresh.filter(({ binds }) => binds === "everything");
      openRuns.start(
        run,
        named.map(({ name }) => name),
      );
      const names = new Set([...fresh, ...starting].map(({ name }) => name));
      if (names.size === 0) return;
      const started = new Set(starting.map(({ name }) => name));
      await restrictToSkills(run, await usesOf([...names]), ({ name }) => started.has(name));
    },
  };
}
