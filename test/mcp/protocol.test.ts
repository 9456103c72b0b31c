// Which protocol a server is spoken to in, seen from its input.
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { aHarbour, outcomeOf } from "./a-harbour.ts";

const fixture = join(dirname(fileURLToPath(import.meta.url)), "fixtures/conformance-server.ts");

async function methodsHeard(protocol: "auto" | "2025-11-25" | "2026-07-28"): Promise<string[]> {
  const harbour = await aHarbour((workspace) => ({
    both: {
      command: "sh",
      args: ["-c", `tee -a "${workspace}/heard" | "${process.execPath}" "${fixture}"`],
      trusted: true,
      risk: "low",
      sends: "nothing",
      protocol,
    },
  }));
  try {
    await harbour.runtime.mcp.discover();
    expect(await outcomeOf(harbour.runtime, "test_simple_text")).toMatch(/text/);
    const lines = (await readFile(join(harbour.workspace, "heard"), "utf8")).trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line).method);
  } finally {
    await harbour.close();
  }
}

test("a server that is set to 2025-11-25 is greeted in a session, and never probed", async () => {
  const heard = await methodsHeard("2025-11-25");
  expect(heard[0]).toBe("initialize");
  expect(heard).not.toContain("server/discover");
});

for (const protocol of ["2026-07-28", "auto"] as const)
  test(`a server that knows both is spoken to without a session (${protocol})`, async () => {
    expect(await methodsHeard(protocol)).not.toContain("initialize");
  });
