import { type ApiCall, aLoopback } from "./loopback.ts";
import { changed, type ShownMessage, type TestFile, type TestMessenger } from "./test-messenger.ts";

const BOT = "U0BOT";

export interface SlackMessenger extends TestMessenger {
  readonly url: string;
}

/** Slack's API and Socket Mode on loopback. */
export async function aSlack(): Promise<SlackMessenger> {
  const shown: ShownMessage[] = [];
  const files: TestFile[] = [];
  const uploads = new Map<string, TestFile>();
  const confirmed = new Map<string, () => void>();
  const whispers: ((text: string) => void)[] = [];
  let last: object | undefined;
  let count = 0;
  const placeOf = (channel: unknown, thread: unknown) =>
    `${String(channel).replace(/^D-/, "")}${thread === undefined ? "" : `#${thread}`}`;

  async function onCall({ path, json, form, authorization, query }: ApiCall): Promise<object | Buffer> {
    const method = path.replace("api/", "");
    if (path === "upload") {
      const file = form?.get("file") as File;
      uploads.set(query.get("id") ?? "", { name: file.name, content: Buffer.from(await file.arrayBuffer()) });
      return {};
    }
    const wanted = method === "apps.connections.open" ? "Bearer xapp-app-token" : "Bearer xoxb-bot-token";
    if (authorization !== wanted) return { ok: false, error: "invalid_auth" };
    if (path.startsWith("in/")) return resources.get(path) ?? {};
    switch (method) {
      case "apps.connections.open":
        return { ok: true, url: server.socketUrl };
      case "auth.test":
        return { ok: true, user_id: BOT };
      case "conversations.open":
        return { ok: true, channel: { id: `D-${json.users}` } };
      case "chat.postMessage": {
        const ts = `1700000000.${String(++count).padStart(6, "0")}`;
        shown.push({
          id: `${json.channel}/${ts}`,
          to: placeOf(json.channel, json.thread_ts),
          ...seen(json),
          changes: 0,
        });
        return { ok: true, channel: json.channel, ts };
      }
      case "chat.update": {
        const at = shown.findIndex(({ id }) => id === `${json.channel}/${json.ts}`);
        const held = shown[at];
        if (held === undefined) return { ok: false, error: "message_not_found" };
        shown[at] = { ...held, ...seen(json), changes: held.changes + 1 };
        return { ok: true, channel: json.channel, ts: json.ts };
      }
      case "chat.postEphemeral":
        whispers.shift()?.(String(json.text));
        return { ok: true };
      case "files.getUploadURLExternal":
        return { ok: true, upload_url: `${server.url}/upload?id=F${++count}`, file_id: `F${count}` };
      case "files.completeUploadExternal":
        for (const { id } of json.files as { id: string }[])
          files.push(...[uploads.get(id)].filter((one) => one !== undefined));
        return { ok: true };
      default:
        return { ok: false, error: "unknown_method" };
    }
  }

  const resources = new Map<string, Buffer>();
  const server = await aLoopback({
    onCall,
    onFrame: (data) => confirmed.get(JSON.parse(data).envelope_id)?.(),
    onSocket: (socket) => socket.send(JSON.stringify({ type: "hello", num_connections: 1 })),
  });

  async function push(type: string, payload: object): Promise<void> {
    const envelope_id = `envelope-${++count}`;
    const done = Promise.withResolvers<void>();
    confirmed.set(envelope_id, done.resolve);
    await server.push({ envelope_id, type, payload, accepts_response_payload: false });
    await done.promise;
  }

  return {
    url: server.url,
    settings: { token: "xoxb-bot-token", appToken: "xapp-app-token", apiRoot: `${server.url}/api` },
    async write({ person, group, unmentioned, thread }, text, { picture, file, copies = 1 } = {}) {
      const sent = picture === undefined ? file : { name: "picture.png", content: picture };
      if (sent !== undefined) resources.set(`in/${sent.name}`, sent.content);
      const mimetype = picture === undefined ? "text/plain" : "image/png";
      const mention = group !== undefined && unmentioned !== true;
      last = {
        type: mention ? "app_mention" : "message",
        ...(sent === undefined
          ? {}
          : {
              subtype: "file_share",
              files: Array(copies).fill({
                name: sent.name,
                mimetype,
                url_private_download: `${server.url}/in/${sent.name}`,
              }),
            }),
        user: person,
        text: `${mention ? `<@${BOT}> ` : ""}${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}`,
        // No two messages of a channel have the same one.
        ts: `${(Date.now() / 1_000).toFixed(3)}${String(++count % 1_000).padStart(3, "0")}`,
        channel: group ?? `D-${person}`,
        ...(group === undefined ? { channel_type: "im" } : { channel_type: "channel" }),
        ...(thread === undefined ? {} : { thread_ts: thread }),
      };
      await push("events_api", { event_id: `Ev${++count}`, event: last });
    },
    async press(person, card, reply) {
      const told = Promise.withResolvers<string>();
      const isChanged = changed(card, () => shown);
      isChanged.catch(() => {});
      whispers.push(told.resolve);
      const [channel_id, message_ts = ""] = card.split("/");
      const payload = {
        type: "block_actions",
        user: { id: person },
        container: { type: "message", channel_id, message_ts },
        actions: [{ type: "button", action_id: "answer-0", value: reply }],
      };
      await push("interactive", payload);
      // Nothing is whispered to somebody whose answer counts: the card changes, or the run goes on.
      const said = await Promise.race([told.promise, isChanged]);
      if (whispers.includes(told.resolve)) whispers.splice(whispers.indexOf(told.resolve), 1);
      return said;
    },
    repeat: () => push("events_api", { event_id: "again", event: last }),
    shown: () => shown,
    files: () => files,
    raw: server.raw,
    drop: server.drop,
    wire: server.wire,
    [Symbol.asyncDispose]: server.close,
  };
}

interface Block {
  readonly type: string;
  readonly text?: { readonly type: string; readonly text: string };
  readonly elements?: readonly { readonly text: { readonly text: string }; readonly value: string }[];
}

/** What a person reads of a message. */
function seen(json: Record<string, unknown>): Pick<ShownMessage, "text" | "buttons"> {
  const blocks = json.blocks as Block[];
  if (
    json.unfurl_links !== false ||
    blocks.some(({ text }) => text !== undefined && text.type !== "plain_text")
  )
    throw new Error("a message could call people or fetch links");
  return {
    text: blocks
      .map(({ text }) => text?.text ?? "")
      .join("\n")
      .trim(),
    buttons: blocks.flatMap(({ elements = [] }) =>
      elements.map(({ text, value }) => ({ words: text.text, reply: value })),
    ),
  };
}
