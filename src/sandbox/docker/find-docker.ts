import { existsSync } from "node:fs";
import { Readable } from "node:stream";
import { thrownText } from "../../support/thrown-text.ts";
import type { DriverReport, FoundDriver, ProofStep } from "../driver.ts";
import { prove } from "../prove.ts";
import { createDockerDriver } from "./docker-driver.ts";
import { createEngine, type Engine } from "./engine.ts";
import { assembleRootFilesystem, findPython, type SystemPython } from "./root-filesystem.ts";

/** The engine's default socket. */
export const DEFAULT_SOCKET = "/var/run/docker.sock";

/** The image built from Dockerfile.sandbox. */
const BUILT_IMAGE = "dejima-sandbox:latest";

/** The name of the image that is assembled if there is no other. A new Node or Python makes a new one. */
export function assembledImage(python: SystemPython | undefined): string {
  const tag = `assembled-${process.version}${python === undefined ? "" : `-python-${python.version}`}`;
  return `dejima-sandbox:${tag.replace(/[^\w.-]/g, "-")}`;
}

const INSTALL =
  "apt-get install docker.io, start the daemon, then docker build -f Dockerfile.sandbox -t dejima-sandbox .";

export interface DockerSearch {
  readonly docker?: DockerOptions | undefined;
  /** The Node for an image that is assembled here. */
  readonly node?: string | undefined;
}

interface DockerOptions {
  /** The engine's Unix socket. */
  readonly socket?: string | undefined;
  readonly image?: string | undefined;
  /** `runsc` for gVisor. */
  readonly runtime?: string | undefined;
}

/** Looks for a container engine with an image, and runs the proof. */
export async function findDocker({
  docker = {},
  node = process.execPath,
}: DockerSearch = {}): Promise<FoundDriver> {
  const base: DriverReport = {
    name: "docker",
    usable: false,
    boundary: "security boundary",
    proof: [],
    limits: { mechanism: "container", notHeld: [] },
  };
  const socket = docker.socket ?? DEFAULT_SOCKET;
  if (!existsSync(socket))
    return { report: { ...base, reason: `there is no engine at ${socket}`, install: INSTALL } };
  const engine = createEngine(socket);
  let proof: ProofStep[] = [];
  try {
    await engine.call("/version");
    const image = docker.image ?? (await settleImage(engine, node));
    const driver = await createDockerDriver({ engine, image, runtime: docker.runtime });
    try {
      proof = await prove(driver, { isFiltered: docker.runtime === undefined });
      if (proof.every((step) => step.contained)) return { report: { ...base, usable: true, proof }, driver };
    } catch (error) {
      await driver.close();
      throw error;
    }
    await driver.close();
    return { report: { ...base, proof, reason: "it failed its own proof" } };
  } catch (error) {
    const reason = thrownText(error);
    return { report: { ...base, proof, reason, install: INSTALL } };
  }
}

/** The image of the Dockerfile if it was built, otherwise one assembled from this machine's own parts. */
export async function settleImage(engine: Engine, node: string): Promise<string> {
  if (await hasImage(engine, BUILT_IMAGE)) return BUILT_IMAGE;
  const python = await findPython();
  const image = assembledImage(python);
  if (await hasImage(engine, image)) return image;
  const files = await assembleRootFilesystem({ node, python });
  try {
    const stream = Readable.from(files.tar);
    const [repo = "", tag = ""] = image.split(":");
    const query = { fromSrc: "-", repo, tag };
    await engine.call("/images/create", { method: "POST", query, stream, patient: true });
  } finally {
    await files.dispose();
  }
  if (!(await hasImage(engine, image))) throw new Error("the engine did not take the assembled image");
  return image;
}

async function hasImage(engine: Engine, image: string): Promise<boolean> {
  const found = await engine.call(`/images/${image}/json`, { accept: [404] });
  return typeof found === "object" && found !== null && "Id" in found;
}
