import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { createRuntime, type Runtime, type RuntimeOptions } from "../../src/runtime.ts";
import { aWorld, type TestWorld } from "./skill-world.ts";

/** A runtime with its skills, and a world around it. */
export interface Harbour {
  readonly world: TestWorld;
  readonly library: Runtime["skills"];
  readonly runtime: Runtime;
  /** The output or the error, as what the test takes it for. */
  call<Told = unknown>(tool: string, input?: object): Promise<Told>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A runtime in a workspace of its own, whose person approves everything that is asked. */
export async function aHarbour(options: Partial<RuntimeOptions> = {}): Promise<Harbour> {
  const world = await aWorld();
  const runtime = createRuntime({
    workspace: await realpath(world.root),
    home: join(await realpath(world.root), "home"),
    ask: async () => ({ answer: "approve", by: "test" }),
    variables: { GREETING: "hello", HIDDEN: "hidden" },
    ...options,
  });
  return {
    world,
    library: runtime.skills,
    runtime,
    async call<Told>(tool: string, input = {}) {
      const outcome = await runtime.execute(tool, input);
      return (outcome.type === "success" ? outcome.output : outcome.error) as Told; // the test looks at it
    },
    async [Symbol.asyncDispose]() {
      await runtime.close();
      await world[Symbol.asyncDispose]();
    },
  };
}
