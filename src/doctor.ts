import { constants } from "node:fs";
import { access, rm, stat, statfs, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Settings } from "./config/load-config.ts";
import type { EnvironmentVariables } from "./config/substitute-environment.ts";
import { claimNewHome } from "./config/trust/home-claim.ts";
import { DejimaError } from "./contract/error.ts";
import type { Layer } from "./policy/layer.ts";
import { globalLayer } from "./policy/rule-layers.ts";
import { createRuntime, type Runtime } from "./runtime.ts";
import type { DriverReport } from "./sandbox/driver.ts";
import { findBrowser } from "./sources/browser/find-browser.ts";
import { openStoreAt } from "./store/open-store.ts";
import { defined } from "./support/defined.ts";
import { makeFolder } from "./support/paths.ts";
import { thrownText } from "./support/thrown-text.ts";
import { sandboxOptions } from "./wiring/containment/open-sandbox.ts";
import { checkConnections } from "./wiring/servers/check-connections.ts";
import { describeUnknownRules } from "./wiring/settings/unknown-rules.ts";

/**
 * The result of one check: fine, absent and not needed, weaker than it could be, or broken; and how to fix
 * it.
 */
export interface Check {
  readonly name: string;
  readonly status: "ok" | "absent" | "warning" | "failed";
  readonly message: string;
  readonly fix?: string;
}

const OLDEST_NODE = 24;
const LOW_DISK = 200 * 1024 ** 2;

/** Checks the machine and the config, one item after another. Changes nothing except for a temporary file. */
export async function* examine(
  settings: Settings,
  variables: EnvironmentVariables = {},
): AsyncIterable<Check> {
  yield checkNode();
  yield checkConfig(settings);
  claimNewHome(settings.home, variables);
  yield await checkHome(settings);
  yield await checkDatabase(settings);
  yield* checkTeam(settings, variables);
  yield await checkDisk(settings);
  for (const path of settings.config.tools.allowedPaths)
    yield await checkAllowedPath(resolve(settings.base, path));
  yield await checkRipgrep();
  yield checkBrowser(settings);
  yield await checkPermissions(settings, variables);
  const runtime = startable(settings, variables);
  if (runtime !== undefined) yield* checkConnections(runtime);
  await runtime?.close();
  yield* checkSandboxes(settings);
}

/** The runtime. `undefined` if it cannot start; earlier checks have reported why. */
function startable(settings: Settings, variables: EnvironmentVariables): Runtime | undefined {
  try {
    return createRuntime({ settings, variables });
  } catch {
    return undefined;
  }
}

function checkNode(): Check {
  const [major = 0] = process.versions.node.split(".").map(Number);
  if (major >= OLDEST_NODE) return { name: "node", status: "ok", message: `Node ${process.versions.node}` };
  return {
    name: "node",
    status: "failed",
    message: `Node ${process.versions.node} is too old`,
    fix: `install Node ${OLDEST_NODE} or newer`,
  };
}

function checkConfig({ file, doubt, ignored }: Settings): Check {
  if (file !== undefined && doubt !== undefined) {
    const keys = ignored.map(({ key }) => key).join(", ");
    return {
      name: "config",
      status: "warning",
      message: `${file} is not trusted in its current form${keys === "" ? "" : `; these settings are ignored: ${keys}`}`,
      fix: "`dejima config trust` shows it and accepts it",
    };
  }
  if (file !== undefined) return { name: "config", status: "ok", message: file };
  return {
    name: "config",
    status: "absent",
    message: "no dejima.yaml: using defaults",
    fix: "`dejima init` writes a commented one",
  };
}

async function checkHome({ home }: Settings): Promise<Check> {
  const probe = join(home, `.doctor-${process.pid}`);
  try {
    await makeFolder(home);
    await writeFile(probe, "");
    await rm(probe);
    return { name: "home", status: "ok", message: home };
  } catch (cause) {
    return {
      name: "home",
      status: "failed",
      message: thrownText(cause),
      fix: "point --home or DEJIMA_HOME at a folder that can be written",
    };
  }
}

async function checkDatabase({ home, config }: Settings): Promise<Check> {
  const driver = config.store === undefined ? "SQLite" : "PostgreSQL";
  try {
    const store = await openStoreAt({ home, address: config.store, tenant: config.tenant });
    const runs = await store.runs.list({ limit: 1 });
    await store.close();
    return {
      name: "database",
      status: "ok",
      message: runs[0] === undefined ? `${driver}, no runs yet` : `${driver}, latest run ${runs[0].id}`,
    };
  } catch (cause) {
    return {
      name: "database",
      status: "failed",
      message: thrownText(cause),
      fix:
        config.store === undefined
          ? "move the file away, or restore it from a backup"
          : "start the server, or correct `store` in the config or DEJIMA_STORE",
    };
  }
}

/** Checks the blob store, if the config names one, and the other processes of a team. */
async function* checkTeam(settings: Settings, variables: EnvironmentVariables): AsyncIterable<Check> {
  const { blobs, runs } = settings.config;
  if (blobs === undefined && runs === "here") return;
  await using runtime = createRuntime({ settings, variables });
  const missing = await runtime.missing();
  if (blobs !== undefined)
    yield missing.includes("the blob store")
      ? {
          name: "blobs",
          status: "failed",
          message: `${blobs} cannot be used`,
          fix: "start the server, correct `blobs` in the config or DEJIMA_BLOBS, and set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; `blobs` needs `runs: workers`",
        }
      : { name: "blobs", status: "ok", message: blobs };
  if (runs === "here" || missing.includes("the store")) return;
  const { nodes, warnings } = await runtime.worker.team();
  for (const { text, fix } of warnings) yield { name: "team", status: "warning", message: text, fix };
  const of = (role: string) => nodes.filter((node) => node.role === role).length;
  if (warnings.length === 0)
    yield { name: "team", status: "ok", message: `alive: ${of("worker")} worker, ${of("web")} web` };
}

