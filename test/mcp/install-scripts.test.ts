import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aTerminal, hasTmux } from "../agent/a-terminal.ts";
import { aCommandLine } from "../agent/command-line.ts";
import { anNpmRegistry, aServerScript } from "./fixtures/an-npm-registry.ts";

test.runIf(hasTmux)(
  "mcp add asks at the terminal whether to run a package's install scripts, and keeps the answer",
  async () => {
    const registry = await anNpmRegistry();
    const install = `require("fs").writeFileSync(__dirname + "/made.txt", "made")`;
    await registry.publish({
      name: "builder",
      version: "1.0.0",
      manifest: { bin: "server.js", scripts: { postinstall: "node install.js" } },
      files: { "server.js": aServerScript(), "install.js": install },
    });
    await using cli = await aCommandLine({ "dejima.yaml": `packages: { npm: "${registry.url}" }\n` });
    for (const [name, reply, said, kept] of [
      ["plain", "no", /Install scripts were not run: builder/, false],
      ["built", "yes", /Install scripts were run, contained: builder/, true],
    ] as const) {
      await using terminal = await aTerminal(cli, ["mcp", "add", name, "--", "npx", "-y", "builder"]);
      expect(await terminal.until(/Run them\?/)).toMatch(/have install scripts: builder/);
      terminal.type(reply);
      await terminal.until(said);
      const text = await readFile(join(cli.folder, "dejima.yaml"), "utf8");
      expect(text.includes("installScripts: true")).toBe(kept);
    }
    await registry.close();
  },
);
