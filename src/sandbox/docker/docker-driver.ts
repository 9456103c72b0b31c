import { stat } from "node:fs/promises";
import { z } from "zod";
import type { Driver, Launched, LaunchRequest } from "../driver.ts";
import { createDriverSandbox } from "../driver-sandbox.ts";
import { PROXY_ENVIRONMENT, programText } from "../inside-programs.ts";
import { DEFAULT_LIMITS } from "../limit/limits.ts";
import { cleanEnvironment } from "../process/spawn-child.ts";
import { removeTree } from "../remove-tree.ts";
import { verifyMasks } from "../request/settle-paths.ts";
import { engineProfile } from "../seccomp/engine-profile.ts";
import { describeContainer, INSIDE_PATH } from "./container.ts";
import type { Engine } from "./engine.ts";
import { runContainer } from "./run-container.ts";
import { bridgePrograms, startBridge } from "./start-bridge.ts";

/** The user of a program without a workspace: it must be able to read granted folders of the host. */
const ourselves = () => ({ uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 });

interface DockerDriverOptions {
  readonly engine: Engine;
  readonly image: string;
  /** A runtime other than the engine's own: `runsc` is gVisor. */
  readonly runtime: string | undefined;
}

/** Creates the Docker driver. It starts one container for each run, and removes the container when the run ends. */
export async function createDockerDriver({ engine, image, runtime }: DockerDriverOptions): Promise<Driver> {
  const programs = await bridgePrograms();
  const filterFor = (options: { unixSockets: boolean }) =>
    runtime === undefined ? engineProfile(process.arch, options) : undefined; // gVisor brings its own kernel
  const driver: Driver = {
    name: "docker",
    boundary: "security boundary",
    launch,
    async close() {
      engine.close();
      await removeTree(programs);
    },
  };
  let inImage: Promise<ImagePrograms> | undefined; // looked up when the first run needs it
  return driver;

  /** The files of an image to cover so that only the granted programs are left. */
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
    try {
      const body = describeContainer(request, {
        ...common,
        filter: filterFor({ unixSockets: false }),
        bridge: bridge?.id,
        environment,
        covered,
      });
      return await runContainer(engine, { body, request, dispose: () => bridge?.remove() });
    } catch (error) {
      await bridge?.remove();
      throw error;
    }
  }
}

const listingSchema = z.object({
  /** Every program file of the image. */
  files: z.array(z.string()),
  /** The files that the names on the search path lead to. */
  names: z.record(z.string(), z.string()),
});

type ImagePrograms = z.infer<typeof listingSchema>;

/** Lists the programs of the image. Needs Node, which every image of Dejima has. */
async function listImagePrograms(driver: Driver): Promise<ImagePrograms> {
  const { start } = createDriverSandbox(driver, DEFAULT_LIMITS);
  const argv = ["node", "-e", programText(listPrograms), ...INSIDE_PATH.split(":")];
  const { stdout, stderr, cause } = await start(argv).result;
  try {
    return listingSchema.parse(JSON.parse(stdout));
  } catch (error) {
    const why = cause ?? stderr.trim();
    throw new Error(
      `Cannot restrict a program to its granted programs: the image cannot be inspected: ${why}`,
      {
        cause: error,
      },
    );
  }
}

/** The files to cover so that only these programs are left. */
function otherPrograms({ files, names }: ImagePrograms, programs: readonly string[]): string[] {
  const granted = new Set(
    programs.map((name) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name)),
  );
  return files.filter((file) => !granted.has(file));
}

/**
 * Runs inside a container, with the folders of the search path as arguments. Sent as text, so it uses nothing
 * from outside.
 */
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
      return true; // a file that cannot be read may still be executable
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
        // A dangling link runs nothing.
      }
    }
  }
  process.stdout.write(JSON.stringify({ files, names }));
}
