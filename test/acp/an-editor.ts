import { once } from "node:events";
import { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import {
  type ClientCapabilities,
  type ContentBlock,
  client,
  methods,
  ndJsonStream,
  type PromptResponse,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionNotification,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import type { CommandLine } from "../agent/command-line.ts";

type Asked = RequestPermissionRequest;
type Answer = RequestPermissionResponse;

export interface EditorOptions {
  readonly env?: Record<string, string>;
  readonly args?: readonly string[];
  readonly capabilities?: ClientCapabilities;
  /** Answers a question; by default it allows once, or picks the first button that allows. */
  permit?(asked: Asked, signal: AbortSignal): Answer | Promise<Answer>;
  /** The text of an open buffer, by its path. */
  read?(path: string): string;
  write?(path: string, content: string): void;
}

/** An editor with `dejima acp` as its agent: the SDK's own client over the pipes of a real process. */
export async function anEditor(cli: CommandLine, options: EditorOptions = {}) {
  const child = cli.start([...(options.args ?? []), "acp"], options.env);
  if (child.stdin === null || child.stdout === null || child.stderr === null) throw new Error("no pipes");
  const complaints = text(child.stderr);
  const exited = once(child, "exit");
  const heard: SessionNotification[] = [];
  const asked: Asked[] = [];
  const listeners = new Set<() => void>();
  const app = client({ name: "an editor" })
    .onNotification(methods.client.session.update, ({ params }) => {
      heard.push(params);
      for (const listen of listeners) listen();
    })
    .onRequest(methods.client.session.requestPermission, ({ params, signal }) => {
      asked.push(params);
      for (const listen of listeners) listen();
      return (options.permit ?? allow)(params, signal);
    })
    .onRequest(methods.client.fs.readTextFile, ({ params }) => ({
      content: options.read?.(params.path) ?? "",
    }))
    .onRequest(methods.client.fs.writeTextFile, ({ params }) => {
      options.write?.(params.path, params.content);
      return {};
    });
  const input = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>; // pipes carry bytes
  const connection = app.connect(ndJsonStream(Writable.toWeb(child.stdin), input));
  const { agent } = connection;
  const met = await agent.request(methods.agent.initialize, {
    protocolVersion: 1,
    clientCapabilities: options.capabilities ?? {},
  });
  return {
    child,
    agent,
    met,
    asked,
    heard,
    complaints,
    /** Begins a session in the folder of the command line. */
    async begin(cwd = cli.folder) {
      return (await agent.request(methods.agent.session.new, { cwd, mcpServers: [] })).sessionId;
    },
    prompt: (sessionId: string, ...prompt: readonly (string | ContentBlock)[]): Promise<PromptResponse> =>
      agent.request(methods.agent.session.prompt, {
        sessionId,
        prompt: prompt.map((block) => (typeof block === "string" ? { type: "text", text: block } : block)),
      }),
    /** What the agent has said in a session. */
    said: (sessionId: string) => chunks(heard, sessionId, "agent_message_chunk"),
    of: <Kind extends SessionUpdate["sessionUpdate"]>(kind: Kind) =>
      heard.flatMap(({ update }) =>
        update.sessionUpdate === kind
          ? [update as Extract<SessionUpdate, { sessionUpdate: Kind }>] // what was just looked at
          : [],
      ),
    /** Waits until something holds that is looked at again whenever the agent says or asks something. */
    async until<Found>(look: () => Found | undefined): Promise<Found> {
      for (;;) {
        const found = look();
        if (found !== undefined) return found;
        const next = Promise.withResolvers<void>();
        listeners.add(next.resolve);
        const gone = exited.then(async () => {
          throw new Error(`the agent is gone: ${await complaints}`);
        });
        await Promise.race([next.promise, gone]);
        listeners.delete(next.resolve);
      }
    },
    /** Ends the process as a crash would. */
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
    async [Symbol.asyncDispose]() {
      child.stdin?.end();
      if (child.exitCode === null && child.signalCode === null) await exited;
      connection.close();
    },
  };
}

/** The text of all chunks of one kind in a session. */
export function chunks(
  heard: readonly SessionNotification[],
  session: string,
  kind: "agent_message_chunk" | "user_message_chunk" | "agent_thought_chunk",
): string {
  return heard
    .map(({ sessionId, update }) =>
      sessionId === session && update.sessionUpdate === kind && update.content.type === "text"
        ? update.content.text
        : "",
    )
    .join("");
}

/** Chooses the button of a kind. */
export function choose(asked: Asked, kind: Asked["options"][number]["kind"]): Answer {
  const option = asked.options.find((one) => one.kind === kind);
  if (option === undefined) throw new Error(`no button ${kind} among ${JSON.stringify(asked.options)}`);
  return { outcome: { outcome: "selected", optionId: option.optionId } };
}

export function allow(asked: Asked): Answer {
  return choose(
    asked,
    asked.options.some(({ kind }) => kind === "allow_once") ? "allow_once" : "allow_always",
  );
}

/** Does not answer until the question is taken back. */
export function never(_asked: Asked, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve({ outcome: { outcome: "cancelled" } }));
  });
}
