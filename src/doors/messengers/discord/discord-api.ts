import { z } from "zod";
import { apiRequest, socketUrl } from "../api-request.ts";
import { mayResumeAt } from "./discord-session.ts";

const idSchema = z.object({ id: z.string() });

/** The parts of Discord's API that the door uses. */
export function discordApi({ token, apiRoot }: { readonly token: string; readonly apiRoot: string }) {
  const direct = new Map<string, Promise<string>>();
  let general: string | undefined;
  const headers = { authorization: `Bot ${token}` };

  const request = (path: string, what: string, options: { method?: string; body?: object } = {}) =>
    apiRequest({ url: `${apiRoot}/${path}`, what: `${what} at Discord`, headers, ...options });

  async function findGateway(): Promise<string> {
    const response = await request("gateway/bot", "find the gateway", { method: "GET" });
    return z.object({ url: socketUrl(apiRoot) }).parse(await response.json()).url;
  }

  return {
    /** The address to connect to: `resumeUrl` if it belongs to Discord's gateway, or the one that Discord names. */
    async gateway(resumeUrl: string | undefined): Promise<string> {
      const isResumed = resumeUrl !== undefined && general !== undefined && mayResumeAt(resumeUrl, general);
      if (!isResumed) general = await findGateway();
      return `${isResumed ? resumeUrl : general}/?v=10&encoding=json`;
    },
    /** The direct-message channel of a person. */
    async directChannel(person: string): Promise<string> {
      const opened =
        direct.get(person) ??
        request("users/@me/channels", "open a private channel", { body: { recipient_id: person } }).then(
          async (response) => idSchema.parse(await response.json()).id,
        );
      direct.set(person, opened);
      opened.catch(() => direct.delete(person));
      return opened;
    },
    async send(channel: string, body: object): Promise<string> {
      const response = await request(`channels/${channel}/messages`, "send a message", { body });
      return `${channel}/${idSchema.parse(await response.json()).id}`;
    },
    change(id: string, body: object): Promise<Response> {
      const [channel, message] = id.split("/");
      return request(`channels/${channel}/messages/${message}`, "change a message", {
        method: "PATCH",
        body,
      });
    },
    /** Confirms a pressed button. If there is a text, only the person who pressed sees it. */
    answer: (id: string, interaction: string, reply: string | undefined) =>
      request(`interactions/${id}/${interaction}/callback`, "confirm a button", {
        body:
          reply === undefined
            ? { type: 6 }
            : { type: 4, data: { content: reply, flags: 64, allowed_mentions: { parse: [] } } },
      }),
  };
}
