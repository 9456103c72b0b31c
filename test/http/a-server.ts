import { join } from "node:path";
import { expect } from "vitest";
import { createEntrance } from "../../src/access/entrance.ts";
import { openTokens, type Role } from "../../src/access/tokens.ts";
import type { HarbourEvent } from "../../src/contract/event.ts";
import { createApp } from "../../src/doors/http/app.ts";
import { type RunningServer, serve } from "../../src/doors/http/serve.ts";
import { type Script, ScriptedModel } from "../../src/model/language/scripted-model.ts";
import type { Runtime } from "../../src/runtime.ts";
import { aRuntime, type TestRuntime, type TestRuntimeOptions } from "../support/a-runtime.ts";
import { readSse, type Sse } from "./read-sse.ts";

/** A server on loopback over a runtime of its own. */
export interface TestServer extends TestRuntime {
  readonly url: string;
  readonly server: RunningServer;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** The answer, as what the test takes it for. */
  json<Value>(path: string): Promise<Value>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Chats to the end and gives every event. */
  chat(body: { message: string; conversation?: string; persona?: string }): Promise<Sse[]>;
}

export interface TestServerOptions extends TestRuntimeOptions {
  readonly script?: Script;
}

/** Makes one; a test names only what it is about. */
export async function aServer({ script, ...options }: TestServerOptions = {}): Promise<TestServer> {
  const model = script === undefined ? {} : { model: new ScriptedModel(script) };
  const world = await aRuntime({ ...model, ...options });
  const faults: unknown[] = [];
  const server = await serve({
    runtime: world.runtime,
    host: "127.0.0.1",
    port: 0,
    console: join(world.workspace, "no-console"),
    checkAnswers: true,
    onFault: (error) => faults.push(error),
  });
  const { url } = server;
  const get: TestServer["get"] = (path, headers = {}) => fetch(`${url}${path}`, { headers });
  const post: TestServer["post"] = (path, body = {}, headers = {}) =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  return {
    ...world,
    server,
    url,
    get,
    post,
    async json<Value>(path: string) {
      const answer = await get(path);
      expect(answer.status, path).toBe(200);
      return (await answer.json()) as Value;
    },
    chat: async (body) => Array.fromAsync(readSse(await post("/api/chat", body))),
    async [Symbol.asyncDispose]() {
      await server.close();
      await world[Symbol.asyncDispose]();
      expect(faults).toEqual([]);
    },
  };
}

/** The events of a run among what was sent. */
export function runEvents(sent: readonly Sse[]): HarbourEvent[] {
  return sent.map(({ data }) => data as HarbourEvent);
}

/** Requests of several people to one runtime, each with a token of their own and none without. */
export async function people(runtime: Runtime, roles: Readonly<Record<string, Role>>) {
  const tokens = openTokens(runtime.store.documents);
  const app = createApp({
    runtime,
    entrance: createEntrance({
      tokens,
      hosts: ["localhost"],
      anonymous: undefined,
      perMinute: runtime.settings.config.server.rateLimit,
    }),
    checkAnswers: true,
    onFault: expect.unreachable,
  });
  const held = new Map<string, string>();
  for (const [name, role] of Object.entries(roles)) held.set(name, await tokens.create(name, role));
  return {
    tokens,
    app,
    tokenOf: (name: string) => held.get(name) ?? "",
    async as(name: string, method: string, path: string, body?: unknown): Promise<Response> {
      return app.request(`http://localhost${path}`, {
        method,
        headers: {
          host: "localhost",
          authorization: `Bearer ${held.get(name) ?? ""}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    },
  };
}
