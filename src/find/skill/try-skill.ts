import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { plantWitness } from "../../sandbox/plant-witness.ts";
import { scriptCommand } from "../../sandbox/request/script-command.ts";
import type { Sandbox, SandboxResult } from "../../sandbox/sandbox.ts";
import type { Purpose } from "../../scan/program/purpose.ts";
import { createDecoyHome } from "../../sources/mcp/trial/decoy-home.ts";
import { judgeTrial } from "../../sources/mcp/trial/judge-trial.ts";
import { isKeyPlace } from "../../sources/mcp/trial/key-places.ts";
import type { TrialFinding } from "../../sources/mcp/trial/trial-finding.ts";
import { collectObservations, type Observed } from "../../sources/mcp/trial/trial-report.ts";
import { temporaryFolder } from "../../support/disk/temporary-folder.ts";
import { asReached } from "./reached-hosts.ts";
import { type SampleCall, sampleCalls } from "./sample-calls.ts";

/** The observed actions of a skill's scripts in their trial. */
export interface SkillTrial {
  readonly scripts: readonly string[];
  readonly runs: number;
  readonly hosts: readonly string[];
  readonly variables: readonly string[];
  readonly programs: readonly string[];
  /** Files of the decoy home that the scripts changed. */
  readonly files: readonly string[];
  /** Scripts that failed in every run, with the error. */
  readonly failed: readonly { readonly script: string; readonly why: string }[];
  readonly findings: readonly TrialFinding[];
}

/** A fetched skill, and the folders for its trial. */
interface SkillTrialOptions {
  /** The folder of the skill. */
  readonly folder: string;
  /** Paths of its files. */
  readonly paths: readonly string[];
  /** Its instructions, which show how to call its scripts. */
  readonly text: string;
  /** Variables that it declares. They get decoy values. */
  readonly variables: readonly string[];
  readonly purpose: Purpose;
  /** Where trials store their folders while they run. */
  readonly workFolder: string;
  readonly sandbox: Sandbox;
  readonly signal?: AbortSignal;
}

/** No host has this name. The sandbox's proxy refuses and records every other one. */
const NO_HOST = "trial.invalid";
const YEAR_AHEAD_MS = 400 * 86_400_000;
const MOST_SCRIPTS = 20;
const RUN_MS = 5_000;
/** The time limit for all runs of one trial together. */
const ALL_MS = 30_000;

/**
 * Runs the scripts of a skill on sample input, now and with the clock moved forward: in the sandbox, without network, in a decoy
 * home.
 */
export async function trySkill(options: SkillTrialOptions): Promise<SkillTrial> {
  const { sandbox, workFolder } = options;
  if (sandbox.boundary !== "security boundary")
    throw new DejimaError(
      "spawn_failed",
      `Cannot try the scripts of a skill: the sandbox "${sandbox.driver}" cannot contain them. Read the skill, and install it with: dejima skill install`,
    );
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  await using work = await temporaryFolder(".trial-", workFolder);
  return await tryIn(work.path, options);
}

