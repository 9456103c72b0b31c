import { realpath } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { z } from "zod";
import type { BoundSecret } from "../../../contract/data/secret.ts";
import type { Effect } from "../../../contract/effect.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { StreamStep, Tool } from "../../../contract/tool.ts";
import { keepChanges, programSteps } from "../../../sandbox/request/program-result.ts";
import { scriptCommand } from "../../../sandbox/request/script-command.ts";
import type { Mount, Sandbox, StartOptions } from "../../../sandbox/sandbox.ts";
import { isInside, makeFolder } from "../../../support/paths.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import type { SkillContract } from "../skill.ts";
import {
  absoluteArguments,
  copyArtifacts,
  type FilePlaces,
  fileEffects,
  linkFiles,
  makeOutputFolders,
  namedFiles,
  provideFiles,
  type RequestedFolders,
  truePath,
} from "./argument-files.ts";
import { keepArtifacts } from "./keep-artifacts.ts";
import { isScript, openSkill, type SkillStore } from "./reading-tools.ts";
import { skillFields } from "./skill-input.ts";

/** What scripts of skills run with. */
export interface ScriptWorld extends SkillStore, FilePlaces {
  readonly timeoutMs: number;
  /** Timeouts that the user set for single skills. */
  readonly timeouts: ReadonlyMap<string, number>;
  /** Folders that the user granted to single skills in the config. */
  readonly folders: ReadonlyMap<string, RequestedFolders>;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Opens the sandbox of a skill, with the limits that the user set for it. */
  sandbox(skill: string): Promise<Sandbox>;
  /** The secrets that a skill may use without seeing them. Omitted without a vault. */
  secretsFor?(user: { readonly user: string; readonly callId: string }): Promise<readonly BoundSecret[]>;
  /** The working folder of a call's scripts, under its run. */
  folderOf(runId: string, callId: string): string;
  /** The folder of a run's artifacts. */
  artifactsOf(runId: string): string;
}

const MAX_ARGUMENTS = 64;

const MAX_ARGUMENT = 4096;

const MAX_FOLDERS = 20;

const GRACE_MS = 5_000;

/** The variable with the path of the workspace. */
const WORKSPACE_VARIABLE = "DEJIMA_WORKSPACE";

const folderList = (description: string) =>
  z.array(z.string().min(1).max(MAX_ARGUMENT)).max(MAX_FOLDERS).default([]).describe(description);

/**
 * Runs a script of a skill in the sandbox. It sees its skill, its working folder, and what the user accepted.
 */
export function createRunSkillScript(world: ScriptWorld): Tool {
  return defineTool({
    name: "run_skill_script",
    picksSkill: true,
    aliases: ["run_script", "execute_skill", "executeSkill"],
    summary: "Run a script of a skill in the sandbox",
    description: `Runs a file of the skill's scripts folder, or its entry point when \`script\` is left out, with arguments as a list. It sees the
skill's files, an empty working folder, files of the workspace that arguments name, folders in \`read\` and \`write\`, and what the user accepted with
the skill. Files that it writes into its working folder are kept as artifacts. Returns its output, exit code and artifacts.`,
    category: "skill",
    risk: "medium",
    timeoutMs: Math.max(world.timeoutMs, ...world.timeouts.values()) + GRACE_MS,
    input: () =>
      skillFields({
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
          .describe(
            "Arguments, one by one. Files of the workspace among them can be read; folders must also be in `read`",
          ),
        stdin: z.string().max(1_000_000).optional().describe("What the script reads from standard input"),
        read: folderList("Further files and folders of the workspace to read"),
        write: folderList("Folders of the workspace that it may change"),
        cwd: z
          .enum(["work", "skill"])
          .default("work")
          .describe("Where it starts: its empty working folder, or the folder of the skill"),
      }),
    // The command line of an entry point is the name of a folder.
    async question({ skill, script, args }) {
      if (script !== undefined) return undefined;
      const given = args.map(quoted).join(" ");
      return given === ""
        ? { en: `Run the skill ${skill}?`, zh: `运行技能 ${skill}？` }
        : { en: `Run the skill ${skill} with ${given}?`, zh: `运行技能 ${skill}，参数 ${given}？` };
    },
    effects: ({ skill, script, args, read, write }, place) =>
      scriptEffects({ ...world, ...place }, { skill, script, args, read, write }),
    async *run(input, { files, artifacts, environment, signal, runId, callId }): AsyncIterable<StreamStep> {
      const { skill, script, args, stdin, read, write, cwd } = input;
      const { workspace } = files;
      const use = await openSkill(world, skill, runId);
      try {
        const folder = world.folderOf(runId, callId);
        await makeFolder(folder);
        const provided = await provideFiles(
          await namedFiles(args, { ...world, workspace }),
          { read, write },
          { files, workspace },
        );
        const names = new Set(artifacts.list().map(({ name }) => name));
        const copies = await copyArtifacts(args, { folder, artifacts: world.artifactsOf(runId), names });
        const paths = [...provided.named.map((file) => file.given), ...read, ...write];
        if (cwd === "work") {
          const linked = await linkFiles(folder, paths, workspace);
          await makeOutputFolders(folder, args, { workspace, linked });
        }
        const words = cwd === "work" ? args : absoluteArguments(args, provided.named);
        const argv = await scriptCommand(await scriptPath(use.folder, script), words);
        const { contract } = use.manifest;
        const accepted = [
          ...acceptedFolders(contract, workspace),
          ...askedMounts(world.folders.get(use.name), workspace),
        ];
        const mounts = [...accepted, ...provided.mounts];
        const work: Mount = { path: folder, access: "read-write" };
        const own: Mount = { path: use.folder, access: "read-only" };
        const sandbox = await world.sandbox(use.name);
        const request: StartOptions = {
          workspace: work,
          // Both may be in Dejima's home, which is hidden if the whole workspace is mounted.
          ownFolders: [work, own],
          mounts: [own, ...mounts],
          hidden: world.hidden,
          masks: await files.masks(mounts),
          hosts: contract.hosts,
          secrets: await world.secretsFor?.({ user: `skill:${use.name}`, callId }),
          ...(contract.otherPrograms === "refused" ? { programs: contract.programs } : {}),
          ...(cwd === "skill" ? { workingDirectory: use.folder } : {}),
          environment: {
            ...environment.given(),
            [WORKSPACE_VARIABLE]: workspace,
            ...acceptedVariables(contract, world.variables),
          },
          limits: {
            ...contract.limits,
            wallTimeMs: smaller(contract.limits.wallTimeMs, timeoutOf(world, use.name)),
          },
          stdin,
          signal,
        };
        const writable = mounts.filter(({ access }) => access === "read-write").map(({ path }) => path);
        const start = () => programSteps(sandbox.start(argv, request));
        const run = () => (writable.length === 0 ? start() : keepChanges(files, writable, start));
        const { withheld } = provided;
        const facts = { skill: use.name, ...(withheld.length === 0 ? {} : { withheld }) };
        yield* keepArtifacts(folder, artifacts, { given: copies, facts, start: run });
      } finally {
        use.release();
      }
    },
  });
}

