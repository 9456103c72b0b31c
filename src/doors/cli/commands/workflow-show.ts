import type { RunCommand } from "../command.ts";

/** `dejima workflow show` */
export const run: RunCommand = async ({ runtime, output }) => {
  const mermaid = await (await runtime()).agent.graph();
  output.data({ mermaid }, () => mermaid);
  return 0;
};
