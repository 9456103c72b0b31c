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
import { type AcpOptions, openAcp } from "./open-acp.ts";

type Asked = RequestPermissionRequest;
type Answer = RequestPermissionResponse;

export interface EditorOptions extends AcpOptions {
  readonly capabilities?: ClientCapabilities;
  /** Answers a question; by default it allows once, or picks the first button that allows. */
  permit?(asked: Asked, signal: AbortSignal): Answer | Promise<Answer>;
  /** The text of an open buffer, by its path. */
  read?(path: string): string;
  write?(path: string, content: string): void;
}

/** An editor with `dejima acp` as its agent: the SDK's own client over its streams, which are pipes if it is a process. */
export async function anEditor(cli: CommandLine, options: EditorOptions = {}) {
  const acp = openAcp(cli, options);
  const complaints = text(acp.stderr);
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
  const input = Readable.toWeb(acp.stdout) as ReadableStream<Uint8Array>; // both ends carry bytes
  const connection = app.connect(ndJsonStream(Writable.toWeb(acp.stdin), input));
  const { agent } = connection;
  const met = await agent.request(methods.agent.initialize, {
    protocolVersion: 1,
    clientCapabilities: options.capabilities ?? {},
  });
  return {
    agent,
    met,
    asked,
    heard,
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
        const gone = acp.ended.then(async () => {
          throw new Error(`the agent is gone: ${await complaints}`);
        });
        await Promise.race([next.promise, gone]);
        listeners.delete(next.resolve);
      }
    },
    /** Ends the process as a crash would. */
    async kill() {
      acp.kill();
      await acp.ended;
    },
    async [Symbol.asyncDispose]() {
      acp.stdin.end();
      await acp.ended;
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
