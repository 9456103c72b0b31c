import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import { createRuntime } from "../../src/runtime.ts";

const BY = { by: "ann" };
const TOKEN = "4711:token-of-the-bot";
const ELSEWHERE = "https://elsewhere.example";

test("connecting a messenger sends no secret to another address than it was entered for, and puts none into the config", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dejima-connect-"));
  const variables = { HOME: folder, XDG_CONFIG_HOME: join(folder, ".config"), KEY: "key-of-this-machine" };
  const settings = await loadConfig({ cwd: folder, variables });
  const runtime = createRuntime({ settings, variables, workspace: folder });
  const { channels } = runtime;
  const yaml = () => readFile(join(folder, "dejima.yaml"), "utf8");
  try {
    await channels.connect("telegram", { settings: {}, secrets: { token: TOKEN } }, BY);
    await channels.connect(
      "qq",
      { settings: { url: "ws://127.0.0.1:9" }, secrets: { accessToken: TOKEN } },
      BY,
    );
    const before = await yaml();
    const attempts = [
      ["telegram", { apiRoot: ELSEWHERE }, {}, /Enter token again/],
      ["telegram", { apiRoot: ELSEWHERE }, { token: "" }, /Enter token again/],
      ["qq", { url: "wss://elsewhere.example" }, {}, /Enter accessToken again/],
      ["telegram", { token: TOKEN }, {}, /token is a secret/],
      ["telegram", { token: "${KEY}", apiRoot: ELSEWHERE }, {}, /token is a secret/],
      ["slack", { apiRoot: `${ELSEWHERE}/\${KEY}` }, { token: "a", appToken: "b" }, /names a variable/],
      ["feishu", { appId: "${secret:TELEGRAM_TOKEN}" }, { appSecret: "a" }, /names a variable/],
    ] as const;
    for (const [name, given, secrets, why] of attempts)
      await expect(channels.connect(name, { settings: given, secrets }, BY)).rejects.toThrow(why);
    expect(await yaml()).toBe(before);
    expect(before).not.toContain(TOKEN);

    await channels.connect(
      "telegram",
      { settings: { apiRoot: ELSEWHERE }, secrets: { token: "4711:new" } },
      BY,
    );
    await channels.connect("telegram", { settings: { apiRoot: ELSEWHERE }, secrets: {}, allow: ["7"] }, BY);
    expect(runtime.settings.config.channels.telegram).toMatchObject({ apiRoot: ELSEWHERE, allowed: ["7"] });
  } finally {
    await runtime.close();
    await rm(folder, { recursive: true, force: true });
  }
});
