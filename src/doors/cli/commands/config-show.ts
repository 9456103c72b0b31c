import type { RunCommand } from "../command.ts";

/** `dejima config show` */
export const run: RunCommand = async ({ runtime, output }) => {
  const { settings, redactedConfig } = await runtime();
  const config = await redactedConfig();
  const { file, home } = settings;
  const shown = { ...(file === undefined ? {} : { file }), home, config };
  const { stringify } = await import("yaml");
  output.data(
    shown,
    () => `# ${file ?? "no dejima.yaml: these are the defaults"}\n# home ${home}\n${stringify(config)}`,
  );
  return 0;
};