interface ScriptCall extends RequestedFolders {
  readonly skill: string;
  readonly script: string | undefined;
  readonly args: readonly string[];
}

/** What a script would touch: the command, its files, and what the user accepted with the skill. */
async function scriptEffects(
  world: ScriptWorld,
  { skill, script, args, ...requestedFolders }: ScriptCall,
): Promise<Effect[]> {
  // What cannot run is reported before anybody is asked.
  const library = await world.library();
  await library.refresh();
  const use = await library.use(skill);
  use.release();
  const { name, manifest, folder } = use;
  await scriptCommand(await scriptPath(folder, script));
  const granted = world.folders.get(name) ?? { read: [], write: [] };
  return [
    { kind: "command.run", target: [`${name}/${script ?? ""}`, ...args].map(quoted).join(" ") },
    ...(await fileEffects(await namedFiles(args, world), requestedFolders, world)),
    ...(await contractEffects(manifest.contract, granted, world.workspace)),
  ];
}

const timeoutOf = ({ timeouts, timeoutMs }: ScriptWorld, skill: string): number =>
  timeouts.get(skill) ?? timeoutMs;

const smaller = (requested: number | undefined, allowed: number): number =>
  Math.min(requested ?? allowed, allowed);

async function scriptPath(folder: string, script: string | undefined): Promise<string> {
  if (script === undefined || script === ".") return folder;
  const root = await realpath(folder);
  const inside = script.replace(/^\.\//, "");
  // A path such as ooxml/scripts/unpack.py names another scripts folder of the skill.
  const wanted = resolve(root, isScript(inside) ? inside : join("scripts", inside));
  const real = await realpath(wanted).catch(() => undefined); // a path that names no file
  if (real === undefined)
    throw new DejimaError("not_found", `Cannot run "${script}": the scripts folder does not have this file`);
  if (!isInside(real, root) || !isScript(relative(root, real)))
    throw new DejimaError(
      "path_blocked",
      `Cannot run "${script}": it is not in a scripts folder of the skill`,
    );
  return real;
}

function acceptedFolders({ folders }: SkillContract, workspace: string): Mount[] {
  return folders.map(({ path, access }) => ({
    path: resolve(workspace, path),
    access: access === "write" ? "read-write" : "read-only",
  }));
}

function askedMounts(granted: RequestedFolders | undefined, workspace: string): Mount[] {
  const mount = (access: Mount["access"]) => (path: string) => ({ path: resolve(workspace, path), access });
  return [
    ...(granted?.read ?? []).map(mount("read-only")),
    ...(granted?.write ?? []).map(mount("read-write")),
  ];
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

/** The effects that a user accepted with a skill or granted to it. The policy judges them like any others. */
async function contractEffects(
  contract: SkillContract,
  granted: RequestedFolders,
  workspace: string,
): Promise<Effect[]> {
  const folders = [
    ...contract.folders,
    ...granted.read.map((path) => ({ path, access: "read" as const })),
    ...granted.write.map((path) => ({ path, access: "write" as const })),
  ];
  const effects: Effect[][] = await Promise.all([
    ...folders.map(async ({ path, access }) => {
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
