import { afterEach, expect, test, vi } from "vitest";
import { dingtalkApi } from "./dingtalk/dingtalk-api.ts";
import { discordApi } from "./discord/open-discord.ts";
import { feishuApi } from "./feishu/feishu-api.ts";
import { slackApi } from "./slack/open-slack.ts";

afterEach(() => vi.unstubAllGlobals());

/** Lets every API name this address for the long connection. */
function naming(url: string): void {
  const answers = {
    url,
    endpoint: url,
    ticket: "t",
    ok: true,
    code: 0,
    data: { URL: url, ClientConfig: {} },
  };
  vi.stubGlobal("fetch", async () => Response.json(answers));
}

const roots = (apiRoot: string) => ({ apiRoot, uploadRoot: apiRoot, token: "t", appToken: "t" });
const ids = { clientId: "c", clientSecret: "s", appId: "a", appSecret: "s" };

const ADDRESSES = {
  discord: (apiRoot: string) => discordApi({ ...roots(apiRoot) }).gateway(undefined),
  dingtalk: (apiRoot: string) => dingtalkApi({ ...roots(apiRoot), ...ids }).endpoint(),
  feishu: (apiRoot: string) => feishuApi({ ...roots(apiRoot), ...ids }).endpoint(),
  slack: (apiRoot: string) => slackApi(roots(apiRoot)).socketUrl(),
};

test.each(Object.entries(ADDRESSES))(
  "%s: an encrypted API cannot lead to a long connection without encryption",
  async (_name, address) => {
    naming("ws://gateway.example.org");
    await expect(address("https://api.example.org")).rejects.toThrow();
    await expect(address("http://127.0.0.1:9")).resolves.toBeDefined();
    naming("wss://gateway.example.org");
    await expect(address("https://api.example.org")).resolves.toBeDefined();
  },
);

test.each([
  ["wss://gateway-us-east1-b.discord.gg", true],
  ["wss://gateway.discord.gg", true],
  ["ws://gateway-us-east1-b.discord.gg", false],
  ["wss://evil.example", false],
  ["wss://discord.gg.evil.example", false],
  ["wss://evildiscord.gg", false],
  ["wss://gateway.discord.gg@evil.example", false],
  ["wss://127.0.0.1", false],
])("Discord's session is resumed only at Discord: %s", async (resumeUrl, isUsed) => {
  naming("wss://gateway.discord.gg");
  const { gateway } = discordApi(roots("https://discord.com/api/v10"));
  await gateway(undefined);
  const general = "wss://gateway.discord.gg/?v=10&encoding=json";
  expect(await gateway(resumeUrl)).toBe(isUsed ? `${resumeUrl}/?v=10&encoding=json` : general);
});

test("addresses of numbers have no neighbours", async () => {
  naming("ws://127.0.0.1:9");
  const { gateway } = discordApi(roots("http://127.0.0.1:9"));
  await gateway(undefined);
  expect(await gateway("ws://9.0.0.1:9")).toBe("ws://127.0.0.1:9/?v=10&encoding=json");
  expect(await gateway("ws://127.0.0.1:9/resume")).toBe("ws://127.0.0.1:9/resume/?v=10&encoding=json");
});
