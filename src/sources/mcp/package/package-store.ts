import { mkdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import type { Sandbox } from "../../../sandbox/sandbox.ts";
import { sha256, shortId } from "../../../support/lazy-crypto.ts";
import type { Once } from "../../../support/once.ts";
import { type FetchProgress, fetchNpm, LEFTOVERS } from "./fetch-npm.ts";
import { findNpm } from "./find-npm.ts";
import { findProgram } from "./find-program.ts";
import type { NpmRegistry } from "./npm-registry.ts";
import { makeOwnCopy } from "./own-copy.ts";
import type { ServerPackage } from "./package-command.ts";
import { verifyNpm } from "./verify-npm.ts";

const recordSchema = z.object({
  specs: z.array(z.string()),
  versions: z.record(z.string(), z.string()),
  integrity: z.string(),
  count: z.number(),
  scripts: z.array(z.string()),
  registry: z.string(),
  fetchedAt: z.string(),
});

/** What stands in the store for one command. */
export interface StoredPackage extends z.infer<typeof recordSchema> {
  /** The folder that a server has to see. */
  readonly folder: string;
}

export interface FetchRequest {
  readonly onProgress?: ((progress: FetchProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Packages of servers: each is fetched once, checked, and used as it is from then on. */
export interface PackageStore {
  /** What the command needs; fetched if it is not here yet. */
  ensure(wanted: ServerPackage, request?: FetchRequest): Promise<StoredPackage>;
  /** The copy of the package that belongs to one server, who may write to it; `data` is its data folder. */
  ownCopy(wanted: ServerPackage, stored: StoredPackage, data: string): Promise<string>;
  /** How to start it, from the folder that it stands in. */
  program(wanted: ServerPackage, folder: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

interface StoreOptions {
  readonly folder: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly registry: Once<NpmRegistry>;
  /** Where packages are fetched: the registry is in its reach. */
  readonly sandbox: Once<Sandbox>;
  readonly now: () => number;
}

/** Opens the store. Nothing is read or fetched before it is asked to. */
export function createPackageStore({ folder, registry, sandbox, ...options }: StoreOptions): PackageStore {
  const fetching = new Map<string, Promise<StoredPackage>>();
  const placeOf = (kind: string, specs: readonly string[]) =>
    join(folder, kind, `${(specs[0] ?? "").replaceAll(/[^\w.@-]/g, "+").slice(0, 80)}-${keyOf(specs)}`);

  async function stored(wanted: ServerPackage): Promise<StoredPackage | undefined> {
    const place = placeOf(wanted.kind, wanted.specs);
    const text = await readFile(join(place, "dejima-package.json"), "utf8").catch(() => undefined);
    if (text === undefined) return undefined;
    return { ...recordSchema.parse(JSON.parse(text)), folder: await realpath(place) };
  }

  async function fetchOnce(wanted: ServerPackage, request: FetchRequest): Promise<StoredPackage> {
    if (wanted.kind !== "npm") throw notYet(wanted);
    const work = join(folder, shortId(".fetching-"));
    await mkdir(work, { recursive: true, mode: 0o755 });
    try {
      const from = await registry.get();
      const npm = findNpm(options.variables);
      await fetchNpm(wanted.specs, {
        ...request,
        sandbox: await sandbox.get(),
        folder: work,
        npm,
        registry: from,
      });
      for (const name of LEFTOVERS) await rm(join(work, name), { recursive: true, force: true });
      const found = await verifyNpm(work, wanted.specs.map(packageName));
      refuseOther(wanted, found.integrity);
      const record = {
        ...{ specs: [...wanted.specs], ...found, scripts: [...found.scripts] },
        ...{ registry: new URL(from.url).host, fetchedAt: new Date(options.now()).toISOString() },
      };
      await writeFile(join(work, "dejima-package.json"), `${JSON.stringify(record, null, 2)}\n`);
      const place = placeOf(wanted.kind, exactSpecs(record));
      await mkdir(join(folder, wanted.kind), { recursive: true });
      await rename(work, place).catch(taken);
      if (place !== placeOf(wanted.kind, wanted.specs)) await alias(place, wanted);
      return { ...record, folder: place };
    } finally {
      await rm(work, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  /** A command without an exact version keeps to what it got the first time. */
  async function alias(place: string, wanted: ServerPackage): Promise<void> {
    const { symlink } = await import("node:fs/promises");
    await symlink(place, placeOf(wanted.kind, wanted.specs)).catch(taken);
  }

  return {
    async ensure(wanted, request = {}) {
      const held = await stored(wanted);
      if (held !== undefined) {
        refuseOther(wanted, held.integrity);
        return held;
      }
      const key = placeOf(wanted.kind, wanted.specs);
      const under = fetching.get(key) ?? fetchOnce(wanted, request).finally(() => fetching.delete(key));
      fetching.set(key, under);
      return under;
    },
    ownCopy: (wanted, held, data) =>
      makeOwnCopy(
        held.folder,
        packageName(wanted.specs[0] ?? ""),
        `${data}.${keyOf([held.folder, ...exactSpecs(held)])}`,
      ),
    program: async (wanted, from) => [
      ...(await findProgram(from, packageName(wanted.specs[0] ?? ""), wanted.program)),
      ...wanted.args,
    ],
    async close() {
      await (await sandbox.made?.catch(() => undefined))?.close();
    },
  };
}

const keyOf = (specs: readonly string[]): string => sha256(JSON.stringify(specs)).slice(0, 12);

/** The name without the version. */
function packageName(spec: string): string {
  const at = spec.indexOf("@", 1);
  return at === -1 ? spec : spec.slice(0, at);
}

/** The same packages, each with the version that was fetched. */
export function exactSpecs({ specs, versions }: Pick<StoredPackage, "specs" | "versions">): string[] {
  return specs.map((spec) => `${packageName(spec)}@${versions[packageName(spec)]}`);
}

function refuseOther({ integrity, specs }: ServerPackage, found: string): void {
  if (integrity === undefined || found === integrity) return;
  throw new DejimaError(
    "server_unavailable",
    `Cannot use ${specs[0]}: its checksum is ${found}, and the config says ${integrity}. Add the server again if you trust the new one`,
  );
}

/** Another process was faster: what it fetched is the same. */
function taken(error: NodeJS.ErrnoException): void {
  if (!["EEXIST", "ENOTEMPTY"].includes(error.code ?? "")) throw error;
}

function notYet({ specs }: ServerPackage): DejimaError {
  return new DejimaError(
    "invalid_input",
    `Cannot fetch ${specs.join(", ")}: Python packages are not understood yet`,
  );
}
