import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { loadConfig } from "../../src/config/load-config.ts";
import type { ErrorData } from "../../src/contract/error.ts";
import type { HarbourEvent } from "../../src/contract/event.ts";
import type { Outcome } from "../../src/contract/outcome.ts";
import type { Tool } from "../../src/contract/tool.ts";
import { createRuntime, type Runtime, type RuntimeOptions } from "../../src/runtime.ts";
import { defineTool, type ZodToolDefinition } from "../../src/tool/define-tool.ts";

/** A runtime on a workspace of its own, gone when disposed of. */
export interface TestRuntime extends AsyncDisposable {
  readonly runtime: Runtime;
  readonly workspace: string;
  readonly home: string;
  /** Everything that was announced, in order. */
  readonly events: readonly HarbourEvent[];
  /** The whole text of every file under the home, by its path there. */
  homeFiles(): Promise<Map<string, string>>;
}

export interface TestRuntimeOptions extends RuntimeOptions {
  /** Files of the workspace, by relative path. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** The text of a dejima.yaml to load instead of `config`. */
  readonly yaml?: string;
}

/** Makes a valid world; a test names only what it is about. */
export async function aRuntime(options: TestRuntimeOptions = {}): Promise<TestRuntime> {
  const { files = {}, yaml, variables = {}, ...rest } = options;
  const workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-gate-")));
  const home = rest.home ?? join(workspace, ".dejima");
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, name)), { recursive: true });
    await writeFile(join(workspace, name), content);
  }
  if (yaml !== undefined) await writeFile(join(workspace, "dejima.yaml"), yaml);
  const settings =
    yaml === undefined
      ? {}
      : { settings: await loadConfig({ cwd: workspace, configFile: "dejima.yaml", home, variables }) };
  const runtime = createRuntime({ workspace, home, variables, ...settings, ...rest });
  const events: HarbourEvent[] = [];
  runtime.subscribe((event) => void events.push(event));
  return {
    runtime,
    workspace,
    home,
    events,
    homeFiles: () => readTree(home),
    async [Symbol.asyncDispose]() {
      await runtime.close();
      await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** A tool that does nothing, with what the test changes about it. */
export function aTool<Schema extends z.ZodType = z.ZodObject>(
  fields: Partial<ZodToolDefinition<Schema>> & Pick<ZodToolDefinition<Schema>, "name">,
): Tool {
  return defineTool({
    summary: "A tool that only the tests know about",
    description: "Does what its test says.",
    category: "custom",
    risk: "low",
    input: z.object({}).loose() as unknown as Schema, // A test that reads its input names its schema.
    run: () => "done",
    ...fields,
  });
}

/** The error of an outcome that must be a failure. */
export function errorOf(outcome: Outcome): ErrorData {
  if (outcome.type === "failure") return outcome.error;
  throw new Error(`expected a failure, got ${JSON.stringify(outcome)?.slice(0, 500)}`);
}

/** The output of an outcome that must be a success. */
export function outputOf(outcome: Outcome): unknown {
  if (outcome.type === "success") return outcome.output;
  throw new Error(`expected a success, got ${outcome.error.code}: ${outcome.error.message}`);
}

async function readTree(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = files.map(
    async (file) => [file.slice(folder.length + 1), await readFile(file, "latin1")] as const,
  );
  return new Map(await Promise.all(texts));
}
