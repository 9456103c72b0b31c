import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { apiRequest, socketUrl } from "../api-request.ts";
import type { DingtalkCard } from "./dingtalk-card.ts";

interface DingtalkSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiRoot: string;
  readonly uploadRoot: string;
}

/** The topic of messages to the bot. */
const MESSAGES = "/v1.0/im/bot/messages/get";
/** The topic of buttons that people press. */
export const PRESSES = "/v1.0/card/instances/callback";
const SUBSCRIPTIONS = [MESSAGES, PRESSES].map((topic) => ({ type: "CALLBACK", topic }));
/** A token is renewed this long before it expires. */
const RENEW_BEFORE_MS = 60_000;

const deliveredSchema = z.object({
  result: z.object({
    deliverResults: z.array(z.object({ success: z.boolean(), errorMsg: z.string().nullish() })),
  }),
});

/** A person, or a group. */
type Recipient = { readonly person: string } | { readonly group: string };

/** The parts of DingTalk's API that the door uses. */
export function dingtalkApi({ clientId, clientSecret, apiRoot, uploadRoot }: DingtalkSettings) {
  let token: { readonly value: string; readonly until: number } | undefined;

  async function bearer(): Promise<string> {
    if (token !== undefined && Date.now() < token.until) return token.value;
    const body = { appKey: clientId, appSecret: clientSecret };
    const url = `${apiRoot}/v1.0/oauth2/accessToken`;
    const response = await apiRequest({ url, what: "log in at DingTalk", body });
    const { accessToken, expireIn } = z
      .object({ accessToken: z.string(), expireIn: z.number() })
      .parse(await response.json());
    token = { value: accessToken, until: Date.now() + expireIn * 1_000 - RENEW_BEFORE_MS };
    return accessToken;
  }

  async function call<Schema extends z.ZodType>(
    path: string,
    what: string,
    { schema, ...request }: { method?: string; body: object; schema: Schema },
  ): Promise<z.output<Schema>> {
    const headers = { "x-acs-dingtalk-access-token": await bearer() };
    const response = await apiRequest({ url: `${apiRoot}/${path}`, what, headers, ...request });
    return schema.parse(await response.json());
  }

  return {
    /** The address of the long connection, with a one-time ticket. */
    async endpoint(): Promise<string> {
      const body = { clientId, clientSecret, ua: "dejima", subscriptions: SUBSCRIPTIONS };
      const url = `${apiRoot}/v1.0/gateway/connections/open`;
      const headers = { accept: "application/json" };
      const response = await apiRequest({ url, what: "open the long connection to DingTalk", headers, body });
      const { endpoint, ticket } = z
        .object({ endpoint: socketUrl(apiRoot), ticket: z.string() })
        .parse(await response.json());
      return `${endpoint}?ticket=${encodeURIComponent(ticket)}`;
    },
    /** Sends to a person or a group. Returns DingTalk's key of the message. */
    async send(to: Recipient, msgKey: string, param: object): Promise<string> {
      const message = { robotCode: clientId, msgKey, msgParam: JSON.stringify(param) };
      const [path, body] =
        "group" in to
          ? ["v1.0/robot/groupMessages/send", { ...message, openConversationId: to.group }]
          : ["v1.0/robot/oToMessages/batchSend", { ...message, userIds: [to.person] }];
      const schema = z.object({ processQueryKey: z.string() });
      return (await call(path, "send a message at DingTalk", { body, schema })).processQueryKey;
    },
    /** Sends a card under our own id, so that it can be changed later. */
    async deliverCard(to: Recipient, outTrackId: string, card: DingtalkCard): Promise<void> {
      // A forwarded card would be seen, and pressed, by people outside of the conversation.
      const model = { supportForward: false };
      const where =
        "group" in to
          ? {
              openSpaceId: `dtv1.card//IM_GROUP.${to.group}`,
              imGroupOpenSpaceModel: model,
              imGroupOpenDeliverModel: { robotCode: clientId },
            }
          : {
              openSpaceId: `dtv1.card//IM_ROBOT.${to.person}`,
              imRobotOpenSpaceModel: model,
              imRobotOpenDeliverModel: { spaceType: "IM_ROBOT", robotCode: clientId },
            };
      const what = "send a card at DingTalk";
      const { result } = await call("v1.0/card/instances/createAndDeliver", what, {
        body: { outTrackId, callbackType: "STREAM", userIdType: 1, ...card, ...where },
        schema: deliveredSchema,
      });
      const failed = result.deliverResults.find(({ success }) => !success);
      if (failed !== undefined)
        throw new DejimaError("server_unavailable", `Cannot ${what}: ${failed.errorMsg ?? "not delivered"}`);
    },
    changeCard: (outTrackId: string, { cardData }: DingtalkCard) =>
      call("v1.0/card/instances", "change a card at DingTalk", {
        method: "PUT",
        body: { outTrackId, cardData },
        schema: z.looseObject({ success: z.literal(true) }),
      }),
    async upload(name: string, content: Uint8Array): Promise<string> {
      const form = new FormData();
      form.set("media", new Blob([Uint8Array.from(content)]), name);
      const url = `${uploadRoot}/media/upload?type=file&access_token=${encodeURIComponent(await bearer())}`;
      const response = await apiRequest({ url, what: `upload "${name}" to DingTalk`, body: form });
      return z.object({ media_id: z.string() }).parse(await response.json()).media_id;
    },
    /** The download address of a message's file. */
    async fileUrl(downloadCode: string): Promise<string> {
      const body = { downloadCode, robotCode: clientId };
      const schema = z.object({ downloadUrl: z.string() });
      const path = "v1.0/robot/messageFiles/download";
      return (await call(path, "find a file at DingTalk", { body, schema })).downloadUrl;
    },
  };
}
