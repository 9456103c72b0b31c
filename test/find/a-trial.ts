import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { candidateSchema } from "../../src/find/candidate.ts";
import type { TrialRecord } from "../../src/find/trial-record.ts";
import { tryCandidate } from "../../src/find/try-candidate.ts";
import { createSandbox } from "../../src/sandbox/create-sandbox.ts";
import type { PackageStore, StoredPackage } from "../../src/sources/mcp/package/package-store.ts";
import { tryServer } from "../../src/sources/mcp/trial/try-server.ts";
import type { AListed } from "./a-registry.ts";

const NOW = Date.parse("2026-11-16T00:00:00Z");

/** A trial, and the package that was tried. */
export interface Tried {
  readonly name: string;
  readonly record: TrialRecord;
}

/** A package that is tried, with where it stands if npm fetched it for real. */
export interface ATriedPackage extends AListed {
  /** Packages among those it needs that have install scripts. */
  readonly scripts?: readonly string[];
  readonly installed?: { readonly folder: string; readonly program: string; readonly version: string };
}

/** Tries packages in a real sandbox, without a registry. */
export interface Trials extends AsyncDisposable {
  all(packages: readonly ATriedPackage[]): Promise<Tried[]>;
}

/** Opens a sandbox to try packages in. */
export async function openTrials(): Promise<Trials> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "dejima-corpus-")));
  const sandbox = await createSandbox();
  return {
    all,
    async [Symbol.asyncDispose]() {
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };

  /** The package as if npm had fetched it: what npm does is tested elsewhere. */
  async function fetched({
    name,
    files,
    manifest = {},
    entry,
    installed,
    scripts = [],
  }: ATriedPackage): Promise<StoredPackage> {
    const rest = { scripts: [...scripts], registry: "made", fetchedAt: "2026-11-16T00:00:00Z" };
    if (installed !== undefined)
      return {
        folder: installed.folder,
        specs: [name],
        versions: { [name]: installed.version },
        integrity: "sha512-made",
        count: 1,
        ...rest,
      };
    const at = join(folder, name.replaceAll("/", "+"));
    const own = join(at, "node_modules", name);
    const described = {
      name,
      version: "1.0.0",
      license: "MIT",
      bin: "server.js",
      mcpName: entry ?? `io.github.someone/${name}`,
      ...manifest,
    };
    for (const [path, text] of Object.entries({ ...files, "package.json": JSON.stringify(described) })) {
      await mkdir(dirname(join(own, path)), { recursive: true });
      await writeFile(join(own, path), text);
    }
    return {
      folder: at,
      specs: [name],
      versions: { [name]: "1.0.0" },
      integrity: "sha512-made",
      count: 1,
      ...rest,
    };
  }

  async function tried(made: ATriedPackage): Promise<TrialRecord> {
    const { name, description, variables = [], entry, at = "2024-01-01T00:00:00Z" } = made;
    const stored = await fetched(made);
    const packages: PackageStore = {
      ensure: async () => stored,
      ownCopy: async () => undefined,
      program: async (wanted) => [
        "node",
        made.installed?.program ?? join(stored.folder, "node_modules", name, "server.js"),
        ...wanted.args,
      ],
      tools: () => [],
      exactSpecs: () => [`${name}@1.0.0`],
      close: async () => {},
    };
    const candidate = candidateSchema.parse({
      name: entry ?? `io.github.someone/${name}`,
      kind: "mcp",
      description,
      registry: "https://made.example",
      package: { type: "npm", identifier: name, version: "1.0.0" },
      variables: variables.map((one) => ({ name: one.name, secret: one.isSecret ?? false })),
    });
    return tryCandidate(
      candidate,
      {
        skills: {
          library: () => Promise.reject(new Error("no skill is tried here")),
          sandbox: async () => sandbox,
          folder,
        },
        fetchPackage: async () => ({ ...stored, kind: "package", argv: ["npx", "-y", `${name}@1.0.0`] }),
        tryServer: (options) =>
          tryServer({
            ...options,
            folder: join(folder, "trials"),
            identity: { name: "test", version: "1" },
            host: { sandbox: async () => sandbox, packages, hidden: [] },
          }),
        describePackage: async () => ({
          time: { created: at, "1.0.0": at },
          versions: { "1.0.0": { _npmUser: "someone", ...made.manifest } },
        }),
        attestations: async () => undefined,
        skillHash: () => Promise.reject(new Error("no skill is tried here")),
        knownTools: () => new Set(["read_file"]),
        olderNames: async () => [],
        variables: {},
        now: () => NOW,
      },
      { server: "made" },
    );
  }

  /** Two at once: the machine has two cores. */
  async function all(packages: readonly ATriedPackage[]): Promise<Tried[]> {
    const done: Tried[] = [];
    const waiting = [...packages];
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        done.push({ name: next.name, record: await tried(next) });
    };
    await Promise.all([work(), work()]);
    return done;
  }
}

/** What a report says, to read in a failed test. */
export const shown = ({ name, record }: Tried) =>
  `${name}: ${record.grade}\n${record.lines.map(({ severity, text }) => `  ${severity} ${text}`).join("\n")}`;
