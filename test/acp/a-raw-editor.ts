import { createInterface } from "node:readline";
import type { CommandLine } from "../agent/command-line.ts";
import { openAcp } from "./open-acp.ts";

/** A line of the protocol, as it came. */
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** An editor that writes whatever it likes: no library checks what it sends. */
export async function aRawEditor(cli: CommandLine) {
  const { stdin, stdout, ended } = openAcp(cli, {});
  const heard: Message[] = [];
  const waiting = new Set<() => void>();
  createInterface({ input: stdout }).on("line", (line) => {
    heard.push(JSON.parse(line));
    for (const wake of waiting) wake();
  });
  let last = 0;
  const write = (text: string) => void stdin.write(text);
  const send = (message: object) => write(`${JSON.stringify(message)}\n`);

  /** The next message that fits; each is given once. */
  async function next(fits: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const at = heard.findIndex(fits);
      const [found] = at < 0 ? [] : heard.splice(at, 1);
      if (found !== undefined) return found;
      const woken = Promise.withResolvers<void>();
      waiting.add(woken.resolve);
      await woken.promise;
      waiting.delete(woken.resolve);
    }
  }
  async function request(method: string, params: unknown): Promise<Message> {
    const id = ++last;
    send({ jsonrpc: "2.0", id, method, params });
    return next((message) => message.id === id && message.method === undefined);
  }
  await request("initialize", { protocolVersion: 1, clientCapabilities: {} });
  return {
    write,
    send,
    next,
    request,
    async begin(): Promise<string> {
      const { result } = await request("session/new", { cwd: cli.folder, mcpServers: [] });
      return (result as { sessionId: string }).sessionId; // the agent is ours
    },
    prompt: (sessionId: string, text: string) =>
      request("session/prompt", { sessionId, prompt: [{ type: "text", text }] }),
    async [Symbol.asyncDispose]() {
      stdin.end();
      await ended;
    },
  };
}
