import { mkdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import type { Sandbox } from "../../../sandbox/sandbox.ts";
import { sha256, shortId } from "../../../support/lazy-crypto.ts";
import type { Once } from "../../../support/once.ts";
import { copyPackage, taken } from "./own-copy.ts";
import type { ServerPackage } from "./package-command.ts";
import type { PackageManager } from "./package-manager.ts";
import type { FetchProgress } from "./run-fetch.ts";

const recordSchema = z.object({
  specs: z.array(z.string()),
  versions: z.record(z.string(), z.string()),
  integrity: z.string(),
  count: z.number(),
  scripts: z.array(z.string()),
  registry: z.string(),
  fetchedAt: z.string(),
});

/** The stored packages of one command. */
export interface StoredPackage extends z.infer<typeof recordSchema> {
  /** The folder that the server has to see. */
  readonly folder: string;
}

export interface FetchRequest {
  readonly onProgress?: ((progress: FetchProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Packages of servers: each is fetched once, checked, and then used unchanged. */
export interface PackageStore {
  /** The packages of a command. Fetched if they are not present. */
  ensure(wanted: ServerPackage, request?: FetchRequest): Promise<StoredPackage>;
  /** The server's own writable copy of the package, if it needs one. `data` is its data folder. */
  ownCopy(wanted: ServerPackage, stored: StoredPackage, data: string): Promise<string | undefined>;
  /** The command that starts it, from its folder. */
  program(wanted: ServerPackage, folder: string): Promise<readonly string[]>;
  /** Folders of this machine that its program needs. */
  tools(wanted: ServerPackage): readonly string[];
  /** The same packages, each with the fetched version. */
  exactSpecs(wanted: ServerPackage, stored: StoredPackage): readonly string[];
  close(): Promise<void>;
}

/** Fetched packages that several machines share, by the name of their folder. */
export interface SharedPackages {
  /** Puts the packages of this name into a folder. Returns whether they are shared. */
  bring(name: string, place: string): Promise<boolean>;
  /** Shares a folder of packages under these names. */
  keep(names: readonly string[], folder: string): Promise<void>;
}

interface StoreOptions {
  readonly folder: string;
  readonly managers: Readonly<Record<ServerPackage["kind"], PackageManager>>;
  /** Where packages are fetched. It can reach the registries. */
  readonly sandbox: Once<Sandbox>;
  readonly now: () => number;
  /** Packages of a team. Only those of npm: what pip installs depends on the machine's Python. */
  readonly shared?: SharedPackages | undefined;
  /** Told if packages cannot be shared. They are used here all the same. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

/** Opens the store. Reads and fetches nothing yet. */
export function createPackageStore(options: StoreOptions): PackageStore {
  const { folder, managers, sandbox, now, shared, onFault } = options;
  const fetching = new Map<string, Promise<StoredPackage>>();
  const placeOf = (wanted: ServerPackage, specs = wanted.specs.map(oneSpelling)) => {
    const key = keyOf([...specs, ...(wanted.installScripts === true ? ["+scripts"] : [])]);
    return join(folder, wanted.kind, `${(specs[0] ?? "").replaceAll(/[^\w.@-]/g, "+").slice(0, 80)}-${key}`);
  };
  const exactSpecs = (
    { kind }: ServerPackage,
    { specs, versions }: Pick<StoredPackage, "specs" | "versions">,
  ) => specs.map((spec) => managers[kind].exact(spec, versions[managers[kind].nameOf(spec)] ?? ""));

  async function stored(wanted: ServerPackage): Promise<StoredPackage | undefined> {
    const place = placeOf(wanted);
    const text = await readFile(join(place, "dejima-package.json"), "utf8").catch(() => undefined);
    if (text === undefined) return undefined;
    return { ...recordSchema.parse(JSON.parse(text)), folder: await realpath(place) };
  }

  /** Gets packages that another machine has fetched. */
  async function bring(wanted: ServerPackage): Promise<StoredPackage | undefined> {
    if (shared === undefined || wanted.kind !== "npm") return undefined;
    const place = placeOf(wanted);
    await mkdir(dirname(place), { recursive: true });
    if (!(await shared.bring(basename(place), place))) return undefined;
    const existing = await stored(wanted);
    if (existing !== undefined) refuseOther(wanted, existing.integrity);
    return existing;
  }

  async function fetchOnce(wanted: ServerPackage, request: FetchRequest): Promise<StoredPackage> {
    const brought = await bring(wanted);
    if (brought !== undefined) return brought;
    const work = join(folder, shortId(".fetching-"));
    await mkdir(work, { recursive: true, mode: 0o755 });
    try {
      const options = { ...request, sandbox: await sandbox.get(), folder: work };
      const found = await managers[wanted.kind].install(wanted, options);
      refuseOther(wanted, found.integrity);
      const record = {
        specs: [...wanted.specs],
        ...found,
        scripts: [...found.scripts],
        fetchedAt: new Date(now()).toISOString(),
      };
      await writeFile(join(work, "dejima-package.json"), `${JSON.stringify(record, null, 2)}\n`);
      const place = placeOf(wanted, exactSpecs(wanted, record));
      await mkdir(join(folder, wanted.kind), { recursive: true });
      await rename(work, place).catch(taken);
      if (place !== placeOf(wanted)) await alias(place, wanted);
      const names = [...new Set([place, placeOf(wanted)])].map((path) => basename(path));
      if (wanted.kind === "npm") await shared?.keep(names, place).catch((error) => onFault?.(error));
      return { ...record, folder: place };
    } finally {
      await rm(work, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  /** Records what a command without an exact version resolved to, so that it stays the same. */
  async function alias(place: string, wanted: ServerPackage): Promise<void> {
    const { symlink } = await import("node:fs/promises");
    await symlink(place, placeOf(wanted)).catch(taken);
  }

  return {
    async ensure(wanted, request = {}) {
      const existing = await stored(wanted);
      if (existing !== undefined) {
        refuseOther(wanted, existing.integrity);
        return existing;
      }
      const key = placeOf(wanted);
      const under = fetching.get(key) ?? fetchOnce(wanted, request).finally(() => fetching.delete(key));
      fetching.set(key, under);
      return under;
    },
    async ownCopy(wanted, existing, data) {
      const { copies, nameOf } = managers[wanted.kind];
      if (!copies) return undefined;
      const place = `${data}.${keyOf([existing.folder, ...exactSpecs(wanted, existing)])}`;
      return copyPackage(existing.folder, nameOf(wanted.specs[0] ?? ""), place);
    },
    program: async (wanted, from) => [...(await managers[wanted.kind].program(wanted, from)), ...wanted.args],
    tools: ({ kind }) => managers[kind].tools(),
    exactSpecs,
    async close() {
      await (await sandbox.made?.catch(() => undefined))?.close();
    },
  };
}

const keyOf = (specs: readonly string[]): string => sha256(JSON.stringify(specs)).slice(0, 12);

/** `name==1.2` and `name@1.2` mean the same. */
const oneSpelling = (spec: string): string => spec.replace(/==(?=[\w.+!-]+$)/, "@");

function refuseOther({ integrity, specs }: ServerPackage, found: string): void {
  if (integrity === undefined || found === integrity) return;
  throw new DejimaError(
    "server_unavailable",
    `Cannot use ${specs[0]}: its checksum is ${found}, and the config says ${integrity}. Add the server again if you trust the new one`,
  );
}
