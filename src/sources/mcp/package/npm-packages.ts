import { existsSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import { once } from "../../../support/once.ts";
import { fetchNpm, NPM_WORK_FILES } from "./fetch-npm.ts";
import { readNpmRegistry } from "./npm-registry.ts";
import type { PackageManager } from "./package-manager.ts";
import { findPackageProgram } from "./package-program.ts";
import { verifyNpm } from "./verify-npm.ts";

interface NpmPackagesOptions {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The registry of the config. Default: that of the user's npm settings. */
  readonly registry: string | undefined;
}

/** npm packages, fetched by the machine's npm. */
export function npmPackages({ variables, registry }: NpmPackagesOptions): PackageManager {
  const settings = once(() => readNpmRegistry(variables, registry));
  return {
    copies: true,
    nameOf: packageName,
    exact: (spec, version) => `${packageName(spec)}@${version}`,
    tools: () => [],
    hosts: async () => (await settings.get()).hosts,
    async install({ specs, installScripts = false }, options) {
      const from = await settings.get();
      const npm = findNpm(variables);
      await fetchNpm(specs, { ...options, npm, registry: from, scripts: installScripts });
      for (const name of NPM_WORK_FILES)
        await rm(join(options.folder, name), { recursive: true, force: true });
      const found = await verifyNpm(options.folder, specs.map(packageName));
      return { ...found, registry: new URL(from.url).host };
    },
    program: ({ specs, program }, folder) => findPackageProgram(folder, packageName(specs[0] ?? ""), program),
  };
}

function packageName(spec: string): string {
  const at = spec.indexOf("@", 1);
  return at === -1 ? spec : spec.slice(0, at);
}

const CLI = "bin/npm-cli.js";

/** The folder of npm's own package on this machine: beside our Node, or by the search path. */
function findNpm(variables: Readonly<Record<string, string | undefined>>): string {
  const beside = join(dirname(realpathSync(process.execPath)), "../lib/node_modules/npm");
  const onPath = (variables.PATH ?? "").split(delimiter).flatMap((folder) => packageOf(join(folder, "npm")));
  const found = [beside, ...onPath, "/usr/lib/node_modules/npm", "/usr/share/nodejs/npm"].find((folder) =>
    existsSync(join(folder, CLI)),
  );
  if (found !== undefined) return realpathSync(found);
  throw new DejimaError(
    "spawn_failed",
    "Cannot fetch packages from npm: npm is not installed on this machine. Install it (it comes with Node.js)",
  );
}

/** npm's program is a link into its package. */
function packageOf(program: string): string[] {
  try {
    return [dirname(dirname(realpathSync(program)))];
  } catch {
    return []; // not installed here
  }
}