async function tryIn(work: string, options: SkillTrialOptions): Promise<SkillTrial> {
  const home = join(work, "home");
  await mkdir(home);
  const decoy = await createDecoyHome(home, options.variables);
  const observations = collectObservations();
  const scripts = await runnable(options);
  const outputs: { tool: string; text: string }[] = [];
  const reached: Observed[] = [];
  const errors = new Map<string, string>();
  const worked = new Set<string>();
  const until = performance.now() + ALL_MS;
  let runs = 0;
  for (const aheadMs of [0, YEAR_AHEAD_MS]) {
    const phase = aheadMs === 0 ? "calls" : "later";
    observations.enter(phase);
    for (const script of scripts)
      for (const call of sampleCalls(script, options.text)) {
        options.signal?.throwIfAborted();
        if (performance.now() > until) break;
        runs += 1;
        const place = { place: join(work, String(runs)), home, environment: decoy.environment };
        const result = await runOnce(script, call, { ...options, ...place, aheadMs });
        observations.add(`${result.stderr}\n`);
        outputs.push({ tool: script, text: result.stdout });
        reached.push(
          ...(result.connections ?? []).map(({ host }) => ({
            kind: "host" as const,
            what: host,
            detail: "",
            phase: observations.phase(),
          })),
        );
        if (result.exitCode === 0) worked.add(script);
        else if (!errors.has(script)) errors.set(script, whyOf(result));
      }
  }
  const observed = [...observations.all, ...reached];
  // The order matters: looking for changes reads the files.
  const read = await decoy.readFiles();
  const changed = await decoy.changes();
  const named = (kind: Observed["kind"]) => [
    ...new Set(observed.flatMap(asReached).flatMap((one) => (one.kind === kind ? [one.what] : []))),
  ];
  const findings = judgeTrial({
    decoy,
    home,
    outputs,
    changed,
    read,
    described: [],
    known: new Set<string>(),
    observed: observed.flatMap(asReached).filter((one) => !isPlainFetch(one)),
    purpose: options.purpose,
  });
  return {
    scripts,
    runs,
    files: changed.slice(0, 50),
    hosts: named("host").slice(0, 50),
    variables: named("variable").filter(isTelling).slice(0, 100),
    programs: [...new Set(named("program").map((program) => basename(program)))].slice(0, 50),
    failed: [...errors].flatMap(([script, why]) => (worked.has(script) ? [] : [{ script, why }])),
    // The contract already lists harmless programs.
    findings: findings
      .filter(({ severity, message }) => severity !== "notice" || !message.startsWith("starts the program"))
      .map((finding) => ({ ...finding, message: finding.message.replace("its tool ", "its script ") })),
  };
}

/** Whether a program only fetches. The host that it fetches from is judged instead. */
const isPlainFetch = ({ kind, what, detail }: Observed): boolean =>
  kind === "program" && /^(?:curl|wget)$/.test(basename(what)) && !isKeyPlace(detail);

/** Whether a variable is specific to a script. Interpreters read the excluded ones on their own. */
const isTelling = (name: string): boolean =>
  !/^(?:\*|PATH|HOME|PWD|OLDPWD|SHLVL|LANG|LANGUAGE|LC_\w+|TMPDIR|TEMP|TMP|TERM|TZ|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|USER|LOGNAME|CI|\w*_PROXY|PYTHON\w*|NODE_\w*|DEJIMA_\w*|SSL_\w+|REQUEST_METHOD|WATCH_REPORT_DEPENDENCIES)$/.test(
    name,
  );

/** The runnable files: those of the scripts folder, and the entry point of the skill. */
async function runnable({ folder, paths }: SkillTrialOptions): Promise<string[]> {
  const inside = paths.filter((path) => path.startsWith("scripts/"));
  const named = [
    ...inside,
    ...(paths.some((path) => /^(?:index\.\w+|package\.json)$/.test(path)) ? ["."] : []),
  ];
  const found = await Promise.all(
    named.map((path) =>
      scriptCommand(join(folder, path)).then(
        () => [path],
        () => [],
      ),
    ),
  );
  return found.flat().slice(0, MOST_SCRIPTS);
}

interface Place extends SkillTrialOptions {
  /** The folder of this run. */
  readonly place: string;
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly aheadMs: number;
}

async function runOnce(
  script: string,
  { args, stdin, files }: SampleCall,
  options: Place,
): Promise<SandboxResult> {
  const { place, folder, home } = options;
  const [work, inside] = [join(place, "work"), join(place, "inside")];
  await mkdir(work, { recursive: true });
  await mkdir(inside);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(work, path)), { recursive: true });
    await writeFile(join(work, path), text);
  }
  const watched = await plantWitness(inside, options.aheadMs);
  return options.sandbox.start(watched(await scriptCommand(join(folder, script), args)), {
    workspace: { path: work, access: "read-write" },
    ownFolders: [
      { path: work, access: "read-write" },
      { path: home, access: "read-write" },
      { path: folder, access: "read-only" },
      { path: inside, access: "read-only" },
    ],
    home,
    hosts: [NO_HOST],
    stdin,
    signal: options.signal,
    environment: { ...options.environment, DEJIMA_WORKSPACE: work },
    limits: { wallTimeMs: RUN_MS },
  }).result;
}

function whyOf({ stderr, cause, timedOut, exitCode }: SandboxResult): string {
  if (timedOut) return `it took longer than ${RUN_MS / 1_000} s`;
  const said = stderr.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("\u001e"));
  return cause ?? said.at(-1)?.trim().slice(0, 200) ?? `it ended with ${exitCode}`;
}
