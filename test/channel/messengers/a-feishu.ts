import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { expect, vi } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { decodeFrame, encodeFrame } from "../../../src/doors/messengers/feishu/frame.ts";
import type { From, ShownMessage, TestFile, TestMessenger } from "./test-messenger.ts";

const BOT = "ou_bot";
const SECRET = "feishu-secret-1234";
const TOKEN = "t-feishu-token";

/** Feishu's open platform on loopback: token, endpoint, long connection, messages, cards and files. */
export async function aFeishu(): Promise<TestMessenger & { readonly url: string }> {
  const shown: ShownMessage[] = [];
  const sentFiles: TestFile[] = [];
  const uploads = new Map<string, TestFile>();
  const resources = new Map<string, Buffer>();
  const answers = new Map<string, (told: string) => void>();
  const wire: string[] = [];
  let socket: WebSocket | undefined;
  let last: object | undefined;
  let count = 0;

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "", "http://x");
    const path = url.pathname;
    const body = await buffer(request);
    const type = request.headers["content-type"] ?? "";
    const json = type.includes("json") ? JSON.parse(body.toString()) : {};
    const answer = (held: object, code = 0) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ code, msg: code === 0 ? "ok" : "refused", ...held }));
    };
    if (path.endsWith("/tenant_access_token/internal"))
      return answer({ tenant_access_token: TOKEN, expire: 7200 }, json.app_secret === SECRET ? 0 : 10014);
    if (path === "/callback/ws/endpoint") {
      const { port } = server.address() as AddressInfo;
      const config = { PingInterval: 120, ReconnectCount: -1, ReconnectInterval: 1, ReconnectNonce: 0 };
      const data = { URL: `ws://127.0.0.1:${port}/ws?device_id=1&service_id=7`, ClientConfig: config };
      return answer({ data }, json.AppSecret === SECRET ? 0 : 514);
    }
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return answer({}, 99991663);
    wire.push(body.toString("latin1"), JSON.stringify(json));
    if (path.endsWith("/bot/v3/info")) return answer({ bot: { open_id: BOT } });
    if (path.endsWith("/im/v1/images") || path.endsWith("/im/v1/files")) {
      const form = await new Response(body, { headers: { "content-type": type } }).formData();
      const kind = path.endsWith("images") ? "image" : "file";
      const file = form.get(kind) as File;
      const key = `${kind}_${++count}`;
      uploads.set(key, { name: file.name, content: Buffer.from(await file.arrayBuffer()) });
      return answer({ data: { [`${kind}_key`]: key } });
    }
    const resource = /\/resources\/([^/]+)$/.exec(path)?.[1];
    if (resource !== undefined) return void response.end(resources.get(resource));
    const changed = request.method === "PATCH" ? path.split("/").at(-1) : undefined;
    if (changed !== undefined) {
      const at = shown.findIndex(({ id }) => id === changed);
      const held = shown[at];
      if (held === undefined) return answer({}, 230001);
      shown[at] = { ...held, ...read(json.content), changes: held.changes + 1 };
      return answer({ data: {} });
    }
    const thread = /\/messages\/([^/]+)\/reply$/.exec(path)?.[1];
    const id = `om_${++count}`;
    const to = thread === undefined ? json.receive_id : `#${thread}`;
    if (json.msg_type === "interactive") shown.push({ id, to, ...read(json.content), changes: 0 });
    else {
      const keys = Object.values(JSON.parse(json.content)).map(String);
      sentFiles.push(...keys.flatMap((key) => uploads.get(key) ?? []));
    }
    return answer({ data: { message_id: id } });
  });
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (opened) => {
    socket = opened;
    opened.on("message", (data) => {
      const frame = decodeFrame(data as Buffer);
      const told = answers.get(frame.headers.message_id ?? "");
      if (told === undefined) return;
      const { data: held = "" } = JSON.parse(Buffer.from(frame.payload).toString());
      told(held === "" ? "" : (JSON.parse(Buffer.from(held, "base64").toString()).toast?.content ?? ""));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  /** Sends an event in two frames, as long ones are, and waits until it is confirmed. */
  async function push(event_type: string, event: object): Promise<string> {
    await vi.waitFor(() => expect(socket?.readyState).toBe(1), { timeout: 20_000 });
    const id = `event-${++count}`;
    const text = Buffer.from(
      JSON.stringify({
        schema: "2.0",
        header: { event_id: id, event_type, app_id: "cli_a1b2c3d4e5f60718" },
        event,
      }),
    );
    const confirmed = Promise.withResolvers<string>();
    answers.set(id, confirmed.resolve);
    for (const [seq, payload] of [text.subarray(0, 40), text.subarray(40)].entries())
      socket?.send(
        encodeFrame({
          seqId: 1n,
          logId: 2n ** 60n,
          service: 7,
          method: 1,
          headers: { type: "event", message_id: id, sum: "2", seq: String(seq), trace_id: "t" },
          payload,
        }),
      );
    return confirmed.promise;
  }

  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    settings: { appId: "cli_a1b2c3d4e5f60718", appSecret: SECRET, apiRoot: url },
    async write(from, text, { picture, file, copies = 1 } = {}) {
      if (picture !== undefined) resources.set("img_in", picture);
      if (file !== undefined) resources.set("file_in", file.content);
      const mention = from.group !== undefined && from.unmentioned !== true ? "@_user_1 " : "";
      const line = [
        { tag: "text", text: `${mention}${text}` },
        ...Array(copies).fill({ tag: "img", image_key: "img_in" }),
      ];
      const plain =
        file === undefined ? { text: `${mention}${text}` } : { file_key: "file_in", file_name: file.name };
      last = messageEvent(from, ++count, picture === undefined ? plain : { title: "", content: [line] });
      await push("im.message.receive_v1", last);
    },
    press: (person, card, reply) =>
      push("card.action.trigger", {
        operator: { open_id: person },
        token: "c-1",
        action: { tag: "button", value: { reply } },
        context: { open_message_id: card, open_chat_id: "oc_1" },
      }),
    async repeat() {
      if (last !== undefined) await push("im.message.receive_v1", last);
    },
    shown: () => shown,
    files: () => sentFiles,
    async raw(data) {
      await vi.waitFor(() => expect(socket?.readyState).toBe(1), { timeout: 20_000 });
      socket?.send(data);
    },
    drop: () => socket?.terminate(),
    wire: () => wire.join("\n"),
    async [Symbol.asyncDispose]() {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function messageEvent({ person, group, thread, unmentioned }: From, count: number, content: object) {
  const mention = { key: "@_user_1", id: { open_id: BOT }, name: "Dejima" };
  const type = "content" in content ? "post" : "file_key" in content ? "file" : "text";
  return {
    sender: { sender_id: { open_id: person }, sender_type: "user", tenant_key: "t" },
    message: {
      message_id: `om_in_${count}`,
      create_time: String(Date.now()),
      chat_id: group ?? `oc_p2p_${person}`,
      chat_type: group === undefined ? "p2p" : "group",
      message_type: type,
      content: JSON.stringify(content),
      ...(thread === undefined ? {} : { thread_id: "omt_1", root_id: thread }),
      ...(group === undefined || unmentioned === true ? {} : { mentions: [mention] }),
    },
  };
}

/** What a person reads of a card. */
function read(content: string): Pick<ShownMessage, "text" | "buttons"> {
  const { elements } = JSON.parse(content) as {
    elements: {
      text?: { tag: string; content: string };
      actions?: { text: { content: string }; value: { reply: string } }[];
    }[];
  };
  for (const { text } of elements) if (text !== undefined) expect(text.tag).toBe("plain_text");
  return {
    text: elements
      .map(({ text }) => text?.content ?? "")
      .join("\n")
      .trim(),
    buttons: elements.flatMap(({ actions = [] }) =>
      actions.map(({ text, value }) => ({ words: text.content, reply: value.reply })),
    ),
  };
}
