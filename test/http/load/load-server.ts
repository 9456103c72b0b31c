// A server with a model that follows a script, in a process of its own, so that it can be measured and killed.
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { serve } from "../../../src/doors/http/serve.ts";
import type { LanguageModel } from "../../../src/model/language/language-model.ts";
import { createRuntime } from "../../../src/runtime.ts";
import { LONG_MESSAGE, LONG_TOKENS } from "./long-answer.ts";
import type { MemoryUse } from "./start-server.ts";

const [workspace = "", port = "0", pauseMs = "0"] = process.argv.slice(2);

const words =
  "The clock of the harbour says that it is time to load the ships and to sail with the tide ".split(" ");

/** Looks at the clock once, then answers word by word; or at length, as a model across a network does. Keeps nothing of what it was asked. */
const model: LanguageModel = {
  id: "scripted:load",
  async *stream({ messages }) {
    if (Number(pauseMs) > 0) await delay(Number(pauseMs));
    const last = messages.at(-1);
    const answers = last?.role === "tool" || last?.text === LONG_MESSAGE;
    if (last?.text === LONG_MESSAGE)
      for (const token of LONG_TOKENS) {
        await nextTurn();
        yield { type: "text-delta", text: token };
      }
    else if (answers) for (const word of words) yield { type: "text-delta", text: `${word} ` };
    else
      yield { type: "tool-call", call: { id: `call-${messages.length}`, tool: "current_time", input: "{}" } };
    yield { type: "usage", usage: { inputTokens: 1, outputTokens: 1, cachedTokens: 0 } };
    yield { type: "end", reason: answers ? "stop" : "tool-calls" };
  },
};

// The launcher of `dejima serve` sets the same flags.
const { keepHeapSmall, CHAT_SERVER } = await import(
  new URL("../../../bin/keep-heap-small.js", import.meta.url).href
);
keepHeapSmall(CHAT_SERVER);
const runtime = createRuntime({ workspace, model });
const server = await serve({
  runtime,
  host: "127.0.0.1",
  port: Number(port),
  onFault: (error) => console.error(error),
});
console.log(JSON.stringify({ url: server.url }));
process.on("message", () => process.send?.(memoryUse()));
process.channel?.unref();
process.once("SIGTERM", async () => {
  await server.close();
  await runtime.close();
  process.exit(0);
});

function memoryUse(): MemoryUse {
  setFlagsFromString("--expose-gc");
  const resident = process.memoryUsage.rss();
  runInNewContext("gc")();
  const { heapUsed, external } = process.memoryUsage();
  return { resident, held: heapUsed + external };
}
