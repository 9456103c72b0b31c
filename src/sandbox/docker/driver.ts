import { chmod, mkdtemp, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { Driver, Launched, LaunchRequest } from "../driver.ts";
import { createDriverSandbox } from "../driver-sandbox.ts";
import { bridge, PROXY_ENVIRONMENT, programText } from "../inside-programs.ts";
import { DEFAULT_LIMITS } from "../limit/limits.ts";
import { createWorkspaceGauge } from "../limit/measure-usage.ts";
import { limitFailure, limitOfExitCode } from "../limit/resource-limits.ts";
import { cleanEnvironment } from "../process/spawn-child.ts";
import { removeTree } from "../remove-tree.ts";
import { verifyMasks } from "../request/settle-paths.ts";
import { engineProfile } from "../seccomp/engine-profile.ts";
import { describeContainer, INSIDE_PATH } from "./container.ts";
import { type Engine, splitFrames } from "./engine.ts";
import { removeContainer, startBridge } from "./start-bridge.ts";

/** Whom a program without a workspace runs as: granted folders of ours must be readable for it. */
const ourselves = () => ({ uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 });

/** How long to wait before a container is killed again, when the engine did not take the first word. */
const RETRY_MS = 500;
/** The exit code of a program that was ended by SIGKILL. */
const KILLED = 137;
const LATE_LOOK_MS = 100;
const LATE_LOOKS = 20;

interface DockerDriverOptions {
  readonly engine: Engine;
  readonly image: string;
  /** Another runtime than the engine's own: `runsc` is gVisor. */
  readonly runtime: string | undefined;
}

/** One container for each run, made and removed with it. */
export async function createDockerDriver({ engine, image, runtime }: DockerDriverOptions): Promise<Driver> {
  const programs = await mkdtemp(join(tmpdir(), "dejima-docker-"));
  await chmod(programs, 0o755);
  await writeFile(join(programs, "bridge.cjs"), programText(bridge));
  const filterFor = (options: { unixSockets: boolean }) =>
    runtime === undefined ? engineProfile(process.arch, options) : undefined; // gVisor brings its own kernel
  const driver: Driver = {
    name: "docker",
    boundary: "security boundary",
    launch,
    close: () => removeTree(programs),
  };
  let inImage: Promise<ImagePrograms> | undefined; // looked for when the first run wants it
  return driver;

  /** What an image holds besides the granted programs. */
  async function coveredFiles({ programs: granted }: LaunchRequest): Promise<string[]> {
    if (granted === undefined) return [];
    inImage ??= listImagePrograms(driver);
    return otherPrograms(await inImage, granted);
  }

  async function launch(request: LaunchRequest): Promise<Launched> {
    verifyMasks(request.masks);
    if (runtime !== undefined && request.proxySocket !== undefined) {
      throw new Error(
        `Cannot grant hosts with the runtime ${runtime}: it does not take sockets of this machine`,
      );
    }
    const owner = request.workspace === undefined ? ourselves() : await stat(request.workspace.path);
    const environment = {
      ...cleanEnvironment({ path: INSIDE_PATH, home: request.home ?? "/tmp", granted: request.environment }),
      ...(request.proxySocket === undefined ? {} : PROXY_ENVIRONMENT),
    };
    const covered = await coveredFiles(request);
    const common = { image, runtime, owner };
    const filter = filterFor({ unixSockets: true });
    const bridge = await startBridge(engine, request, { ...common, filter, programs });
    let id = "";
    const remove = async () => {
      if (id !== "") await removeContainer(engine, id);
      await bridge?.remove();
    };
    try {
      const body = describeContainer(request, {
        ...common,
        filter: filterFor({ unixSockets: false }),
        bridge: bridge?.id,
        environment,
        covered,
      });
      const created = await engine.call("/containers/create", { method: "POST", body });
      id = (created as { Id: string }).Id; // the engine's documented answer
      const socket = await engine.attach(id);
      await engine.call(`/containers/${id}/start`, { method: "POST" });
      // Asked only now: a container that has ended by then counts as not running, so its end cannot be missed.
      const waited = engine.call(`/containers/${id}/wait`, {
        method: "POST",
        query: { condition: "not-running" },
        patient: true,
      });
      const exited = waited.then((answer) => Number((answer as { StatusCode: number }).StatusCode)); // documented
      let ended = false;
      let killed = false;
      const end = () => {
        ended = true;
      };
      exited.then(end, end);
      const kill = async () => {
        killed = true;
        while (!ended) {
          try {
            await engine.call(`/containers/${id}/kill`, { method: "POST", accept: [404, 409] });
            return;
          } catch {
            await delay(RETRY_MS); // an engine under the load of the very program that must end
          }
        }
      };
      const gauge = createWorkspaceGauge(request.mounts, request.limits.workspaceBytes);
      return {
        stdin: socket,
        ...splitFrames(socket),
        exited,
        begin: () => gauge.reset(),
        kill: () => void kill(),
        brokenLimit: async () => ((await gauge.isFull()) ? "workspaceBytes" : null),
        limitAtEnd: async (exitCode) =>
          limitOfExitCode(exitCode) ??
          ((await ranOutOfMemory(id, exitCode === KILLED && !killed)) ? "memoryBytes" : null),
        startFailure: limitFailure,
        async dispose() {
          socket.destroy();
          await remove();
        },
      };
    } catch (error) {
      await remove();
      throw error;
    }
  }

  /** Whether the kernel ended it for its memory. The engine may learn that after the end: whoever was killed is looked at again. */
  async function ranOutOfMemory(id: string, wasKilled: boolean): Promise<boolean> {
    for (let look = 0; ; look++) {
      const found = await engine.call(`/containers/${id}/json`);
      if ((found as { State?: { OOMKilled?: boolean } }).State?.OOMKilled === true) return true; // documented
      if (!wasKilled || look === LATE_LOOKS) return false;
      await delay(LATE_LOOK_MS);
    }
  }
}

const listingSchema = z.object({
  /** Every program file of the image. */
  files: z.array(z.string()),
  /** What the names on the search path lead to. */
  names: z.record(z.string(), z.string()),
});

type ImagePrograms = z.infer<typeof listingSchema>;

/** Looks into the image: which programs there are. Needs the Node that every image of ours has. */
async function listImagePrograms(driver: Driver): Promise<ImagePrograms> {
  const { start } = createDriverSandbox(driver, DEFAULT_LIMITS);
  const argv = ["node", "-e", programText(listPrograms), ...INSIDE_PATH.split(":")];
  const { stdout, stderr, cause } = await start(argv).result;
  try {
    return listingSchema.parse(JSON.parse(stdout));
  } catch (error) {
    const why = cause ?? stderr.trim();
    throw new Error(`Cannot hold a program to those it was granted: the image cannot be looked at: ${why}`, {
      cause: error,
    });
  }
}

/** The files to be covered so that only these programs are left. */
function otherPrograms({ files, names }: ImagePrograms, programs: readonly string[]): string[] {
  const kept = new Set(programs.map((name) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name)));
  return files.filter((file) => !kept.has(file));
}