async function checkDisk({ home }: Settings): Promise<Check> {
  try {
    const { bavail, bsize } = await statfs(home);
    const free = bavail * bsize;
    const message = `${Math.round(free / 1024 ** 2).toLocaleString("en")} MB free`;
    return free > LOW_DISK
      ? { name: "disk", status: "ok", message }
      : {
          name: "disk",
          status: "warning",
          message,
          fix: "free some space: a call that cannot be recorded does not run",
        };
  } catch (cause) {
    return { name: "disk", status: "warning", message: thrownText(cause) };
  }
}

async function checkAllowedPath(path: string): Promise<Check> {
  try {
    if (!(await stat(path)).isDirectory()) throw new Error(`${path} is not a folder`);
    await access(path, constants.R_OK);
    return { name: "allowed path", status: "ok", message: path };
  } catch (cause) {
    return {
      name: "allowed path",
      status: "warning",
      message: thrownText(cause),
      fix: "make the folder, or take it out of tools.allowedPaths",
    };
  }
}

async function checkRipgrep(): Promise<Check> {
  try {
    const { rgPath } = await import("@vscode/ripgrep");
    await access(rgPath, constants.X_OK);
    return { name: "ripgrep", status: "ok", message: "grep uses ripgrep" };
  } catch {
    return {
      name: "ripgrep",
      status: "warning",
      message: "grep uses its own engine, which is slower",
      fix: "npm install @vscode/ripgrep",
    };
  }
}

/** Every sandbox driver with the result of its proof. */
export async function sandboxDrivers({ config }: Pick<Settings, "config">): Promise<DriverReport[]> {
  const { listDrivers } = await import("./sandbox/create-sandbox.ts");
  return listDrivers(sandboxOptions(config.sandbox));
}

async function* checkSandboxes({ config }: Pick<Settings, "config">): AsyncIterable<Check> {
  if (!config.sandbox.enabled) {
    yield { name: "sandbox", status: "ok", message: "off by sandbox.enabled: no code runs" };
    return;
  }
  const reports = await sandboxDrivers({ config });
  const holds = reports.some(({ usable, boundary }) => usable && boundary === "security boundary");
  for (const report of reports) yield describeDriver(report, config.sandbox.driver, holds);
}

function proofWords(proof: DriverReport["proof"]): string {
  if (proof.length === 0) return "proves nothing, used only when the config names it";
  const blockedAttempts = proof.filter(({ contained }) => contained).map(({ attempt }) => attempt);
  const broken = proof.filter(({ contained }) => !contained).map(({ attempt }) => attempt);
  const shown = `tried and refused: ${blockedAttempts.join(", ")}`;
  return broken.length === 0 ? shown : `NOT contained: ${broken.join(", ")}; ${shown}`;
}

function describeDriver(report: DriverReport, chosen: string, holds: boolean): Check {
  const { name, usable, boundary, proof, limits, reason, install } = report;
  const notHeld = limits.notHeld.length === 0 ? "" : `, not enforced: ${limits.notHeld.join(", ")}`;
  const about = usable
    ? `${boundary}; ${proofWords(proof)}; limits by ${limits.mechanism}${notHeld}`
    : [reason ?? "does not work here", ...(proof.length === 0 ? [] : [proofWords(proof)])].join("; ");
  const needed = chosen === name || (chosen === "auto" && !holds && boundary === "security boundary");
  const status = usable ? "ok" : needed ? "warning" : "absent";
  return {
    name: `sandbox ${name}`,
    status,
    message: about,
    ...(usable || install === undefined ? {} : { fix: install }),
  };
}

function checkBrowser({ config }: Settings): Check {
  try {
    return { name: "browser", status: "ok", message: findBrowser(config.browser.executable).executable };
  } catch (error) {
    const { problem, fix } = error instanceof DejimaError ? error.details : {};
    return {
      name: "browser",
      status: "warning",
      message: typeof problem === "string" ? problem : thrownText(error),
      ...(typeof fix === "string" ? { fix } : {}),
    };
  }
}

async function checkPermissions(settings: Settings, variables: EnvironmentVariables): Promise<Check> {
  const { config, base, file, lineOf, user, team } = settings;
  const { safe, confirm, deny } = config.permissions;
  let layer: Layer;
  try {
    layer = globalLayer(config.permissions, { base, lineOf, ...defined({ file }) }, user, team);
  } catch (cause) {
    const fix = "`dejima policy explain TOOL` shows how a rule is read once it is fixed";
    return { name: "permissions", status: "failed", message: thrownText(cause), fix };
  }
  const unknown = await unknownRules(layer, settings, variables);
  if (unknown.length > 0) {
    const fix = "`dejima policy list` shows the rules, `dejima policy forget RULE` takes one back";
    return { name: "permissions", status: "warning", message: unknown.join("; "), fix };
  }
  const counts = `${safe.length} allowed, ${confirm.length} asked about, ${deny.length} denied`;
  const message = `${counts}; without a rule, reading is allowed, running is asked, writing and sending are off`;
  return { name: "permissions", status: "ok", message };
}

/** The rules that match no known tool of this home. */
async function unknownRules(
  layer: Layer,
  settings: Settings,
  variables: EnvironmentVariables,
): Promise<string[]> {
  await using runtime = createRuntime({ settings, variables });
  await runtime.ready().catch(() => {}); // load errors are reported where the tool is used
  return [...describeUnknownRules([layer], runtime.registry, settings).values()];
}
