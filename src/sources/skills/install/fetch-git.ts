import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import type { InstallWorld } from "./install-world.ts";
import type { SkillSource } from "./skill-source.ts";

/** Nothing of the repository or of the user's git settings may run while it is fetched. */
const QUIET = [
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "core.symlinks=false",
  "-c",
  "core.fsmonitor=false",
  "-c",
  "protocol.allow=never",
  "-c",
  "protocol.https.allow=always",
  "-c",
  "protocol.ssh.allow=always",
  "-c",
  "protocol.file.allow=always",
  "-c",
  "submodule.recurse=false",
];

const ENVIRONMENT = { GIT_TERMINAL_PROMPT: "0", GIT_CONFIG_NOSYSTEM: "1", GIT_LFS_SKIP_SMUDGE: "1" };

/** Fetches a repository's newest commit, or the named one, and returns the folder in it that holds the skill. */
export async function fetchGit(
  source: Extract<SkillSource, { type: "git" }>,
  staging: string,
  { runProgram, signal }: Pick<InstallWorld, "runProgram"> & { readonly signal?: AbortSignal },
): Promise<string> {
  if (runProgram === undefined) {
    throw new DejimaError("spawn_failed", `Cannot install from "${source.url}": this runtime cannot run git`);
  }
  const target = join(staging, "repository");
  const branch = source.reference === undefined ? [] : ["--branch", source.reference];
  const argv = [
    "git",
    ...QUIET,
    "clone",
    "--quiet",
    "--depth",
    "1",
    "--no-tags",
    "--single-branch",
    ...branch,
    "--",
    source.url,
    target,
  ];
  const options = { cwd: staging, env: ENVIRONMENT, ...(signal === undefined ? {} : { signal }) };
  const { exitCode, stderr } = await runProgram(argv, options);
  if (exitCode !== 0) {
    throw new DejimaError(
      "exit_nonzero",
      `Cannot install from "${source.url}": git says: ${stderr.trim().slice(-500)}`,
      { exitCode },
    );
  }
  await rm(join(target, ".git"), { recursive: true, force: true });
  return source.subfolder === undefined ? target : join(target, source.subfolder);
}
