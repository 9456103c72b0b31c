import { createCipheriv, randomBytes } from "node:crypto";
import { aLoopback } from "./loopback.ts";
import { changed, type ShownMessage, type TestFile, type TestMessenger } from "./test-messenger.ts";

/** WeCom's long connection for intelligent bots on loopback. */
export async function aWecom(): Promise<TestMessenger & { readonly socketUrl: string }> {
  const shown: ShownMessage[] = [];
  const files: TestFile[] = [];
  const resources = new Map<string, Buffer>();
  const uploads = new Map<string, { name: string; parts: Buffer[] }>();
  let last: object | undefined;
  let count = 0;
  let ready = false;
  let waiting: { person: string; tell(text: string): void } | undefined;

  function act(cmd: string, body: Body): object {
    const {
      chatid = "",
      msgtype = "",
      markdown,
      template_card,
      upload_id = "",
      base64_data = "",
      filename = "",
    } = body;
    if (cmd === "aibot_upload_media_init") {
      uploads.set(`up-${++count}`, { name: filename, parts: [] });
      return { upload_id: `up-${count}` };
    }
    if (cmd === "aibot_upload_media_chunk")
      uploads.get(upload_id)?.parts.push(Buffer.from(base64_data, "base64"));
    if (cmd === "aibot_upload_media_finish") return { media_id: upload_id };
    if (cmd === "aibot_respond_update_msg" && template_card !== undefined) {
      const at = shown.findIndex(({ id }) => id === template_card.task_id);
      const held = shown[at];
      if (held !== undefined) shown[at] = { ...held, ...seen(template_card), changes: held.changes + 1 };
    }
    if (cmd !== "aibot_send_msg") return {};
    if (template_card !== undefined)
      shown.push({ id: template_card.task_id, to: chatid, ...seen(template_card), changes: 0 });
    else if (markdown !== undefined) {
      if (/https?:\/\/|<@/.test(markdown.content))
        throw new Error("a message could call people or fetch links");
      if (waiting?.person === chatid) waiting?.tell(markdown.content);
      shown.push({ id: `m-${++count}`, to: chatid, text: markdown.content, buttons: [], changes: 0 });
    } else {
      const held = uploads.get((msgtype === "image" ? body.image : body.file)?.media_id ?? "");
      if (held !== undefined) files.push({ name: held.name, content: Buffer.concat(held.parts) });
    }
    return {};
  }

  const server = await aLoopback({
    onCall: ({ path }) => resources.get(path) ?? {},
    onSocket: () => {
      ready = false;
    },
    onFrame(data, socket) {
      const { cmd, headers, body } = JSON.parse(data);
      const isLogin = cmd === "aibot_subscribe";
      const isKnown = isLogin
        ? body.bot_id === "bot-1" && body.secret === "wecom-secret"
        : ready || cmd === "ping";
      ready ||= isLogin && isKnown;
      const answer = isKnown ? act(cmd, body ?? {}) : {};
      socket.send(
        JSON.stringify({
          headers,
          errcode: isKnown ? 0 : 40001,
          errmsg: isKnown ? "ok" : "refused",
          body: answer,
        }),
      );
    },
  });
  const push = (cmd: string, body: object) =>
    server.push({ cmd, headers: { req_id: `req-${++count}` }, body }, () => ready);

  /** Puts a file where a message can name it, encrypted with a key of its own. */
  function put(name: string, content: Buffer) {
    const key = randomBytes(32);
    const padding = 32 - (content.length % 32);
    const cipher = createCipheriv("aes-256-cbc", key, key.subarray(0, 16)).setAutoPadding(false);
    const bytes = Buffer.concat([
      cipher.update(Buffer.concat([content, Buffer.alloc(padding, padding)])),
      cipher.final(),
    ]);
    resources.set(`in/${name}`, bytes);
    return {
      url: `${server.url}/in/${name}?filename=${encodeURIComponent(name)}`,
      aeskey: key.toString("base64"),
    };
  }

  return {
    socketUrl: server.socketUrl,
    settings: { botId: "bot-1", secret: "wecom-secret", url: server.socketUrl },
    config: { network: { allowPrivate: [server.host] } },
    async write({ person, group, unmentioned }, text, { picture, file, copies = 1 } = {}) {
      // A group is only heard where the bot is named.
      if (unmentioned === true) return;
      const content = `${group === undefined ? "" : "@Dejima "}${text}`;
      const what =
        picture !== undefined
          ? {
              msgtype: "mixed",
              mixed: {
                msg_item: [
                  { msgtype: "text", text: { content } },
                  ...Array(copies).fill({ msgtype: "image", image: put("picture.jpg", picture) }),
                ],
              },
            }
          : file !== undefined
            ? { msgtype: "file", file: put(file.name, file.content) }
            : { msgtype: "text", text: { content } };
      last = {
        msgid: `in-${++count}`,
        aibotid: "bot-1",
        chattype: group === undefined ? "single" : "group",
        ...(group === undefined ? {} : { chatid: group }),
        from: { userid: person },
        create_time: Math.floor(Date.now() / 1_000),
        ...what,
      };
      await push("aibot_msg_callback", last);
    },
    async press(person, card, reply) {
      const told = Promise.withResolvers<string>();
      const isChanged = changed(card, () => shown);
      isChanged.catch(() => {});
      waiting = { person, tell: told.resolve };
      await push("aibot_event_callback", {
        msgid: `in-${++count}`,
        create_time: 1,
        aibotid: "bot-1",
        chattype: "single",
        from: { userid: person },
        msgtype: "event",
        event: { eventtype: "template_card_event", event_key: reply, task_id: card },
      });
      // Nothing is told to somebody whose answer counts: the card changes, or the run goes on.
      const said = await Promise.race([told.promise, isChanged]);
      waiting = undefined;
      return /Noted|Heard/.test(said) ? "" : said;
    },
    repeat: () => push("aibot_msg_callback", last ?? {}),
    shown: () => shown,
    files: () => files,
    raw: server.raw,
    drop: server.drop,
    wire: server.wire,
    [Symbol.asyncDispose]: server.close,
  };
}

interface Body {
  readonly chatid?: string;
  readonly msgtype?: string;
  readonly markdown?: { readonly content: string };
  readonly template_card?: Card;
  readonly upload_id?: string;
  readonly base64_data?: string;
  readonly filename?: string;
  readonly image?: { readonly media_id: string };
  readonly file?: { readonly media_id: string };
}

interface Card {
  readonly task_id: string;
  readonly sub_title_text: string;
  readonly button_list?: readonly { readonly text: string; readonly key: string }[];
}

function seen({ sub_title_text, button_list = [] }: Card): Pick<ShownMessage, "text" | "buttons"> {
  return { text: sub_title_text, buttons: button_list.map(({ text, key }) => ({ words: text, reply: key })) };
}
