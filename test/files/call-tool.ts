import type { FileAccessOptions } from "../../src/contract/data/file-guard.ts";
import type { Tool } from "../../src/contract/tool.ts";
import type { TestWorkspace } from "./a-workspace.ts";

/** Validates an input and runs the tool on the workspace, as the executor would without judging. */
export async function callTool(
  tool: Tool,
  input: unknown,
  world: TestWorkspace,
  options: Partial<FileAccessOptions> = {},
): Promise<unknown> {
  const parsed = tool.input.parse(input);
  if (!parsed.ok) throw new Error(parsed.issues.map(({ path, message }) => `${path} ${message}`).join("; "));
  return await tool.run(parsed.value, {
    runId: "r1",
    callId: "c1",
    signal: new AbortController().signal,
    files: world.open(options),
    userId: "local",
    allowedPaths: [],
    environment: { get: () => undefined, set: () => undefined, given: () => ({}) },
    artifacts: {
      save: () => {
        throw new Error("no artifacts here");
      },
      list: () => [],
    },
    inputSources: [],
    mark: () => undefined,
    progress: () => {},
    spent: () => {},
    answered: () => {},
  });
}
