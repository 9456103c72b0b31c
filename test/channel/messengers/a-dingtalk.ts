import { type ApiCall, aLoopback } from "./loopback.ts";
import type { ShownMessage, TestFile, TestMessenger } from "./test-messenger.ts";

/** DingTalk's API and stream mode on loopback. A pressed button says its text for the person, as the app does. */
export async function aDingtalk(): Promise<TestMessenger> {
  const shown: ShownMessage[] = [];
  const files: TestFile[] = [];
  const uploads = new Map<string, TestFile>();
  const resources = new Map<string, Buffer>();
  const confirmed = new Map<string, () => void>();
  let last: object | undefined;
  let count = 0;

  async function onCall({ path, json, form, query }: ApiCall): Promise<object | Buffer> {
    if (path.startsWith("in/")) return resources.get(path) ?? {};
    if (path === "v1.0/oauth2/accessToken")
      return json.appSecret === "dingtalk-secret" ? { accessToken: "dd-token", expireIn: 7_200 } : {};
    if (path === "v1.0/gateway/connections/open")
      return json.clientSecret === "dingtalk-secret" ? { endpoint: server.socketUrl, ticket: "t 1" } : {};
    if (path === "v1.0/robot/messageFiles/download")
      return { downloadUrl: `${server.url}/in/${json.downloadCode}` };
    if (path === "media/upload") {
      const media = form?.get("media") as File;
      if (query.get("access_token") !== "dd-token") return {};
      uploads.set(`@${++count}`, { name: media.name, content: Buffer.from(await media.arrayBuffer()) });
      return { media_id: `@${count}` };
    }
    const id = `sent-${++count}`;
    const to = String(json.openConversationId ?? (json.userIds as string[])[0]);
    const param = JSON.parse(String(json.msgParam)) as Record<string, string>;
    if (json.msgKey === "sampleFile")
      files.push(...[uploads.get(param.mediaId ?? "")].filter((one) => one !== undefined));
    else
      shown.push({ id, to, text: param.content ?? param.text ?? "", buttons: buttonsOf(param), changes: 0 });
    return { processQueryKey: id };
  }

  const server = await aLoopback({
    onCall,
    onFrame(data) {
      const { headers, code } = JSON.parse(data);
      if (code === 200) confirmed.get(headers.messageId)?.();
    },
  });

  async function push(data: object): Promise<void> {
    const messageId = `frame-${++count}`;
    const done = Promise.withResolvers<void>();
    confirmed.set(messageId, done.resolve);
    const headers = { topic: "/v1.0/im/bot/messages/get", messageId, contentType: "application/json" };
    await server.push({ specVersion: "1.0", type: "CALLBACK", headers, data: JSON.stringify(data) });
    await done.promise;
  }

  const messenger: TestMessenger = {
    settings: {
      clientId: "ding-1",
      clientSecret: "dingtalk-secret",
      apiRoot: server.url,
      uploadRoot: server.url,
    },
    config: { network: { allowPrivate: [server.host] } },
    async write({ person, group, unmentioned }, text, { picture, file } = {}) {
      // A group is only heard where the bot is named.
      if (unmentioned === true) return;
      if (picture !== undefined) resources.set("in/code-picture", picture);
      if (file !== undefined) resources.set("in/code-file", file.content);
      const what =
        picture !== undefined
          ? {
              msgtype: "richText",
              content: { richText: [{ text }, { type: "picture", downloadCode: "code-picture" }] },
            }
          : file !== undefined
            ? { msgtype: "file", content: { downloadCode: "code-file", fileName: file.name } }
            : { msgtype: "text", text: { content: ` ${text}` } };
      last = {
        msgId: `in-${++count}`,
        conversationId: group ?? `cid-${person}`,
        conversationType: group === undefined ? "1" : "2",
        senderStaffId: person,
        senderNick: person,
        robotCode: "ding-1",
        createAt: Date.now(),
        ...what,
      };
      await push(last);
    },
    async press(person, card, reply) {
      const place = shown.find(({ id }) => id === card)?.to ?? "";
      await messenger.write(place.startsWith("cid") ? { person, group: place } : { person }, reply);
      return "";
    },
    repeat: () => push(last ?? {}),
    shown: () => shown,
    files: () => files,
    drop: server.drop,
    wire: server.wire,
    [Symbol.asyncDispose]: server.close,
  };
  return messenger;
}

const SAYS = "dtmd://dingtalkclient/sendMessage?content=";

function buttonsOf(param: Record<string, string>): ShownMessage["buttons"] {
  return [1, 2, 3, 4, 5].flatMap((number) => {
    const url = param[`actionURL${number}`];
    if (url === undefined) return [];
    return [{ words: param[`actionTitle${number}`] ?? "", reply: decodeURIComponent(url.replace(SAYS, "")) }];
  });
}
