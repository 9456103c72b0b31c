import { DejimaError } from "../../../contract/error.ts";
import type { RunCommand } from "../command.ts";
import { EXIT } from "../exit-code.ts";

const DRIVERS = ["auto", "bubblewrap", "docker", "process"] as const;

/** `dejima sandbox run -- ARGV…`; ends with the program's own exit code, 124 when its time was up, 4 when it could not start. */
export const run: RunCommand = async ({ output, settings, cwd, signal }, { arguments: argv, options }) => {
  const loaded = await settings();
  const { config, home, file } = loaded;
  const driver = DRIVERS.find((name) => name === (options.driver ?? config.sandbox.driver));
  if (driver === undefined)
    throw new DejimaError(
      "invalid_input",
      `Cannot use the driver "${options.driver}": there are ${DRIVERS.join(", ")}`,
    );
  const timeout = options.timeout === undefined ? undefined : Number(options.timeout);
  if (timeout !== undefined && !(timeout > 0))
    throw new DejimaError(
      "invalid_input",
      `Cannot wait "${options.timeout}" seconds: --timeout takes a number above 0`,
    );
  const { openSandbox } = await import("../../../wiring/open-sandbox.ts");
  const { outsideOf } = await import("../../../wiring/outside-of.ts");
  const sandbox = await openSandbox({ ...config.sandbox, driver }, outsideOf(loaded));
  try {
    const run = sandbox.start(argv, {
      workspace: { path: cwd, access: options.write === true ? "read-write" : "read-only" },
      hidden: [home, ...(file === undefined ? [] : [file])],
      hosts: Array.isArray(options.host) ? options.host : [],
      limits: { wallTimeMs: timeout === undefined ? config.sandbox.timeout : timeout * 1000 },
      signal,
    });
    if (!output.json) for await (const { stream, text } of run.output) process[stream].write(text);
    const result = await run.result;
    if (output.json) output.data(result, () => "");
    else if (result.cause !== undefined || result.limitHit !== null)
      output.note(`${result.cause ?? `limit hit: ${result.limitHit}`}`);
    return result.cause === "cancelled" ? EXIT.interrupted : (result.exitCode ?? EXIT.unavailable);
  } finally {
    await sandbox.close();
  }
};
