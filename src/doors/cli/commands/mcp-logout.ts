import type { RunCommand } from "../command.ts";

/** `dejima mcp logout SERVER` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [server = ""] }) => {
  const forgotten = await (await runtime()).mcp.logout(server);
  output.data({ server, forgotten }, () =>
    forgotten ? `Forgot the login at ${server}.` : `There was no login at ${server}.`,
  );
  return 0;
};
