import { realpath } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { z } from "zod";
import type { Effect } from "../../../contract/effect.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { StreamStep, Tool } from "../../../contract/tool.ts";
import { keepChanges, programSteps } from "../../../sandbox/request/program-result.ts";
import { scriptCommand } from "../../../sandbox/request/script-command.ts";
import type { Mount, Sandbox, StartOptions } from "../../../sandbox/sandbox.ts";
import { makeFolder } from "../../../support/paths.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import type { SkillLibrary } from "../library/skill-library.ts";
import type { SkillContract } from "../skill.ts";
import { openSkill, type SkillStore } from "./reading-tools.ts";

/** What scripts of skills run with. */
export interface ScriptWorld extends SkillStore {
  readonly workspace: string;
  /** Paths that no script may see, whatever its skill declares. */
  readonly hidden: readonly string[];
  readonly timeoutMs: number;
  /** Timeouts that the user set for single skills. */
  readonly timeouts: ReadonlyMap<string, number>;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Opens the sandbox of a skill, with the limits that the user set for it. */
  sandbox(skill: string): Promise<Sandbox>;
  /** The working folder of a call's scripts, under its run. */
  folderOf(runId: string, callId: string): string;
}

const MAX_ARGUMENTS = 64;

const MAX_ARGUMENT = 4096;

const GRACE_MS = 5_000;

/** Runs a script of a skill in the sandbox. It sees its skill, its working folder, and what the user accepted. */
export function createRunSkillScript(world: ScriptWorld): Tool {
  return defineTool({
    name: "run_skill_script",
    aliases: ["run_script", "execute_skill", "executeSkill"],
    summary: "Run a script of a skill in the sandbox",
    description: `Runs a file of the skill's scripts folder, or its entry point when \`script\` is left out, with arguments as a list. It sees the
skill's files, an empty working folder, and the folders, hosts and variables that the user accepted with the skill. Returns its output and exit code.`,
    category: "skill",
    risk: "medium",
    timeoutMs: Math.max(world.timeoutMs, ...world.timeouts.values()) + GRACE_MS,
    input: () =>
      z.object({
        skill: z.string().min(1).max(200).describe("Name of the skill"),
        script: z
          .string()
          .min(1)
          .max(500)
          .optional()
          .describe('Path inside its scripts folder, such as "report.py"'),
        args: z
          .array(z.string().max(MAX_ARGUMENT))
          .max(MAX_ARGUMENTS)
          .default([])
          .describe("Arguments, one by one"),
        stdin: z.string().max(1_000_000).optional().describe("What the script reads from standard input"),
      }),
    effects: async ({ skill, script, args }) => [
      { kind: "command.run", target: [`${skill}/${script ?? ""}`, ...args].map(quoted).join(" ") },
      ...(await contractEffects(await world.library(), skill, world.workspace)),
    ],
    async *run({ skill, script, args, stdin }, { files, signal, runId, callId }): AsyncIterable<StreamStep> {
      const use = await openSkill(await world.library(), skill);
      try {
        const argv = await scriptCommand(await scriptPath(use.folder, script), args);
        const workspace = world.folderOf(runId, callId);
        await makeFolder(workspace);
        const { contract } = use.manifest;
        const accepted = acceptedFolders(contract, world.workspace);
        const sandbox = await world.sandbox(use.name);
        const request: StartOptions = {
          workspace: { path: workspace, access: "read-write" },
          mounts: [{ path: use.folder, access: "read-only" }, ...accepted],
          hidden: world.hidden,
          masks: await files.masks(accepted),
          hosts: contract.hosts,
          ...(contract.otherPrograms === "refused" ? { programs: contract.programs } : {}),
          environment: acceptedVariables(contract, world.variables),
          limits: {
            ...contract.limits,
            wallTimeMs: smaller(contract.limits.wallTimeMs, timeoutOf(world, use.name)),
          },
          stdin,
          signal,
        };
        const writable = accepted.filter(({ access }) => access === "read-write").map(({ path }) => path);
        const start = () => programSteps(sandbox.start(argv, request));
        yield* writable.length === 0 ? start() : keepChanges(files, writable, start);
      } finally {
        use.release();
      }
    },
  });
}

const timeoutOf = ({ timeouts, timeoutMs }: ScriptWorld, skill: string): number =>
  timeouts.get(skill) ?? timeoutMs;

const smaller = (asked: number | undefined, allowed: number): number => Math.min(asked ?? allowed, allowed);

async function scriptPath(folder: string, script: string | undefined): Promise<string> {
  if (script === undefined) return folder;
  const root = join(folder, "scripts");
  const wanted = resolve(root, script.replace(/^(?:\.\/)?scripts\//, ""));
  const [trueRoot, real] = await Promise.all(
    [realpath(root), realpath(wanted)].map((found) => found.catch(() => undefined)),
  );
  if (trueRoot === undefined || real === undefined) {
    throw new DejimaError("not_found", `Cannot run "${script}": its scripts folder does not have this file`);
  }
  if (!real.startsWith(trueRoot + sep)) {
    throw new DejimaError(
      "path_blocked",
      `Cannot run "${script}": it is outside of the skill's scripts folder`,
    );
  }
  return real;
}

function acceptedFolders({ folders }: SkillContract, workspace: string): Mount[] {
  return folders.map(({ path, access }) => ({
    path: resolve(workspace, path),
    access: access === "write" ? "read-write" : "read-only",
  }));
}

function acceptedVariables(
  { environment }: SkillContract,
  variables: ScriptWorld["variables"],
): Record<string, string> {
  return Object.fromEntries(
    environment.flatMap((name) =>
      Object.hasOwn(variables, name) && variables[name] !== undefined ? [[name, variables[name]]] : [],
    ),
  );
}

function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The effects that a user accepted with a skill. The policy judges them like any others. */
async function contractEffects(library: SkillLibrary, name: string, workspace: string): Promise<Effect[]> {
  const contract = await contractOf(library, name);
  if (contract === undefined) return [];
  const effects: Effect[][] = await Promise.all([
    ...contract.folders.map(async ({ path, access }) => {
      const target = await truePath(resolve(workspace, path));
      const read: Effect = { kind: "file.read", target, accepted: true };
      return access === "read" ? [read] : [read, { kind: "file.write" as const, target, accepted: true }];
    }),
    ...contract.hosts.map((host) => {
      const target = `https://${host}/`;
      return (["host.read", "host.send"] as const).map((kind) => ({ kind, target, accepted: true }));
    }),
    ...contract.environment.map((target) => [{ kind: "env.read" as const, target, accepted: true }]),
  ]);
  return effects.flat();
}

/** Returns `undefined` for a skill that does not exist or is not accepted: the call itself refuses it with the reason. */
async function contractOf(library: SkillLibrary, name: string): Promise<SkillContract | undefined> {
  try {
    await library.refresh();
    const { trust, manifest } = await library.info(name);
    return trust === "trusted" ? manifest.contract : undefined;
  } catch (error) {
    if (error instanceof DejimaError && (error.code === "skill_not_found" || error.code === "skill_invalid"))
      return undefined;
    throw error;
  }
}

/** A folder that does not exist yet keeps its accepted path. */
const truePath = (path: string): Promise<string> => realpath(path).catch(() => path);
