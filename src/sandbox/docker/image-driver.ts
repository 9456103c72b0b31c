import { realpathSync } from "node:fs";
import { join, relative } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { defined } from "../../support/defined.ts";
import { isInside } from "../../support/paths.ts";
import type { Driver, Launched, LaunchRequest } from "../driver.ts";
import { PROXY_ENVIRONMENT } from "../inside-programs.ts";
import { isGrantable } from "../process/spawn-child.ts";
import { removeTree } from "../remove-tree.ts";
import { verifyMasks } from "../request/settle-paths.ts";
import type { Access } from "../sandbox.ts";
import { engineProfile } from "../seccomp/engine-profile.ts";
import { ATTACHED, bind, limitSettings, userOf, walls } from "./container.ts";
import { createEngine } from "./engine.ts";
import { runContainer } from "./run-container.ts";
import { bridgePrograms, startBridge } from "./start-bridge.ts";

/** A part of a granted folder, mounted at another path inside. */
export interface ImageBind {
  readonly source: string;
  readonly target: string;
  readonly access: Access;
}

/** A program that comes as an image, and how it is started. */
export interface ImageProgram {
  /** The id of the image. */
  readonly id: string;
  /** Default: the image's own. */
  readonly entrypoint?: string | undefined;
  /** Default: the image's own. */
  readonly workingDirectory?: string | undefined;
  readonly binds: readonly ImageBind[];
}

interface ImageDriverOptions {
  /** The engine's Unix socket. */
  readonly socket: string;
  readonly runtime?: string | undefined;
  readonly program: ImageProgram;
  /** The image of the bridge to granted hosts. Called only if hosts were granted. */
  bridgeImage(): Promise<string>;
}

/**
 * Runs one untrusted image, contained like every other container. The first argument it is started with is
 * dropped.
 */
export function createImageDriver({ socket, runtime, program, bridgeImage }: ImageDriverOptions): Driver {
  const engine = createEngine(socket);
  let programs: Promise<string> | undefined;
  return {
    name: "docker",
    boundary: "security boundary",
    launch,
    async close() {
      engine.close();
      if (programs !== undefined) await removeTree(await programs);
    },
  };

  async function openBridge(request: LaunchRequest) {
    if (request.proxySocket === undefined) return undefined;
    programs ??= bridgePrograms();
    return startBridge(engine, request, {
      image: await bridgeImage(),
      runtime,
      owner: ourselves(),
      filter: engineProfile(process.arch, { unixSockets: true }),
      programs: await programs,
    });
  }

  async function launch(request: LaunchRequest): Promise<Launched> {
    verifyMasks(request.masks);
    for (const one of program.binds) refuseUngranted(one, request);
    const bridge = await openBridge(request);
    try {
      return await runContainer(engine, {
        body: describeImage(request, { program, runtime, bridge: bridge?.id }),
        request,
        dispose: () => bridge?.remove(),
      });
    } catch (error) {
      await bridge?.remove();
      throw error;
    }
  }
}

const ourselves = () => ({ uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 });

/** Throws if a folder of the image is mounted that was not granted or is hidden. */
function refuseUngranted({ source, access }: ImageBind, { mounts, hidden, masks }: LaunchRequest): void {
  const real = realpathSync.native(source);
  const granted = mounts.some(
    (mount) => isInside(real, mount.path) && (access === "read-only" || mount.access === "read-write"),
  );
  const covered = [
    ...hidden.map(({ path }) => path),
    ...masks.filter(({ type }) => type !== "hold").map(({ place }) => place),
  ];
  if (granted && !covered.some((path) => isInside(real, path))) return;
  throw new DejimaError("path_blocked", `Cannot mount "${source}": it is not inside a granted folder`);
}

interface DescribeOptions {
  readonly program: ImageProgram;
  readonly runtime: string | undefined;
  readonly bridge: string | undefined;
}

/** The engine's request to create a container from the unchanged image, contained like every other. */
function describeImage(request: LaunchRequest, { program, runtime, bridge }: DescribeOptions): object {
  const { limits, proxySocket, home } = request;
  const environment = {
    ...Object.fromEntries(Object.entries(request.environment).filter(([name]) => isGrantable(name))),
    ...defined({ HOME: program.binds.find(({ source }) => source === home)?.target ?? home }),
    ...(proxySocket === undefined ? {} : PROXY_ENVIRONMENT),
  };
  const { binds, covered, empty } = insidePlaces(request, program.binds);
  return {
    Image: program.id,
    Cmd: request.argv.slice(1),
    ...(program.entrypoint === undefined ? {} : { Entrypoint: [program.entrypoint] }),
    ...defined({ WorkingDir: program.workingDirectory }),
    Env: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    User: userOf(ourselves()),
    ...(bridge === undefined ? { Hostname: "sandbox" } : {}),
    ...ATTACHED,
    Healthcheck: { Test: ["NONE"] },
    HostConfig: {
      ...walls({
        runtime,
        filter: runtime === undefined ? engineProfile(process.arch, { unixSockets: false }) : undefined,
      }),
      NetworkMode: bridge === undefined ? "none" : `container:${bridge}`,
      ...limitSettings(limits),
      Tmpfs: {
        "/tmp": `rw,exec,nosuid,nodev,mode=1777,size=${limits.workspaceBytes}`,
        ...Object.fromEntries(empty.map((path) => [path, "ro,size=4096,mode=555"])),
      },
      Mounts: [
        ...binds.map(({ source, target, access }) => bind(source, target, access === "read-only")),
        ...covered.map(({ source, target, readOnly }) => bind(source, target, readOnly)),
      ],
    },
  };
}

/**
 * Every granted folder at its own path and at the paths that the command names, with the hidden parts of
 * each.
 */
function insidePlaces({ mounts, masks, hidden }: LaunchRequest, named: readonly ImageBind[]) {
  const binds: ImageBind[] = [
    ...mounts.map(({ path, access }) => ({ source: path, target: path, access })),
    ...named.map((one) => ({ ...one, source: realpathSync.native(one.source) })),
  ];
  const places = (path: string) => [
    ...new Set(
      binds
        .filter(({ source }) => isInside(path, source))
        .map(({ source, target }) => join(target, relative(source, path))),
    ),
  ];
  return {
    binds,
    empty: [
      ...hidden.filter(({ type }) => type === "folder").flatMap(({ path }) => places(path)),
      ...masks.filter(({ type }) => type === "hide-folder").flatMap(({ place }) => places(place)),
    ],
    covered: [
      ...hidden
        .filter(({ type }) => type === "file")
        .flatMap(({ path }) =>
          places(path).map((target) => ({ source: "/dev/null", target, readOnly: true })),
        ),
      ...masks
        .filter(({ type }) => type !== "hide-folder")
        .flatMap(({ type, path, place }) =>
          places(place).map((target) => ({
            source: type === "hide-file" ? "/dev/null" : path,
            target,
            readOnly: type !== "hold",
          })),
        ),
    ],
  };
}
