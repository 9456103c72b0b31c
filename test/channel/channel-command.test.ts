import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { aCommandLine } from "../agent/command-line.ts";
import { aSlack } from "./messengers/a-slack.ts";

test("dejima channel connects a messenger without anybody editing YAML: the secrets are kept apart, and serve answers there", async () => {
  await using slack = await aSlack();
  await using cli = await aCommandLine();
  const refused = await cli.run(["channel", "connect", "feishu"], { stdin: "a-secret-of-feishu" });
  expect([refused.code, refused.stderr]).toEqual([
    expect.any(Number),
    expect.stringContaining("--set appId=VALUE"),
  ]);
  const stdin = `${slack.settings.token}\n${slack.settings.appToken}\n`;
  const address = `apiRoot=${slack.settings.apiRoot}`;
  const connected = await cli.run(["channel", "connect", "slack", "--set", address, "--json"], { stdin });
  expect(connected.lines()).toMatchObject([{ connected: "slack", allowed: [] }]);
  const allowed = await cli.run(["channel", "allow", "slack", "ann", "--json"]);
  expect(allowed.lines()).toMatchObject([{ messenger: "slack", allowed: ["ann"] }]);
  const yaml = await readFile(join(cli.folder, "dejima.yaml"), "utf8");
  expect(yaml).toContain("token: ${secret:SLACK_TOKEN}");
  expect(yaml).not.toContain(String(slack.settings.token));
  const listed = await cli.run(["channel", "list", "--json"]);
  expect(listed.lines()[0]).toContainEqual({
    name: "slack",
    title: "Slack",
    connected: true,
    enabled: true,
    allowed: ["ann"],
    settings: {},
    secrets: [
      { key: "token", isSet: true, optional: false },
      { key: "appToken", isSet: true, optional: false },
    ],
    state: "idle",
  });

  // Connecting again, as with a new token, changes neither who may answer nor the address.
  await cli.run(["channel", "allow", "slack", "lee", "--approver", "--json"]);
  await cli.run(["channel", "connect", "slack", "--json"], { stdin });
  expect((await cli.run(["channel", "list", "--json"])).lines()[0]).toContainEqual(
    expect.objectContaining({ name: "slack", allowed: ["ann", "lee"], approvers: ["lee"] }),
  );
  expect(await readFile(join(cli.folder, "dejima.yaml"), "utf8")).toContain(address.slice("apiRoot=".length));
  const empty = await cli.run(["channel", "connect", "slack"]);
  expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining("token is missing")]);

  const server = cli.start(["serve", "--port", "0"]);
  try {
    await slack.write({ person: "ann" }, "what time is it in Tokyo?");
    await vi.waitFor(() => expect(slack.shown().at(-1)?.text).toContain("Asia/Tokyo"), { timeout: 30_000 });
  } finally {
    const closed = new Promise((resolve) => server.on("close", resolve));
    server.kill("SIGTERM");
    await closed;
  }
  const removed = await cli.run(["channel", "remove", "slack", "--json"]);
  expect(removed.lines()).toMatchObject([{ removed: "slack" }]);
  expect((await cli.run(["secret", "list", "--json"])).lines()).toEqual([[]]);
});
