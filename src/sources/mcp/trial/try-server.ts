import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { DejimaError } from "../../../contract/error.ts";
import { plantWitness } from "../../../sandbox/plant-witness.ts";
import type { Sandbox, SandboxRun } from "../../../sandbox/sandbox.ts";
import type { Purpose } from "../../../scan/program/purpose.ts";
import { defined } from "../../../support/defined.ts";
import { temporaryFolder } from "../../../support/disk/temporary-folder.ts";
import { thrownText } from "../../../support/thrown-text.ts";
import { createEraMemory, describeServer } from "../connection/open-session.ts";
import type { ServerHost } from "../connection/open-wire.ts";
import { createServerConnection, type ServerConnection } from "../connection/server-connection.ts";
import type { LocalServer, ServerSettings } from "../server-settings.ts";
import type { ServerDefinitions } from "../tool-definition.ts";
import { callTools } from "./call-tools.ts";
import { createDecoyHome, wantedPrefix } from "./decoy-home.ts";
import { judgeTrial } from "./judge-trial.ts";
import { createTrialDialogue } from "./trial-dialogue.ts";
import type { TrialFinding } from "./trial-finding.ts";
import { collectObservations, type Observations, type Phase } from "./trial-report.ts";

/** What a server did in its trial. */
export interface TrialResult {
  /** Its description. `undefined` if it did not start. */
  readonly definitions?: ServerDefinitions;
  /** Why it did not start. */
  readonly problem?: string;
  readonly calls: number;
  /** Hosts, variables and programs that it tried to use. */
  readonly hosts: readonly string[];
  readonly variables: readonly string[];
  readonly programs: readonly string[];
  /** Files of the made-up home that it changed. */
  readonly files: readonly string[];
  readonly findings: readonly TrialFinding[];
  /** The arguments from its README that the trial used, because it does not start without any. */
  readonly shownArguments?: readonly string[];
}

/** What to try, and where. */
export interface TrialOptions {
  readonly place: Pick<LocalServer, "command" | "args" | "package">;
  /** Variables that the server says it needs. They get made-up values. */
  readonly variables: readonly string[];
  /** Optional ones among them. They are omitted if the server does not start with made-up values. */
  readonly optional?: readonly string[];
  readonly purpose: Purpose;
  /** The scope of its package, if it has one. */
  readonly owner?: string;
  /** Whether its code could send something. Default: yes. */
  readonly canReach?: boolean;
  /** Arguments that its README shows. Used if it does not start without any. */
  readonly shownArguments?: readonly string[];
  /** Names of tools that already exist. */
  readonly known: ReadonlySet<string>;
  /** Where trials keep their folders while they run. */
  readonly folder: string;
  readonly host: Pick<ServerHost, "sandbox" | "packages" | "hidden">;
  readonly identity: { readonly name: string; readonly version: string };
  readonly signal?: AbortSignal;
}

/** No host has this name: the sandbox's proxy refuses and records every other. */
const NO_HOST = "trial.invalid";
const YEAR_AHEAD_MS = 400 * 86_400_000;
const CALL_MS = 3_000;
const START_MS = 30_000;
/** The final wait without calls, so that a server's shortened timers fire. */
const LOOKS = 4;
const SETTLE_MS = 150;

/**
 * Starts a server twice, now and with the clock moved forward: contained, without network, in a made-up home
 * full of canaries.
 */
export async function tryServer(options: TrialOptions): Promise<TrialResult> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const { variables, optional = [] } = options;
  let [wanted, last] = [options, await tryOnce(options)];
  // A made-up value fits no setting that knows only certain ones.
  if (last.problem !== undefined && optional.length > 0) {
    wanted = { ...options, variables: variables.filter((name) => !optional.includes(name)) };
    last = await tryOnce(wanted);
  }
  const named = variablesIn(last.problem ?? "").filter((name) => !wanted.variables.includes(name));
  if (named.length > 0) {
    wanted = { ...wanted, variables: [...wanted.variables, ...named] };
    last = await tryOnce(wanted);
  }
  const { place, shownArguments = [] } = wanted;
  if (last.problem !== undefined && shownArguments.length > 0) {
    wanted = { ...wanted, place: withArguments(place, shownArguments) };
    last = { ...(await tryOnce(wanted)), shownArguments };
  }
  // A server that says how its key must begin gets one that does.
  const prefix = wanted.variables.length === 0 ? undefined : wantedPrefix(last.problem ?? "");
  return prefix === undefined ? last : tryOnce(wanted, prefix);
}

/** Variables that a server names as it refuses to start. */
const variablesIn = (problem: string): string[] =>
  [...new Set(problem.match(/\b(?!ERR_)[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,5}\b/g) ?? [])].slice(0, 6);

type Place = TrialOptions["place"];

/** The same command with more arguments. */
function withArguments({ command, args, package: named }: Place, more: readonly string[]): Place {
  return {
    command,
    args: [...args, ...more],
    ...(named && { package: { ...named, args: [...named.args, ...more] } }),
  };
}

async function tryOnce(options: TrialOptions, prefix?: string): Promise<TrialResult> {
  await using work = await temporaryFolder(".trial-", options.folder);
  return await tryIn(work.path, options, prefix);
}

