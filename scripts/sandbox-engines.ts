// Installs the engines and the browser that tests run for real. By hand: node scripts/sandbox-engines.ts [--docker]
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findProgram } from "../src/sandbox/process/find-program.ts";

/** Each engine to look for, with the package of Debian and Ubuntu that provides it. */
const ENGINES = {
  bwrap: "bubblewrap",
  setpriv: "util-linux",
  rg: "ripgrep",
  python3: "python3",
  chromium: "chromium",
  tmux: "tmux",
  openssl: "openssl",
  mariadbd: "mariadb-server-core",
};
/** Installed as well if the package exists: it lets the console's tests use less processor time. */
const SHELL = "chromium-headless-shell";
const DOCKER = { dockerd: "docker.io", containerd: "containerd", runc: "runc", busybox: "busybox-static" };

export interface EngineOptions {
  /** Also the container engine; large, so only where it is wanted. */
  readonly docker: boolean;
}

/** As root, installs missing engines through apt. Returns what it did, or why it did nothing. */
export function ensureEngines({ docker }: EngineOptions): string {
  const wanted = docker ? { ...ENGINES, ...DOCKER } : ENGINES;
  const missing = Object.entries(wanted).filter(([program]) => findProgram(program) === undefined);
  const packages = () => [...new Set([...missing.map(([, name]) => name), ...missingShell()])];
  const names = packages().join(" ");
  if (names === "") return "engines: all there";
  if (process.env.DEJIMA_NO_APT === "1")
    return `engines: ${names} missing, not installed: DEJIMA_NO_APT is 1`;
  if (process.getuid?.() !== 0) return `engines: ${names} missing, not installed: only root can`;
  if (!existsSync("/usr/bin/apt-get"))
    return `engines: ${names} missing, not installed: there is no apt here`;
  const apt = (...args: string[]) => {
    const options = ["-qq", "-o", "DPkg::Lock::Timeout=60"];
    const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    return spawnSync("apt-get", [...options, ...args], {
      stdio: ["ignore", "ignore", "pipe"],
      env: environment,
    });
  };
  apt("update");
  const { status, stderr } = apt("install", "-y", "--no-install-recommends", ...packages());
  if (status === 0) return `engines: installed ${names}`;
  return `engines: ${names} missing, apt-get could not install them: ${String(stderr).trim().split("\n").at(-1)}`;
}

/** The package of the shell, if it is missing and apt has it. Ubuntu does not. */
function missingShell(): string[] {
  const isThere = findProgram(SHELL) !== undefined;
  return isThere || spawnSync("apt-cache", ["show", SHELL], { stdio: "ignore" }).status !== 0 ? [] : [SHELL];
}

/** The missing engines without which whole groups of tests are skipped. */
export function missingEngines(): string[] {
  return Object.entries(ENGINES).flatMap(([program, name]) =>
    findProgram(program) === undefined ? [name] : [],
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const docker = process.argv.includes("--docker") || process.env.CI !== undefined;
  console.log(ensureEngines({ docker }));
}
