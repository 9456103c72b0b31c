import { join, relative, resolve } from "node:path";
import { openGroups } from "../../access/groups.ts";
import { openTokenValidity, tokenEnded } from "../../access/token-validity.ts";
import type { BlobStore } from "../../blobs/blob-store.ts";
import { CONFIG_FILE, HOME_FOLDER, type Settings } from "../../config/load-config.ts";
import { modelConnections } from "../../config/places/model-connections.ts";
import { userFolders } from "../../config/places/state-folder.ts";
import { literalSecrets } from "../../config/trust/literal-secrets.ts";
import type { SetApartFiles } from "../../contract/asking/set-apart.ts";
import type { EditorText } from "../../contract/data/file-access.ts";
import { SENSITIVE_NAMES } from "../../contract/data/sensitive-names.ts";
import { DejimaError } from "../../contract/error.ts";
import type { ToolSpending } from "../../contract/figures/tool-spend.ts";
import { LOCAL_USER } from "../../contract/run.ts";
import { userOf } from "../../contract/user/principal.ts";
import { createLateHeads } from "../../execution/anchor/late-heads.ts";
import type { RuleChanges } from "../../execution/asking/switches.ts";
import { createCallCache } from "../../execution/call-cache.ts";
import type { EventBus } from "../../execution/event-bus.ts";
import { createMarkIndex } from "../../execution/flow/mark-index.ts";
import type { Harbour } from "../../execution/harbour.ts";
import type { DayCounter } from "../../execution/log/count-days.ts";
import { recordDecisions, recordSetApart } from "../../execution/record-in-run.ts";
import { createLearningRedactor } from "../../execution/redaction/redactor.ts";
import { openRunBlobs, type RunBlobs } from "../../execution/run/run-blobs.ts";
import { createEnvironments } from "../../execution/run/run-environment.ts";
import { openRunHistory, type RunHistory } from "../../execution/run/run-history.ts";
import { isRunId } from "../../execution/run/run-id.ts";
import type { OpenRun } from "../../execution/run/run-surface.ts";
import { createFileGuard } from "../../files/file-guard.ts";
import { createSetApartFiles } from "../../files/set-apart/set-apart-files.ts";
import { openSetApartPlace } from "../../files/set-apart/set-apart-place.ts";
import { PROVIDERS } from "../../model/language/providers.ts";
import type { HttpClient } from "../../network/http-client.ts";
import type { Layer } from "../../policy/layer.ts";
import type { StatisticsBuffer } from "../../store/statistics.ts";
import type { Store } from "../../store/store.ts";
import { once } from "../../support/once.ts";
import { isInside, truePath } from "../../support/paths.ts";
import type { ToolRegistry } from "../../tool/tool-registry.ts";
import { VERSION } from "../../version.ts";
import type { LiveSettings } from "../settings/live-settings.ts";
import { openAnchor } from "./open-anchor.ts";
import { openRunLogs } from "./open-run-logs.ts";
import { hasLeftOver, setApartFolder, settleLeftOver } from "./settle-left-over.ts";
import { WORK_FOLDERS, type WorkFolders } from "./work-folders.ts";

interface HarbourParts {
  readonly live: LiveSettings;
  /** The real path of the workspace. */
  readonly workspace: string;
  /** Folders that tools may read and never change. */
  readonly sealed: readonly string[];
  readonly registry: ToolRegistry;
  readonly layers: readonly Layer[];
  layersIn(folder: string): readonly Layer[];
  /** The folders of conversations. `undefined` if all runs work in the whole workspace. */
  readonly folders: WorkFolders | undefined;
  readonly bus: EventBus;
  readonly statistics: StatisticsBuffer;
  readonly counter: DayCounter;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly client: HttpClient;
  readonly rules: RuleChanges;
  readonly spending: ToolSpending;
  /** The values of the vault, which are always redacted. */
  readonly secretValues: readonly string[];
  readonly editorText: EditorText | undefined;
  store(): Promise<Store>;
  /** Opens the blob store. `undefined` if the config names none. */
  readonly blobs: (() => Promise<BlobStore>) | undefined;
  /** The run, if this process has it open. */
  run(id: string): OpenRun | undefined;
  onFault(fault: unknown): void;
  readonly onNotice: ((text: string) => void) | undefined;
}

const CACHE_ENTRIES = 500;

