import { chmod, mkdtemp, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Driver, Launched, LaunchRequest } from "../driver.ts";
import { bridge, PROXY_ENVIRONMENT, programText } from "../inside-programs.ts";
import { createWorkspaceGauge } from "../limit/measure-usage.ts";
import { limitFailure, limitOfExitCode } from "../limit/resource-limits.ts";
import { cleanEnvironment } from "../process/spawn-child.ts";
import { removeTree } from "../remove-tree.ts";
import { verifyMasks } from "../request/settle-paths.ts";
import { engineProfile } from "../seccomp/engine-profile.ts";
import { describeContainer, INSIDE_PATH } from "./container.ts";
import { type Engine, splitFrames } from "./engine.ts";
import { type ImagePrograms, listImagePrograms, otherPrograms } from "./image-programs.ts";

/** Whom a program without a workspace runs as: granted folders of ours must be readable for it. */
const ourselves = () => ({ uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 });

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
  const filterFor = (hasProxy: boolean) =>
    runtime === undefined ? engineProfile(process.arch, hasProxy) : undefined; // gVisor brings its own kernel
  const driver: Driver = {
    name: "docker",
    boundary: "security boundary",
    launch,
    close: () => removeTree(programs),
  };
  let inImage: Promise<ImagePrograms> | undefined; // looked for when the first run wants it
  return driver;

  /** What an image holds besides the granted programs; Node stays where our bridge needs it. */
  async function coveredFiles({ programs: granted, proxySocket }: LaunchRequest): Promise<string[]> {
    if (granted === undefined) return [];
    inImage ??= listImagePrograms(driver);
    return otherPrograms(await inImage, proxySocket === undefined ? granted : [...granted, "node"]);
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
      ...cleanEnvironment({ path: INSIDE_PATH, home: "/tmp", granted: request.environment }),
      ...(request.proxySocket === undefined ? {} : PROXY_ENVIRONMENT),
    };
    const covered = await coveredFiles(request);
    const body = describeContainer(request, {
      image,
      runtime,
      filter: filterFor(request.proxySocket !== undefined),
      programs,
      owner,
      environment,
      covered,
    });
    const created = await engine.call("/containers/create", { method: "POST", body });
    const { Id: id } = created as { Id: string }; // the engine's documented answer
    const remove = async () => {
      await engine.call(`/containers/${id}`, {
        method: "DELETE",
        query: { force: "1", v: "1" },
        accept: [404, 409],
      });
    };
    try {
      const socket = await engine.attach(id);
      const waited = engine.call(`/containers/${id}/wait`, {
        method: "POST",
        query: { condition: "next-exit" },
        patient: true,
      });
      waited.catch(() => {}); // awaited below, unless the start fails first
      await engine.call(`/containers/${id}/start`, { method: "POST" });
      const gauge = createWorkspaceGauge(request.mounts, request.limits.workspaceBytes);
      return {
        stdin: socket,
        ...splitFrames(socket),
        exited: waited.then((answer) => Number((answer as { StatusCode: number }).StatusCode)), // documented
        begin: () => gauge.reset(),
        kill: () =>
          void engine.call(`/containers/${id}/kill`, { method: "POST", accept: [404, 409] }).catch(() => {}),
        brokenLimit: async () => ((await gauge.isFull()) ? "workspaceBytes" : null),
        limitAtEnd: async (exitCode) =>
          limitOfExitCode(exitCode) ?? ((await ranOutOfMemory(id)) ? "memoryBytes" : null),
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

  async function ranOutOfMemory(id: string): Promise<boolean> {
    const found = await engine.call(`/containers/${id}/json`);
    return (found as { State?: { OOMKilled?: boolean } }).State?.OOMKilled === true; // documented
  }
}
