import { z } from "zod";
import { DRIVER_NAMES } from "../../../../contract/config-names.ts";
import { defineCommand } from "../../define-command.ts";
import { EXIT } from "../../describe/exit-code.ts";
import { flag, oneOf, values } from "../../input/fields.ts";

const sandboxList = defineCommand({
  path: ["sandbox", "list"],
  group: "Run programs in the sandbox",
  summary: "Show each sandbox driver, what it proved on this machine and which limits it enforces",
  input: z.object({}),
  examples: ["dejima sandbox list", "dejima sandbox list --json"],
  async run({ output, settings }) {
    const { sandboxDrivers } = await import("../../../../doctor.ts");
    const reports = await sandboxDrivers(await settings());
    output.data(reports, () =>
      reports
        .map(({ name, usable, boundary, proof, limits, reason, install }) => {
          const mark = usable ? output.style("green", "✓") : output.style("yellow", "–");
          const { say } = output;
          const enforcement =
            limits.notHeld.length === 0
              ? say(", all enforced")
              : say`, not enforced: ${limits.notHeld.join(", ")}`;
          const lines = [
            `${mark} ${output.style("bold", name)}  ${say.phrases(`${boundary}; limits by ${limits.mechanism}`)}${enforcement}`,
          ];
          if (reason !== undefined)
            lines.push(
              `  ${say.phrases(reason)}${install === undefined ? "" : say`; to install it: ${say.phrases(install)}`}`,
            );
          for (const { attempt, contained, detail } of proof)
            lines.push(
              `  ${contained ? say("blocked") : say("NOT BLOCKED")}  ${say.phrases(attempt)}  ${output.style("dim", say.phrases(detail))}`,
            );
          return lines.join("\n");
        })
        .join("\n"),
    );
    return 0;
  },
});

const sandboxRun = defineCommand({
  path: ["sandbox", "run"],
  summary: "Run a program in the sandbox; it sees this folder read-only and no network",
  input: z.object({
    argv: z.array(z.string()),
    driver: oneOf(
      ["auto", ...DRIVER_NAMES],
      "driver",
      "bubblewrap, docker or process (the one of the config)",
    ),
    timeout: z.coerce
      .number("it takes a number above 0")
      .positive("it takes a number above 0")
      .optional()
      .meta({ value: "seconds", description: "time limit; on timeout the exit code is 124" }),
    write: flag("let it change files of this folder"),
    host: values("name", "let it reach this host"),
  }),
  arguments: ["argv"],
  examples: [
    "dejima sandbox run -- node -e 'console.log(1 + 1)'",
    "dejima sandbox run --timeout 5 -- sh -c 'ls; id'",
  ],
  async run({ output, settings, cwd, signal }, { argv, driver, timeout, write, host = [] }) {
    const loaded = await settings();
    const { config, home, file } = loaded;
    const { openSandbox } = await import("../../../../wiring/containment/open-sandbox.ts");
    const { outgoingRulesOf } = await import("../../../../wiring/containment/outgoing-rules.ts");
    const sandbox = await openSandbox(
      { ...config.sandbox, driver: driver ?? config.sandbox.driver },
      outgoingRulesOf(loaded),
    );
    try {
      const limits = { wallTimeMs: timeout === undefined ? config.sandbox.timeout : timeout * 1000 };
      const run = sandbox.start(argv, {
        workspace: { path: cwd, access: write ? "read-write" : "read-only" },
        hidden: [home, ...(file === undefined ? [] : [file])],
        hosts: host,
        limits,
        signal,
      });
      if (!output.json) for await (const { stream, text } of run.output) process[stream].write(text);
      const result = await run.result;
      if (output.json) output.data(result, () => "");
      else if (result.cause !== undefined || result.limitHit !== null)
        output.note(
          result.timedOut
            ? output.say`Timed out after ${limits.wallTimeMs / 1000} s`
            : output.say.phrases(
                result.cause ?? output.say`Stopped: it broke the limit ${result.limitHit ?? ""}`,
              ),
        );
      return result.cause === "cancelled" ? EXIT.interrupted : (result.exitCode ?? EXIT.unavailable);
    } finally {
      await sandbox.close();
    }
  },
});

/** The commands of this file. */
export const COMMANDS = [sandboxList, sandboxRun];
