import { expect, test } from "vitest";
import { aSlack } from "./a-slack.ts";
import { messengerConformance } from "./conformance.ts";
import { peerFile } from "./peers.ts";

messengerConformance("slack", aSlack, { group: "C0TEAM", threads: true });

/** Slack's SDKs, as far as the test uses them. */
interface SocketMode {
  readonly SocketModeClient: new (
    options: object,
  ) => {
    on(event: string, listener: (heard: Heard) => Promise<void>): void;
    start(): Promise<unknown>;
    disconnect(): Promise<void>;
  };
}
interface Heard {
  readonly type: string;
  readonly body: { readonly event?: { readonly text: string }; readonly actions?: { value: string }[] };
  ack(): Promise<void>;
}
interface WebApi {
  readonly WebClient: new (
    token: string,
    options: object,
  ) => {
    chat: Record<"postMessage" | "update", (message: object) => Promise<{ ok: boolean; ts: string }>>;
  };
}

const socketMode = peerFile("@slack/socket-mode/dist/src/index.js");
const webApi = peerFile("@slack/web-api/dist/index.js");

test.skipIf(socketMode === undefined)(
  "the server of these tests speaks Slack's wire: its own SDKs hear messages and buttons there, send and update",
  async () => {
    await using slack = await aSlack();
    const { SocketModeClient }: SocketMode = await import(socketMode ?? "");
    const { WebClient }: WebApi = await import(webApi ?? "");
    const options = { slackApiUrl: `${slack.url}/api/` };
    const web = new WebClient("xoxb-bot-token", options);
    const blocks = (text: string, elements: object[] = []) => [
      { type: "section", text: { type: "plain_text", text } },
      ...(elements.length === 0 ? [] : [{ type: "actions", elements }]),
    ];
    const button = {
      type: "button",
      action_id: "a",
      text: { type: "plain_text", text: "Yes" },
      value: "yes x",
    };
    const quiet = { unfurl_links: false, text: "-" };
    const { ts } = await web.chat.postMessage({
      channel: "C1",
      ...quiet,
      blocks: blocks("Run it?", [button]),
    });
    const client = new SocketModeClient({
      appToken: "xapp-app-token",
      logLevel: "error",
      clientOptions: options,
    });
    const heard: unknown[] = [];
    client.on("slack_event", async ({ type, body, ack }) => {
      heard.push([type, body.event?.text ?? body.actions?.[0]?.value]);
      await ack();
      if (type === "interactive")
        await web.chat.update({ channel: "C1", ts, ...quiet, blocks: blocks("Approved") });
    });
    await client.start();
    await slack.write({ person: "U1" }, "hello");
    expect(await slack.press("U1", `C1/${ts}`, "yes x")).toBe("");
    expect(heard).toEqual([
      ["events_api", "hello"],
      ["interactive", "yes x"],
    ]);
    expect(slack.shown()).toMatchObject([{ to: "C1", text: "Approved", buttons: [], changes: 1 }]);
    await client.disconnect();
  },
);
