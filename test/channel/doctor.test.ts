import { expect, test } from "vitest";
import { examine } from "../../src/doctor.ts";
import { aRuntime } from "../support/a-runtime.ts";

const KEYS = [7, 9].map((byte) => Buffer.alloc(32, byte).toString("base64"));

test("doctor names a messenger without its key, without people or without anybody who may answer, and secrets whose key is gone", async () => {
  const url = "ws://127.0.0.1:9";
  await using world = await aRuntime({
    variables: { DEJIMA_VAULT_KEY: KEYS[0] },
    config: {
      channels: {
        telegram: { token: "${secret:TELEGRAM_TOKEN}", allowed: ["1"] },
        wecom: { botId: "b", secret: "plain-secret-here", allowed: [] },
        qq: { url, allowed: ["1"], approvers: [] },
        discord: { token: "plain-token-here", allowed: ["1"] },
        slack: { token: "${secret:SLACK_TOKEN}", appToken: "x", allowed: [], enabled: false },
      },
    },
  });
  const binding = {
    hosts: [],
    paths: ["/**"],
    methods: ["*"],
    tools: ["sql:shop"],
    places: ["header" as const],
  };
  await world.runtime.secrets.set(
    "SHOP_KEY",
    { source: "stored", value: "tide-tide-tide", binding },
    { by: "ann" },
  );
  const found = async (key: string | undefined) => {
    const checks = await Array.fromAsync(examine(world.runtime.settings, { DEJIMA_VAULT_KEY: key }));
    return checks
      .filter(({ name }) => /^(?:messenger|secrets)/.test(name))
      .map(({ name, status, message }) => [name, status, message]);
  };
  const messengers = [
    ["messenger telegram", "warning", "Telegram: token is missing"],
    ["messenger qq", "warning", expect.stringContaining("nobody may answer")],
    ["messenger wecom", "warning", "WeCom: nobody may write"],
    ["messenger discord", "ok", "Discord is set up"],
  ];
  expect(await found(KEYS[0])).toEqual(messengers);
  expect(await found(KEYS[1])).toEqual([
    ["secrets", "failed", expect.stringContaining("SHOP_KEY cannot be read")],
    ...messengers,
  ]);
});
