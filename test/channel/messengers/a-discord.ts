import { vi } from "vitest";
import { type ApiCall, aLoopback } from "./loopback.ts";
import type { ShownMessage, TestFile, TestMessenger } from "./test-messenger.ts";

const BOT = "900";

export interface DiscordMessenger extends TestMessenger {
  readonly url: string;
  /** Sends a frame that is no event: a request to reconnect, for example. */
  control(frame: { readonly op: number; readonly d?: unknown }): Promise<void>;
  /** Closes the connection with a code of the gateway. */
  end(code: number): void;
  /** Forgets the session: it can no longer be resumed, and what was not delivered is lost. */
  forget(): void;
  /** Confirms no more heartbeats, as a connection that is lost without notice. */
  ignoreHeartbeats(): void;
  /** What the bot began its connections with, oldest first. */
  greetings(): readonly ("identify" | "resume")[];
}

/** A session of the gateway: it outlives its connection. */
interface Session {
  readonly id: string;
  readonly sent: { readonly s: number }[];
}

/** Discord's API and gateway on loopback. */
export async function aDiscord({ heartbeatMs = 40_000 } = {}): Promise<DiscordMessenger> {
  const shown: ShownMessage[] = [];
  const files: TestFile[] = [];
  const resources = new Map<string, Buffer>();
  const pressed = new Map<string, (told: string) => void>();
  let last: object | undefined;
  let count = 0;
  let sessions = 0;
  let session: Session | undefined;
  let isReady = false;
  let isAtResume = false;
  let confirms = true;
  const greetings: ("identify" | "resume")[] = [];

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
    onSocket(socket, path) {
      isReady = false;
      confirms = true;
      isAtResume = path.startsWith("/resume");
      socket.on("close", () => {
        isReady = false;
      });
      socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: heartbeatMs } }));
    },
    onFrame(data, socket) {
      const { op, d } = JSON.parse(data);
      const send = (frame: object) => socket.send(JSON.stringify(frame));
      if (op === 1 && confirms) send({ op: 11 });
      if (d?.token !== "discord-bot-token") return;
      if (op === 6) {
        greetings.push("resume");
        if (session === undefined || d.session_id !== session.id || !isAtResume)
          return send({ op: 9, d: false });
        for (const frame of session.sent.filter(({ s }) => s > d.seq)) send(frame);
        send({ op: 0, t: "RESUMED", s: session.sent.length, d: {} });
        isReady = true;
      }
      if (op !== 2 || (d.intents & 32768) === 0) return;
      greetings.push("identify");
      session = { id: `s-${++sessions}`, sent: [] };
      const names = { session_id: session.id, resume_gateway_url: `ws://${server.host}/resume` };
      event(session, "READY", { user: { id: BOT }, v: 10, guilds: [], ...names });
      send(session.sent[0] ?? {});
      isReady = true;
    },
  });

  function event({ sent }: Session, t: string, d: object): object {
    const frame = { op: 0, t, s: sent.length + 1, d };
    sent.push(frame);
    return frame;
  }

  /** Sends an event, or leaves it to the session while its connection is lost. */
  async function push(t: string, d: object): Promise<void> {
    const into = await vi.waitFor(
      () => {
        if (session === undefined) throw new Error("nobody began a session");
        return session;
      },
      { timeout: 20_000 },
    );
    const frame = event(into, t, d);
    if (isReady) await server.push(frame);
  }

  return {
    url: server.url,
    settings: { token: "discord-bot-token", apiRoot: server.url },
    config: { network: { allowPrivate: [server.host] } },
    async write({ person, group, unmentioned }, text, { picture, file, copies = 1 } = {}) {
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
            : Array(copies).fill({ url: `${server.url}/in/${sent.name}`, filename: sent.name, content_type }),
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
    control: (frame) => server.push(frame, () => isReady),
    end(code) {
      isReady = false;
      server.end(code);
    },
    forget() {
      session = undefined;
    },
    ignoreHeartbeats() {
      confirms = false;
    },
    greetings: () => greetings,
    drop() {
      isReady = false;
      server.drop();
    },
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
