import { expect, test } from "vitest";
import { literalSecrets } from "./literal-secrets.ts";

test("literalSecrets() finds plain values under the name of a secret, and nothing else", () => {
  const config = {
    workspace: "/home/somebody",
    agent: {
      toolTokens: 12_000,
      models: { here: { apiKey: "plain-key-of-a-model", baseUrl: "https://a.example" } },
    },
    channels: { telegram: { token: "plain-bot-token" } },
    mcpServers: {
      remote: {
        headers: { Authorization: "Bearer plain-header", "X-Api-Key": "plain-x-key", Accept: "text/html" },
      },
      local: {
        env: { DB_PASSWORD: "plain-password", LANG: "en_US.UTF-8" },
        tools: ["keyboard", "get_token"],
      },
    },
    webSearch: { apiKey: "short" },
  };
  expect(literalSecrets(config)).toEqual([
    ...["plain-key-of-a-model", "plain-bot-token", "plain-header", "plain-x-key", "plain-password"],
  ]);
});
