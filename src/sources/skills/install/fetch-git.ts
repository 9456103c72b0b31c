import { chmod, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import { defined } from "../../../support/defined.ts";
import { hostAndPort } from "../../../support/network/host-pattern.ts";
import type { InstallWorld } from "./download.ts";
import type { SkillSource } from "./skill-source.ts";

/** Keeps code of the repository and of the user's git settings from running. Allows only http and https. */
const SAFE_SETTINGS = [
  "core.hooksPath=/dev/null",
  "core.symlinks=false",
  "core.fsmonitor=false",
  "credential.helper=",
  "protocol.allow=never",
  "protocol.https.allow=always",
  "protocol.http.allow=always",
  "submodule.recurse=false",
].flatMap((setting) => ["-c", setting]);

const ENVIRONMENT = {
  GIT_TERMINAL_PROMPT: "0",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_LFS_SKIP_SMUDGE: "1",
};

/** Fetches the newest commit of a repository, or the named one. Returns the folder of the skill in it. */
export async function fetchGit(
  source: Extract<SkillSource, { type: "git" }>,
  staging: string,
  { runProgram, signal }: Pick<InstallWorld, "runProgram"> & { readonly signal?: AbortSignal },
): Promise<string> {
  if (runProgram === undefined) {
    throw new DejimaError("spawn_failed", `Cannot install from "${source.url}": this runtime cannot run git`);
  }
  const folder = join(staging, "git");
  await mkdir(folder);
  await chmod(folder, 0o777); // git may run as another user in the sandbox; the parent folder keeps other users out
  const target = join(folder, "repository");
  const branch = source.reference === undefined ? [] : ["--branch", source.reference];
  const clone = [
    "clone",
    "--quiet",
    "--depth",
    "1",
    "--no-tags",
    "--single-branch",
    "--no-recurse-submodules",
  ];
  const argv = ["git", ...SAFE_SETTINGS, ...clone, "--template=", ...branch, "--", source.url, target];
  const { exitCode, stderr } = await runProgram(argv, {
    cwd: folder,
    env: ENVIRONMENT,
    hosts: [hostAndPort(source.url)],
    ...defined({ signal }),
  });
  if (exitCode !== 0) {
    throw new DejimaError(
      "exit_nonzero",
      `Cannot install from "${source.url}": git reports: ${stderr.trim().slice(-500)}`,
      { exitCode },
    );
  }
  await rm(join(target, ".git"), { recursive: true, force: true });
  return source.subfolder === undefined ? target : join(target, source.subfolder);
}