/** Read once, because reading it takes longer than reading the clock. */
const STARTED_AT = performance.timeOrigin;

// Keys of models are always redacted, whether or not the config names them.
function modelKeys(variables: HarbourParts["variables"]): string[] {
  const named = Object.values(PROVIDERS).flatMap(({ keyVariables }) => keyVariables);
  const entered = Object.values(modelConnections(variables).read().providers);
  const inEnvironment = literalSecrets(Object.fromEntries(named.map((name) => [name, variables[name]])));
  return [...inEnvironment, ...entered.flatMap(({ apiKey }) => apiKey ?? [])];
}

/** The part of the wiring that the first call needs and a look at the catalogue does not. */
export async function openHarbour(parts: HarbourParts): Promise<{
  harbour: Harbour;
  history: RunHistory;
  setApart: SetApartFiles;
  /** Redacts a secret from now on. */
  learnSecret(secret: string): void;
}> {
  const { live, workspace, registry, layers, bus, statistics, counter, variables, client, store, onFault } =
    parts;
  const settings = live.current();
  const { config, base, home, secrets, file } = settings;
  const { tools } = config;
  const runsFolder = join(home, "runs");
  const blobs =
    parts.blobs &&
    openRunBlobs({ runsFolder, blobs: parts.blobs, documents: async () => (await store()).documents });
  const redactor = createLearningRedactor([
    ...secrets,
    ...literalSecrets(config),
    ...modelKeys(variables),
    ...literalSecrets({ secret: variables.AWS_SECRET_ACCESS_KEY }),
    ...parts.secretValues,
  ]);
  // Secrets that a changed config brings are redacted, too.
  live.follow([], (next) => {
    for (const secret of [...next.secrets, ...literalSecrets(next.config)]) redactor.learn(secret);
  });
  /** A client's approval is valid only as long as the user it acts for exists. */
  const holds = async (name: string, since: number) => {
    const standings = openTokenValidity((await store()).documents);
    const names = new Set([name, userOf(name)]);
    for (const each of names) if (each !== LOCAL_USER && !(await standings.holds(each, since))) return false;
    return true;
  };
  // Loaded with the first question: most calls need no approval.
  const service = once(async () =>
    (await import("../../execution/asking/approval-service.ts")).openApprovalService({
      ...config.approvals,
      byOthers: () => live.current().config.approvals.byOthers,
      folder: workspace,
      runsFolder,
      redactor,
      store,
      ...(blobs === undefined ? {} : { isSealed: sealedIn(blobs) }),
      membersOf: async (group) => openGroups((await store()).documents).membersOf(group),
      isStillValid: holds,
    }),
  );
  const { chain, pull, ...checks } = openAnchor({ settings, variables, client, store, onFault });
  const logs = openRunLogs({ runsFolder, home, redactor, config, store, blobs });
  const lateHeads = createLateHeads({ home, runsFolder, logs, chain, pull, store, onFault });
  void lateHeads.chain();
  const heads = { add: chain.add, done: () => lateHeads.done().then(chain.done) };
  // Where Dejima itself writes. A file that a person accepts is not put there either.
  const walls = {
    workspace: resolve(base, config.workspace),
    allowedPaths: tools.allowedPaths.map((path) => resolve(base, path)),
    protectedPaths: [home, ...userFolders(variables)],
  };
  const place = openSetApartPlace(setApartFolder(home), walls.protectedPaths.map(truePath));
  const setApart = {
    ...place,
    folder: recordSetApart(place.folder, { harbour: () => harbour, run: parts.run, onFault }),
  };
  /** The guard of a workspace. */
  const guardIn = (roots: Pick<typeof walls, "workspace" | "allowedPaths">) =>
    createFileGuard({
      ...roots,
      // A home in the workspace stays protected even if the runs are stored elsewhere.
      protectedPaths: [
        ...walls.protectedPaths,
        join(workspace, HOME_FOLDER),
        ...(file === undefined ? [] : [file]),
      ],
      // An agent that may write a config, in any folder, could change its own limits.
      protectedNames: [CONFIG_FILE],
      sealedPaths: parts.sealed,
      sensitivePatterns: [...SENSITIVE_NAMES, ...tools.sensitiveNames],
      setApart,
      undoMaxBytes: tools.undoLimit,
      // Loaded with the first search: starting programs loads half of the network stack.
      runProgram: async (program) =>
        (await import("../../sandbox/process/trusted-programs.ts")).runTrustedProgram(program),
    });
  const harbour: Harbour = {
    heads,
    registry,
    layers,
    files: guardIn(walls),
    get limits() {
      return limitsOf(live.current());
    },
    cache: createCallCache(CACHE_ENTRIES, Date.now),
    environmentOf: createEnvironments({ ...tools.environment, secrets, variables }),
    redactor,
    now: () => STARTED_AT + performance.now(),
    marks: createMarkIndex({
      marks: async () => (await store()).marks,
      now: Date.now,
      untrusted: tools.untrusted.flatMap((pattern) => [
        absolutePattern(pattern, walls.workspace),
        ...(parts.folders === undefined
          ? []
          : [absolutePattern(pattern, join(walls.workspace, WORK_FOLDERS, "*"))]),
      ]),
    }),
    markedVariables: new Map(),
    readings: new Map(),
    runsFolder,
    workspace,
    allowedPaths: walls.allowedPaths.map(truePath),
    rules: parts.rules,
    spending: parts.spending,
    editorText: parts.editorText,
    get maxConcurrent() {
      return live.current().config.tools.maxConcurrent;
    },
    version: VERSION,
    bus,
    service: service.get,
    standing: async (user, since) =>
      user === LOCAL_USER || (await holds(user, since)) ? undefined : tokenEnded(user),
    onUse: statistics.add,
    count: counter.see,
    store,
    logs,
    blobs,
    ...(parts.folders === undefined ? {} : { within: inFolderOf(parts.folders) }),
  };
  /** Paths inside the workspace map into the work folder of a run that has one. */
  function inFolderOf(folders: WorkFolders): NonNullable<Harbour["within"]> {
    return (run) => {
      const folder = folders.open(run);
      const allowedPaths = harbour.allowedPaths.map((path) => {
        // An allowed folder above the workspace would contain the folders of all conversations.
        if (isInside(workspace, path)) return folder;
        return isInside(path, workspace) ? join(folder, relative(workspace, path)) : path;
      });
      const describing = once(async () => {
        const shared = await service.get();
        return { ...shared, describe: { ...shared.describe, folder } };
      });
      return {
        ...harbour,
        get limits() {
          return harbour.limits;
        },
        get maxConcurrent() {
          return harbour.maxConcurrent;
        },
        workspace: folder,
        allowedPaths,
        layers: parts.layersIn(folder),
        files: guardIn({ workspace: folder, allowedPaths }),
        cache: harbour.cache.apart(),
        service: describing.get,
      };
    };
  }
  if (hasLeftOver(home)) await settleLeftOver(harbour.files, parts.onNotice);
  return {
    harbour,
    history: openRunHistory(runsFolder, {
      home,
      logs,
      blobs,
      store,
      chained: () => lateHeads.chain().then(chain.done).then(pull),
      notePruned: chain.notePruned,
      ...checks,
    }),
    learnSecret: redactor.learn,
    setApart: recordDecisions(createSetApartFiles(setApart.folder, walls), { harbour, run: parts.run }),
  };
}

/** Looks up seals of grants that were given on any machine. */
function sealedIn(blobs: RunBlobs): (runId: string, seal: string) => Promise<boolean> {
  return async (runId, seal) => {
    try {
      if (isRunId(runId)) await blobs.bring(runId, "grants", seal);
      return isRunId(runId);
    } catch (error) {
      if (error instanceof DejimaError && error.code !== "server_unavailable") return false;
      throw error;
    }
  };
}

function limitsOf({ config: { tools } }: Settings): Harbour["limits"] {
  return {
    timeoutMs: tools.timeout,
    networkTimeoutMs: tools.networkTimeout,
    maxInputCharacters: tools.maxInput,
    maxOutputCharacters: tools.maxOutput,
  };
}

/** A file pattern as a real absolute path. A folder stands for everything in it. */
function absolutePattern(pattern: string, base: string): string {
  const wild = pattern.search(/[*?]/);
  const folder = wild === -1 ? pattern : pattern.slice(0, pattern.lastIndexOf("/", wild) + 1);
  return `${truePath(resolve(base, folder))}/${wild === -1 ? "**" : pattern.slice(folder.length)}`;
}