/** Runs inside a container, with the folders of the search path as arguments. Travels as text, so it uses nothing from outside. */
function listPrograms(): void {
  const { closeSync, openSync, readdirSync, readSync, realpathSync, statSync } =
    process.getBuiltinModule("node:fs");
  const files: string[] = [];
  const names: Record<string, string> = {};
  const isProgram = (path: string): boolean => {
    if (/\.(?:so|node)(?:\.|$)/.test(path) || (statSync(path).mode & 0o111) === 0) return false;
    try {
      const head = Buffer.alloc(4);
      const file = openSync(path, "r");
      readSync(file, head, 0, 4, 0);
      closeSync(file);
      return head.toString("latin1") === "\x7fELF";
    } catch {
      return true; // what cannot be read may still be run
    }
  };
  const entriesOf = (folder: string) => {
    try {
      return readdirSync(folder, { withFileTypes: true });
    } catch {
      return []; // not there, or closed to everybody inside
    }
  };
  const walk = (folder: string): void => {
    for (const entry of entriesOf(folder === "" ? "/" : folder)) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory() && !/^\/(?:proc|sys|dev|tmp|workspace)$/.test(path)) walk(path);
      if (entry.isFile() && isProgram(path)) files.push(path);
    }
  };
  walk("");
  for (const folder of process.argv.slice(1).reverse()) {
    for (const { name } of entriesOf(folder)) {
      try {
        names[name] = realpathSync(`${folder}/${name}`);
      } catch {
        // A link that leads nowhere runs nothing.
      }
    }
  }
  process.stdout.write(JSON.stringify({ files, names }));
}
