import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildConsole } from "../../scripts/build-console.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { serve } from "../../src/doors/http/serve.ts";
import { openMessengers } from "../../src/doors/messengers/open-messengers.ts";
import type { ModelRequest } from "../../src/model/language/language-model.ts";
import { ScriptedModel, type ScriptedReply } from "../../src/model/language/scripted-model.ts";
import { createRuntime, type Runtime } from "../../src/runtime.ts";

/** A server as `dejima serve` starts it, on a folder whose config the browser can change. */
export interface ALivedInConsole extends AsyncDisposable {
  readonly runtime: Runtime;
  readonly url: string;
  readonly folder: string;
  /** What the model says next, by what it was told. */
  script(reply: (request: ModelRequest) => ScriptedReply): void;
}

/** Starts one in an empty folder, with the messengers that its config comes to name. */
export async function aLivedInConsole(): Promise<ALivedInConsole> {
  if (!buildConsole()) throw new Error("The console could not be built; vite says why above");
  const folder = await realpath(await mkdtemp(join(tmpdir(), "dejima-lived-in-")));
  const variables = { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: join(folder, ".config") };
  let current: (request: ModelRequest) => ScriptedReply = () => ({ text: "Nothing to do." });
  const model = new ScriptedModel((request) => current(request));
  const runtime = createRuntime({
    settings: await loadConfig({ cwd: folder, variables }),
    variables,
    workspace: folder,
    model,
  });
  const faults: unknown[] = [];
  const server = await serve({
    runtime,
    host: "127.0.0.1",
    port: 0,
    checkAnswers: true,
    onFault: (error) => void faults.push(error),
  });
  const messengers = await openMessengers({ runtime, onFault: () => {} });
  return {
    runtime,
    url: server.url,
    folder,
    script(reply) {
      current = reply;
    },
    async [Symbol.asyncDispose]() {
      await messengers.close();
      await server.close();
      await runtime.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
      if (faults.length > 0) throw new AggregateError(faults, "The server met faults of its own");
    },
  };
}