async function tryIn(work: string, options: TrialOptions, prefix?: string): Promise<TrialResult> {
  const home = join(work, "home");
  await mkdir(home);
  const decoy = await createDecoyHome(home, options.variables, prefix);
  const observations = collectObservations();
  const runs: SandboxRun[] = [];
  const described: { phase: Phase; definitions: ServerDefinitions }[] = [];
  const outputs: { tool: string; text: string }[] = [];
  const dialogue = createTrialDialogue(home);
  const called = new Set<string>();
  let [calls, problem]: [number, string | undefined] = [0, undefined];
  for (const aheadMs of [0, YEAR_AHEAD_MS]) {
    const inside = join(work, `inside-${aheadMs}`);
    await mkdir(inside);
    const command = await plantWitness(inside, aheadMs);
    observations.enter(aheadMs === 0 ? "start" : "later");
    const connection = connect(options, {
      home,
      inside,
      command,
      observations,
      runs,
      environment: decoy.environment,
      onDefinitions: (definitions, phase) => void described.push({ phase, definitions }),
    });
    try {
      await connection.start();
      const [first] = described;
      if (first !== undefined)
        calls += await callTools(connection.server, {
          definitions: first.definitions,
          home,
          observations,
          outputs,
          dialogue,
          ahead: aheadMs > 0,
          called,
        });
      if (aheadMs > 0) await setTimeout(SETTLE_MS);
      // More than once: a server may count how often it was asked.
      for (let look = 0; look < LOOKS; look++)
        described.push({ phase: observations.phase(), definitions: await connection.describe() });
    } catch (error) {
      options.signal?.throwIfAborted();
      if (described.length === 0 && aheadMs === 0) {
        problem = withoutWitness(error instanceof DejimaError ? error.message : thrownText(error));
        break;
      }
    } finally {
      await connection.server.close();
    }
  }
  const reached = runs.flatMap(({ connections = [] }) => connections.map(({ host }) => host));
  const observed = [
    ...observations.all,
    ...reached.map((what) => ({ kind: "host" as const, what, detail: "", phase: "calls" as const })),
  ];
  // In this order: looking for changes reads the files.
  const read = await decoy.readFiles();
  const changed = await decoy.changes();
  const named = (kind: string) => [
    ...new Set(observed.filter((one) => one.kind === kind).map(({ what }) => what)),
  ];
  const [first] = described;
  return {
    ...(first === undefined ? {} : { definitions: first.definitions }),
    ...defined({ problem }),
    calls,
    hosts: named("host").slice(0, 50),
    variables: named("variable")
      .filter((name) => name !== "*")
      .slice(0, 100),
    programs: named("program").slice(0, 50),
    files: changed.slice(0, 50),
    findings: judgeTrial({
      ...options,
      observed,
      decoy,
      home,
      outputs,
      described,
      changed,
      read,
      asked: dialogue.asked,
      wanted: options.variables,
    }),
  };
}

/** Why a server ended, without the reports of the witness in between. */
const withoutWitness = (problem: string): string =>
  problem.replaceAll(/(?:\| )?\u001e?dejima-trial \{"kind":.*?"\}(?= \||$)(?: \| )?/g, "").trim();

interface Watched {
  readonly home: string;
  readonly inside: string;
  /** The command with the witness in it. */
  command(argv: readonly string[]): readonly string[];
  readonly observations: Observations;
  readonly runs: SandboxRun[];
  readonly environment: Readonly<Record<string, string>>;
  onDefinitions(definitions: ServerDefinitions, phase: Phase): void;
}

function connect(options: TrialOptions, watched: Watched) {
  const { host, identity, place } = options;
  const { home, inside, observations, runs } = watched;
  const settings: ServerSettings = {
    name: "trial",
    place: {
      ...place,
      type: "stdio",
      environment: watched.environment,
      folders: [],
      hosts: [],
      trusted: false,
    },
    timeoutMs: CALL_MS,
    startTimeoutMs: START_MS,
    idleMs: START_MS * 10,
    maxMessageBytes: 4 * 1024 ** 2,
    exposure: "search",
    prefix: false,
  };
  const sandbox = async (): Promise<Sandbox> => {
    const own = await host.sandbox();
    return {
      ...own,
      start(argv, options = {}) {
        const run = own.start(watched.command(argv), {
          ...options,
          hosts: [NO_HOST],
          ownFolders: [...(options.ownFolders ?? []), { path: inside, access: "read-only" }],
        });
        runs.push(run);
        return run;
      },
    };
  };
  const server: ServerConnection = createServerConnection({
    settings,
    identity,
    now: Date.now,
    random: Math.random,
    host: {
      sandbox,
      hidden: host.hidden,
      workspace: home,
      trustedEnvironment: {},
      ...(host.packages === undefined ? {} : { packages: host.packages }),
      masks: async () => [],
      dataFolder: async () => home,
      errors: { add: (_server, text) => observations.add(text), of: () => "" },
    },
    eras: createEraMemory({ get: async () => undefined, put: async () => {}, now: Date.now }),
    admit: () => {},
    onNotice: () => {},
    onDefinitions: async (definitions) => watched.onDefinitions(definitions, observations.phase()),
  });
  return {
    server,
    start: () => server.refresh(),
    /** Fetches its description again: it may have changed by now. */
    describe: () =>
      server.request({ purpose: "list the tools", repeatable: false, lists: true }, ({ client }) =>
        describeServer({ client, leftOut: () => [] }, settings),
      ),
  };
}
