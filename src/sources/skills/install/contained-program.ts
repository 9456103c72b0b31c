import { DejimaError } from "../../../contract/error.ts";
import type { Sandbox } from "../../../sandbox/sandbox.ts";
import type { RunProgram } from "./download.ts";

/** Loopback exceptions would bypass the proxy, which is the only way out. */
const THROUGH_PROXY = ["env", "-u", "NO_PROXY", "-u", "no_proxy"];

/**
 * Runs programs such as git in the sandbox. They see one folder and nothing else of the user's. They reach the
 * given hosts only through the proxy, by the same rules as every other request.
 */
export function containedProgram(sandbox: () => Promise<Sandbox>): RunProgram {
  return async (argv, { cwd, env, hosts, signal }) => {
    const box = await sandbox();
    if (box.boundary !== "security boundary")
      throw new DejimaError(
        "spawn_failed",
        `Cannot run ${argv[0]}: the sandbox "${box.driver}" cannot limit it to its host. Install from a folder or an https archive`,
      );
    const result = await box.start([...THROUGH_PROXY, ...argv], {
      workspace: { path: cwd, access: "read-write" },
      environment: env,
      hosts,
      signal,
    }).result;
    const refused = (result.connections ?? []).filter(({ allowed }) => !allowed).map(({ detail }) => detail);
    const messages = [result.stderr, ...refused, result.cause ?? ""].filter((text) => text !== "");
    return { exitCode: result.exitCode, stderr: messages.join("\n") };
  };
}
