import { afterAll, beforeAll, expect, test } from "vitest";
import { aTerminal, hasTmux } from "../agent/a-terminal.ts";
import { aCommandLine } from "../agent/command-line.ts";
import { type ARegistry, aRegistry, aServer } from "./a-registry.ts";

let registry: ARegistry;

beforeAll(async () => {
  registry = await aRegistry();
  const run = "return await (await fetch('https://weather.example/')).text()";
  await registry.publish({
    name: "weather-now-mcp",
    description: "Tells the weather forecast of a city",
    files: { "server.js": aServer([{ name: "forecast", description: "Forecast", run }]) },
  });
});

afterAll(() => registry.close());

test.skipIf(!hasTmux)("at a terminal, dejima try and dejima mcp call ask the person there", async () => {
  await using cli = await aCommandLine({ "dejima.yaml": `packages: { npm: "${registry.npm}" }\n` });
  expect((await cli.run(["try", "weather-now-mcp"])).stderr).toContain("no registry was added");
  await cli.run(["registry", "add", registry.url]);
  const inChinese = await cli.run(["try", "weather-now-mcp"], { env: { LC_ALL: "zh_CN.UTF-8" } });
  expect(inChinese.stderr).toMatch(/评级：没有发现问题[\s\S]*1 个工具，\d+ 次调用/);
  expect(inChinese.stdout).toContain("没有安装任何东西");
  {
    await using trying = await aTerminal(cli, ["try", "weather-now-mcp"]);
    await trying.until(
      /Grade: nothing found[\s\S]*1 tool, \d+ calls[\s\S]*Install weather-now-mcp 1\.0\.0\? \[/,
    );
    trying.type("yes");
    await trying.until(/Installed weather-now-mcp: forecast/);
  }
  expect((await cli.run(["undo"])).stdout).toMatch(/install_capability +MCP server weather-now-mcp/);
  await using calling = await aTerminal(cli, ["mcp", "call", "weather-now-mcp", "forecast"]);
  await calling.until(/Approval needed · .*forecast[\s\S]*\[yes/);
  calling.type("no");
  await calling.until(/approval_denied/);
  expect((await cli.run(["undo", "last"])).stdout).toMatch(/uninstalled +MCP server weather-now-mcp/);
  expect((await cli.run(["mcp", "list"])).stdout).not.toContain("weather-now-mcp");
});
