import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aCliFolder } from "../support/run-cli.ts";

const CONFIG = `mcpServers:
  keyed:
    command: node
    args: [missing.mjs]
    env: [MY_KEY]
  remote:
    url: https://mcp.example.com/
    headers:
      Authorization: Bearer \${NOT_SET}
  elsewhere:
    url: \${MY_HOST}/mcp
    oauth:
      issuer: https://\${NOT_SET}/
`;

test("an unset variable stops only the MCP server that needs it, with the reason in its status", async () => {
  await using cli = await aCliFolder({ "dejima.yaml": CONFIG });
  const reasons = {
    keyed: 'Cannot pass MY_KEY to the MCP server "keyed": it is not set. Set it, or take it out of env',
    remote:
      'Cannot substitute "${NOT_SET}" for the MCP server "remote": NOT_SET is not set. Set it, or write ${NOT_SET:-default}',
    elsewhere:
      'Cannot substitute "${MY_HOST}" for the MCP server "elsewhere": MY_HOST is not set. Set it, or write ${MY_HOST:-default}',
  };
  const list = await cli.run(["mcp", "list", "--json"]);
  expect(list.json()).toMatchObject(
    Object.entries(reasons).map(([name, problem]) => ({ name, state: "failing", problem })),
  );
  const { checks } = (await cli.run(["doctor", "--json"])).json<{ checks: unknown[] }>();
  for (const [name, message] of Object.entries(reasons))
    expect(checks).toContainEqual({ name: `mcp ${name}`, status: "warning", message });
  expect(checks).toContainEqual(expect.objectContaining({ name: "config", status: "ok" }));
  const tools = await cli.run(["mcp", "tools", "keyed"]);
  expect(tools.stderr).toContain(reasons.keyed);
  expect((await cli.run(["config", "show"])).code).toBe(0);
  expect(await cli.run(["tool", "call", "current_time"])).toMatchObject({ code: 0 });
  for (const command of ["tools", "login"])
    expect((await cli.run(["mcp", command, "elsewhere"])).stderr).toContain(reasons.elsewhere);
  for (const name of Object.keys(reasons))
    expect(await cli.run(["mcp", "remove", name])).toMatchObject({ code: 0 });
  expect((await cli.run(["mcp", "list", "--json"])).json()).toEqual([]);
});

test("the reason is gone once the variable is set", async () => {
  await using cli = await aCliFolder({ "dejima.yaml": CONFIG });
  await cli.run(["mcp", "tools", "keyed"]);
  const variables = { MY_KEY: "abc", NOT_SET: "def", MY_HOST: "http://127.0.0.1:9" };
  const list = (await cli.run(["mcp", "list", "--json"], { variables })).json<object[]>();
  for (const server of list) expect(server).not.toHaveProperty("problem");
});

test.each([
  [["--env", "NOTSET2", "--", "node", "srv.mjs"], "Cannot pass NOTSET2"],
  [["--env", "A=1", "NOTSET2", "--", "node", "srv.mjs"], "NOTSET2 is not set"],
  [
    ["--url", "https://mcp.example.com/", "--header", "Authorization: Bearer ${NOTSET2}"],
    "NOTSET2 is not set",
  ],
  [["--url", "https://${NOTSET2}/mcp"], "NOTSET2 is not set"],
])("mcp add %j writes nothing while the variable is not set", async (args, reason) => {
  await using cli = await aCliFolder();
  const { code, stderr } = await cli.run(["mcp", "add", "e2", ...args]);
  expect(code).toBe(2);
  expect(stderr).toContain(reason);
  expect(existsSync(join(cli.folder, "dejima.yaml"))).toBe(false);
});

test("an invalid address is refused once its variables are set", async () => {
  await using cli = await aCliFolder({ "dejima.yaml": CONFIG });
  const variables = { MY_KEY: "abc", NOT_SET: "def", MY_HOST: "ftp://127.0.0.1" };
  const { code, stderr } = await cli.run(["mcp", "list"], { variables });
  expect(code).toBe(2);
  expect(stderr).toContain("mcpServers.elsewhere.url must be an address such as https://example.com/path");
});

test("doctor advises to set a variable that the whole config needs, not to replace the config", async () => {
  await using cli = await aCliFolder({ "dejima.yaml": "workspace: ${NOT_SET}\n" });
  const { checks } = (await cli.run(["doctor", "--json"])).json<{ checks: unknown[] }>();
  expect(checks).toContainEqual(
    expect.objectContaining({
      name: "config",
      status: "failed",
      fix: "set the variable, or change that line of the config",
    }),
  );
});

test("doctor reads no advice out of the words of a broken config", async () => {
  await using cli = await aCliFolder({ "dejima.yaml": '"Cannot substitute": 1\n' });
  const { checks } = (await cli.run(["doctor", "--json"])).json<{ checks: unknown[] }>();
  const fix = expect.stringMatching(/^fix it there/);
  expect(checks).toContainEqual(expect.objectContaining({ name: "config", status: "failed", fix }));
});
