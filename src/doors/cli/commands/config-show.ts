import type { RunCommand } from "../command.ts";

/** `dejima config show` */
export const run: RunCommand = async ({ runtime, output }) => {
  const { settings, redactedConfig } = await runtime();
  const config = await redactedConfig();
  const { file, home, rules } = settings;
  const untrusted =
    rules === undefined ? {} : { untrustedRules: { confirm: rules.confirm, deny: rules.deny } };
  const shown = { ...(file === undefined ? {} : { file }), home, config, ...untrusted };
  const { stringify } = await import("yaml");
  output.data(shown, () =>
    [
      `# ${file ?? "no dejima.yaml: these are the defaults"}`,
      `# home ${home}`,
      stringify(config).trimEnd(),
      ...(rules === undefined
        ? []
        : ["# rules of the untrusted file that already hold", stringify(untrusted)]),
    ].join("\n"),
  );
  return 0;
};
