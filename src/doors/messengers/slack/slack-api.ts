import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { apiRequest, boundedBytes, socketUrl } from "../api-request.ts";

interface SlackSettings {
  readonly token: string;
  readonly appToken: string;
  readonly apiRoot: string;
}

const answerSchema = z.looseObject({ ok: z.boolean(), error: z.string().optional() });
const sentSchema = z.object({ channel: z.string(), ts: z.string() });

/** The parts of Slack's API that the door uses. */
export function slackApi({ token, appToken, apiRoot }: SlackSettings) {
  const direct = new Map<string, Promise<string>>();

  async function call<Schema extends z.ZodType>(
    method: string,
    body: object,
    schema: Schema,
    bearer = token,
  ): Promise<z.output<Schema>> {
    const what = `call ${method} at Slack`;
    const headers = { authorization: `Bearer ${bearer}` };
    const form = method === "files.getUploadURLExternal" ? formOf(body) : body;
    const response = await apiRequest({ url: `${apiRoot}/${method}`, what, headers, body: form });
    const data: unknown = await response.json().catch(() => undefined);
    const answer = answerSchema.safeParse(data);
    const held = schema.safeParse(data);
    if (answer.data?.ok === true && held.success) return held.data;
    throw new DejimaError("server_unavailable", `Cannot ${what}: ${answer.data?.error ?? "unknown answer"}`);
  }

  return {
    socketUrl: async () =>
      (await call("apps.connections.open", {}, z.object({ url: socketUrl(apiRoot) }), appToken)).url,
    botId: async () => (await call("auth.test", {}, z.object({ user_id: z.string() }))).user_id,
    /** The direct-message channel of a person. */
    async directChannel(person: string): Promise<string> {
      const schema = z.object({ channel: z.object({ id: z.string() }) });
      const opened =
        direct.get(person) ??
        call("conversations.open", { users: person }, schema).then(({ channel }) => channel.id);
      direct.set(person, opened);
      opened.catch(() => direct.delete(person));
      return opened;
    },
    /** Sends or edits a message. Returns its channel and timestamp, which are its id. */
    async post(method: "chat.postMessage" | "chat.update", message: object): Promise<string> {
      const { channel, ts } = await call(method, message, sentSchema);
      return `${channel}/${ts}`;
    },
    whisper: (channel: string, user: string, text: string) =>
      call("chat.postEphemeral", { channel, user, text }, z.unknown()),
    async upload(name: string, content: Uint8Array): Promise<string> {
      const schema = z.object({ upload_url: z.url({ protocol: /^https?$/ }), file_id: z.string() });
      const size = { filename: name, length: content.length };
      const { upload_url, file_id } = await call("files.getUploadURLExternal", size, schema);
      const form = new FormData();
      form.set("file", new Blob([Uint8Array.from(content)]), name);
      await apiRequest({ url: upload_url, what: `upload "${name}" to Slack`, body: form });
      return file_id;
    },
    share: (id: string, where: object) =>
      call("files.completeUploadExternal", { files: [{ id }], ...where }, z.unknown()),
    /** A file of a message. The token is sent only to Slack's own hosts. */
    async download(url: string, limits: { name: string; maxBytes: number }): Promise<Buffer> {
      const { name } = limits;
      const { origin, hostname, protocol } = new URL(url);
      const isSlacks =
        (protocol === "https:" && /(?:^|\.)slack\.com$/.test(hostname)) || origin === new URL(apiRoot).origin;
      if (!isSlacks)
        throw new DejimaError("host_blocked", `Cannot fetch "${name}": ${hostname} is not Slack's`);
      const headers = { authorization: `Bearer ${token}` };
      return boundedBytes(
        await apiRequest({ url, what: `fetch "${name}" from Slack`, method: "GET", headers }),
        limits,
      );
    },
  };
}

function formOf(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.set(name, String(value));
  return form;
}
