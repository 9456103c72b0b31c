import { type Caller, openTokens } from "../../src/access/tokens.ts";
import { createApp } from "../../src/doors/http/app.ts";
import { aRuntime, type TestRuntime, type TestRuntimeOptions } from "../support/a-runtime.ts";
import { anEntrance } from "./an-entrance.ts";

export interface TestApp extends TestRuntime {
  /** Sends JSON as somebody, and gives the status and the JSON that came back. */
  send(method: string, path: string, body?: unknown): Promise<{ status: number; body: never }>;
  as(caller: Caller): TestApp["send"];
}

/** The API on a runtime of its own, without a socket. */
export async function anApp(options: TestRuntimeOptions = {}): Promise<TestApp> {
  const world = await aRuntime(options);
  const tokens = openTokens(world.runtime.store.documents);
  const as = (anonymous: Caller): TestApp["send"] => {
    const onFault = (error: unknown) => {
      throw error;
    };
    const app = createApp({
      runtime: world.runtime,
      entrance: anEntrance(tokens, anonymous),
      checkAnswers: true,
      onFault,
    });
    return async (method, path, body) => {
      const response = await app.request(`http://localhost${path}`, {
        method,
        headers: { host: "localhost", "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      // What came back is looked at by the test alone.
      return { status: response.status, body: (await response.json()) as never };
    };
  };
  return { ...world, as, send: as({ name: "local", role: "admin" }) };
}
