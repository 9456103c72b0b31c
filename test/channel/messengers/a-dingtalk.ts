import { type ApiCall, aLoopback } from "./loopback.ts";
import { changed, type ShownMessage, type TestFile, type TestMessenger } from "./test-messenger.ts";

const TOKEN = "dd-token";

export interface DingtalkMessenger extends TestMessenger {
  readonly url: string;
  /** Sends the frame by which DingTalk checks the connection. Gives the data of the answer. */
  ping(data: object): Promise<string>;
  /** Sends a frame to the door and gives the data of its answer. */
  callback(topic: string, data: object, messageId?: string): Promise<string>;
}

/**
 * DingTalk's API and stream mode on loopback. Where the app may not send cards, a pressed button says its text for
 * the person, as the app of DingTalk does.
 */
export async function aDingtalk({ cards = true } = {}): Promise<DingtalkMessenger> {
  const shown: ShownMessage[] = [];
  const files: TestFile[] = [];
  const uploads = new Map<string, TestFile>();
  const resources = new Map<string, Buffer>();
  const confirmed = new Map<string, (data: string) => void>();
  let topics: string[] = [];
  let last: object | undefined;
  let count = 0;

  async function onCall(call: ApiCall): Promise<object | Buffer | Response> {
    const { method, path, json, form, query, headers } = call;
    if (path.startsWith("in/")) return resources.get(path) ?? {};
    if (path === "v1.0/oauth2/accessToken")
      return json.appSecret === "dingtalk-secret" ? { accessToken: TOKEN, expireIn: 7_200 } : {};
    if (path === "v1.0/gateway/connections/open") {
      topics = (json.subscriptions as { topic: string }[]).map(({ topic }) => topic);
      return json.clientSecret === "dingtalk-secret" ? { endpoint: server.socketUrl, ticket: "t 1" } : {};
    }
    if (path === "media/upload") {
      const media = form?.get("media") as File;
      if (query.get("access_token") !== TOKEN) return {};
      uploads.set(`@${++count}`, { name: media.name, content: Buffer.from(await media.arrayBuffer()) });
      return { media_id: `@${count}` };
    }
    if (headers["x-acs-dingtalk-access-token"] !== TOKEN) return refused(401, "InvalidAuthentication");
    if (path.startsWith("v1.0/card/instances")) {
      if (!cards) return refused(403, "Forbidden.AccessDenied.AccessTokenPermissionDenied");
      return method === "PUT" ? change(json) : deliver(json);
    }
    if (path === "v1.0/robot/messageFiles/download")
      return { downloadUrl: `${server.url}/in/${json.downloadCode}` };
    const id = `sent-${++count}`;
    const to = String(json.openConversationId ?? (json.userIds as string[])[0]);
    const param = JSON.parse(String(json.msgParam)) as Record<string, string>;
    if (json.msgKey === "sampleFile")
      files.push(...[uploads.get(param.mediaId ?? "")].filter((one) => one !== undefined));
    else
      shown.push({ id, to, text: param.content ?? param.text ?? "", buttons: buttonsOf(param), changes: 0 });
    return { processQueryKey: id };
  }

  function deliver(json: Record<string, unknown>): object | Response {
    const space = /^dtv1\.card\/\/(IM_GROUP|IM_ROBOT)\.(.+)$/.exec(String(json.openSpaceId));
    const id = String(json.outTrackId);
    if (space === null) return refused(400, "param.openSpaceIdInvalid");
    const isGroup = space[1] === "IM_GROUP";
    const model = isGroup ? json.imGroupOpenDeliverModel : json.imRobotOpenDeliverModel;
    if (model === undefined || (isGroup && !("robotCode" in (model as object))))
      return refused(400, "param.openDeliverModelEmpty");
    if (json.callbackType !== "STREAM" || id.length > 100 || shown.some((one) => one.id === id))
      return refused(400, "param.error");
    shown.push({ id, to: space[2] ?? "", ...contentOf(json), changes: 0 });
    const delivered = { spaceType: space[1], spaceId: space[2], success: true, carrierId: `c-${++count}` };
    return { success: true, result: { outTrackId: id, deliverResults: [delivered] } };
  }

  function change(json: Record<string, unknown>): object | Response {
    const at = shown.findIndex(({ id }) => id === json.outTrackId);
    const held = shown[at];
    if (held === undefined) return refused(400, "param.cardNotExist");
    shown[at] = { ...held, ...contentOf(json), changes: held.changes + 1 };
    return { success: true, result: true };
  }

  const server = await aLoopback({
    onCall,
    onFrame(data) {
      const { headers, code, data: held } = JSON.parse(data);
      if (code === 200) confirmed.get(headers.messageId)?.(held);
    },
  });

  async function push(
    type: string,
    topic: string,
    data: object,
    messageId = `frame-${++count}`,
  ): Promise<string> {
    const done = Promise.withResolvers<string>();
    confirmed.set(messageId, done.resolve);
    const headers = {
      appId: "app-1",
      connectionId: "c-1",
      topic,
      messageId,
      contentType: "application/json",
      time: String(Date.now()),
    };
    await server.push(
      { specVersion: "1.0", type, headers, data: JSON.stringify(data) },
      () => type === "SYSTEM" || topics.includes(topic),
    );
    return done.promise;
  }

  const callback = (topic: string, data: object, messageId?: string) =>
    push("CALLBACK", topic, data, messageId);

  const messenger: DingtalkMessenger = {
    url: server.url,
    settings: {
      clientId: "ding-1",
      clientSecret: "dingtalk-secret",
      apiRoot: server.url,
      uploadRoot: server.url,
    },
    config: { network: { allowPrivate: [server.host] } },
    async write({ person, group, unmentioned }, text, { picture, file, copies = 1 } = {}) {
      // A group is only heard where the bot is named.
      if (unmentioned === true) return;
      if (picture !== undefined) resources.set("in/code-picture", picture);
      if (file !== undefined) resources.set("in/code-file", file.content);
      const what =
        picture !== undefined
          ? {
              msgtype: "richText",
              content: {
                richText: [
                  { text },
                  ...Array(copies).fill({ type: "picture", downloadCode: "code-picture" }),
                ],
              },
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
      await callback(MESSAGES, last);
    },
    async press(person, card, reply) {
      if (!cards) {
        const place = shown.find(({ id }) => `question-${id}` === card || id === card)?.to ?? "";
        await messenger.write(place.startsWith("cid") ? { person, group: place } : { person }, reply);
        return "";
      }
      const isChanged = changed(card, () => shown);
      isChanged.catch(() => {});
      const answer = await callback(PRESSES, {
        type: "actionCallback",
        corpId: "corp-1",
        userId: person,
        outTrackId: card,
        content: JSON.stringify({
          cardPrivateData: { actionIds: [reply.replace(" ", "-")], params: { reply } },
        }),
      });
      const { response } = JSON.parse(answer) as {
        response: { userPrivateData: { cardParamMap: { tips: string } } } | null;
      };
      return response?.userPrivateData.cardParamMap.tips ?? isChanged;
    },
    ping: (data) => push("SYSTEM", "ping", data),
    callback,
    repeat: async () => void (await callback(MESSAGES, last ?? {})),
    shown: () => shown,
    files: () => files,
    raw: server.raw,
    drop: server.drop,
    wire: server.wire,
    [Symbol.asyncDispose]: server.close,
  };
  return messenger;
}

const MESSAGES = "/v1.0/im/bot/messages/get";
const PRESSES = "/v1.0/card/instances/callback";
const SAYS = "dtmd://dingtalkclient/sendMessage?content=";

const refused = (status: number, code: string) => Response.json({ code, message: code }, { status });

function buttonsOf(param: Record<string, string>): ShownMessage["buttons"] {
  return [1, 2, 3, 4, 5].flatMap((number) => {
    const url = param[`actionURL${number}`];
    if (url === undefined) return [];
    return [{ words: param[`actionTitle${number}`] ?? "", reply: decodeURIComponent(url.replace(SAYS, "")) }];
  });
}

/** What a card of DingTalk's template shows. All its values are texts. */
function contentOf(json: Record<string, unknown>): Pick<ShownMessage, "text" | "buttons"> {
  const { cardParamMap } = json.cardData as { cardParamMap: Record<string, unknown> };
  for (const [name, value] of Object.entries(cardParamMap))
    if (typeof value !== "string") throw new Error(`${name} of a card is no text`);
  const { title, markdown, sys_full_json_obj } = cardParamMap as Record<string, string>;
  if (/<|\]\(|https?:\/\//.test(`${title} ${markdown}`)) throw new Error("a card could call people or link");
  const { msgButtons } = JSON.parse(sys_full_json_obj ?? "") as {
    msgButtons: { text: string; request: boolean; params: { reply: string } }[];
  };
  return {
    text: [title, markdown].filter((part) => part !== "").join("\n"),
    buttons: msgButtons
      .filter(({ request }) => request)
      .map(({ text, params }) => ({ words: text, reply: params.reply })),
  };
}
