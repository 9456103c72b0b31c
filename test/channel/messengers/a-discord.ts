import { type ApiCall, aLoopback } from "./loopback.ts";
import type { ShownMessage, TestFile, TestMessenger } from "./test-messenger.ts";

const BOT = "900";

export interface DiscordMessenger extends TestMessenger {
  readonly url: string;
}

/** Discord's API and gateway on loopback. */
export async function aDiscord(): Promise<DiscordMessenger> {
  const shown: ShownMessage[] = [];
  const files: TestFile[] = [];
  const resources = new Map<string, Buffer>();
  const pressed = new Map<string, (told: string) => void>();
  let last: object | undefined;
  let count = 0;
  let ready = false;

  async function onCall(call: ApiCall): Promise<object | Buffer> {
    const { json, form, authorization, method } = call;
    const path = call.path.replace(/^v10\//, "");
    if (path.startsWith("in/")) return resources.get(path) ?? {};
    const interaction = /^interactions\/([^/]+)\/token\/callback$/.exec(path)?.[1];
    if (interaction !== undefined) {
      const { data } = json as { data?: { content: string; flags: number } };
      pressed.get(interaction)?.(data?.flags === 64 ? data.content : "");
      return {};
    }
    if (authorization !== "Bot discord-bot-token") return {};
    if (path === "gateway/bot")
      return {
        url: server.socketUrl.replace("/socket", ""),
        shards: 1,
        session_start_limit: { total: 1_000, remaining: 999, reset_after: 0, max_concurrency: 1 },
      };
    if (path === "users/@me/channels") return { id: `dm-${json.recipient_id}` };
    const [, channel = "", , message] = path.split("/");
    if (method === "PATCH") {
      const at = shown.findIndex(({ id }) => id === `${channel}/${message}`);
      const held = shown[at];
      if (held !== undefined) shown[at] = { ...held, ...seen(json), changes: held.changes + 1 };
      return { id: message };
    }
    const id = String(++count);
    const file = form?.get("files[0]") as File | null | undefined;
    if (file) files.push({ name: file.name, content: Buffer.from(await file.arrayBuffer()) });
    else shown.push({ id: `${channel}/${id}`, to: channel.replace(/^dm-/, ""), ...seen(json), changes: 0 });
    return { id };
  }

  const server = await aLoopback({
    onCall,
    onSocket(socket) {
      ready = false;
      socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: 40_000 } }));
    },
    onFrame(data, socket) {
      const { op, d } = JSON.parse(data);
      if (op === 1) socket.send(JSON.stringify({ op: 11 }));
      if (op !== 2 || d.token !== "discord-bot-token" || (d.intents & 32768) === 0) return;
      const session = { v: 10, session_id: "s-1", resume_gateway_url: server.socketUrl, guilds: [] };
      socket.send(JSON.stringify({ op: 0, t: "READY", s: 1, d: { user: { id: BOT }, ...session } }));
      ready = true;
    },
  });
  const push = (t: string, d: object) => server.push({ op: 0, t, s: ++count, d }, () => ready);

  return {
    url: server.url,
    settings: { token: "discord-bot-token", apiRoot: server.url },
    config: { network: { allowPrivate: [server.host] } },
    async write({ person, group, unmentioned }, text, { picture, file } = {}) {
      const sent = picture === undefined ? file : { name: "picture.png", content: picture };
      if (sent !== undefined) resources.set(`in/${sent.name}`, sent.content);
      const content_type = picture === undefined ? "text/plain" : "image/png";
      const mention = group !== undefined && unmentioned !== true;
      last = {
        id: `in-${++count}`,
        channel_id: group ?? `dm-${person}`,
        ...(group === undefined ? {} : { guild_id: "1" }),
        author: { id: person, username: person },
        content: `${mention ? `<@${BOT}> ` : ""}${text}`,
        timestamp: new Date().toISOString().replace("Z", "000+00:00"),
        mentions: mention ? [{ id: BOT }] : [],
        attachments:
          sent === undefined
            ? []
            : [{ url: `${server.url}/in/${sent.name}`, filename: sent.name, content_type }],
      };
      await push("MESSAGE_CREATE", last);
    },
    async press(person, card, reply) {
      const id = `press-${++count}`;
      const told = Promise.withResolvers<string>();
      pressed.set(id, told.resolve);
      const [channel_id = "", message] = card.split("/");
      const user = { id: person };
      const who = channel_id.startsWith("dm-") ? { user } : { member: { user } };
      const d = {
        id,
        token: "token",
        type: 3,
        data: { custom_id: reply, component_type: 2 },
        message: { id: message ?? "", channel_id },
        ...who,
      };
      await push("INTERACTION_CREATE", d);
      return told.promise;
    },
    repeat: () => push("MESSAGE_CREATE", last ?? {}),
    shown: () => shown,
    files: () => files,
    raw: server.raw,
    drop: server.drop,
    wire: server.wire,
    [Symbol.asyncDispose]: server.close,
  };
}

/** What a person reads of a message. */
function seen(json: Record<string, unknown>): Pick<ShownMessage, "text" | "buttons"> {
  const { content, flags, allowed_mentions, components } = json as {
    content: string;
    flags: number;
    allowed_mentions: object;
    components: { components: { label: string; custom_id: string }[] }[];
  };
  if (flags !== 4 || JSON.stringify(allowed_mentions) !== '{"parse":[]}')
    throw new Error("a message could call people or fetch links");
  return {
    text: content,
    buttons: components.flatMap((row) =>
      row.components.map(({ label, custom_id }) => ({ words: label, reply: custom_id })),
    ),
  };
}
