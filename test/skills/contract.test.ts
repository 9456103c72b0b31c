import { existsSync } from "node:fs";
import { mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

import { listDrivers } from "../../src/sandbox/create-sandbox.ts";
import type { SandboxResult } from "../../src/sandbox/sandbox.ts";
import { aHarbour, type Harbour } from "./harbour.ts";
import { yes } from "./skill-world.ts";

const [best] = await listDrivers();
const contained = best?.usable === true;
const why = contained ? "" : ` (skipped: ${best?.reason})`;

const CONTRACT = `contract:
  folders: { read: [./in], write: [./out] }
  hosts: [api.example.com, "*.example.org"]
  environment: [GREETING]`;

const CALL = { skill: "worker", script: "go.sh" };

test("run_skill_script shows the policy the accepted contract, which the defaults allow", async () => {
  await using harbour = await aWorker(CONTRACT);
  const { verdict, reasons } = await harbour.runtime.explain("run_skill_script", CALL);
  expect(verdict).toBe("ask");
  expect(reasons.filter(({ effect }) => effect !== "allow").map(({ message }) => message)).toEqual([
    expect.stringContaining("command.run worker/go.sh"),
  ]);
  const accepted = reasons.filter(({ rule }) => rule === "accepted with the skill");
  expect(accepted.map(({ message }) => message.replace(harbour.world.root, "."))).toEqual([
    "file.read ./in",
    "file.read ./out",
    "file.write ./out",
    "host.read https://api.example.com/",
    "host.send https://api.example.com/",
    "host.read https://*.example.org/",
    "host.send https://*.example.org/",
    "env.read GREETING",
  ]);
});

test.each([
  ["host.send(https://api.example.com/**)", "deny"],
  ["host.read(https://*.example.com/**)", "deny"],
  ["host.send(https://eu.example.org/**)", "deny"],
  ["host.send", "deny"],
  ["file.write(./out/**)", "deny"],
  ["file.read(./in/private/**)", "deny"],
  ["env.read(GREET*)", "deny"],
  ["host.send(https://example.net/**)", "allow"],
  ["file.write(./other/**)", "allow"],
  ["file.read(**/.env)", "allow"],
] as const)("a global rule that denies %s makes it %s", async (rule, verdict) => {
  await using harbour = await aWorker(CONTRACT, {
    permissions: { safe: ["run_skill_script"], deny: [rule] },
  });
  expect((await harbour.runtime.explain("run_skill_script", CALL)).verdict).toBe(verdict);
  if (verdict === "deny") {
    expect(await harbour.call("run_skill_script", CALL)).toMatchObject({ code: "tool_not_allowed" });
  }
});

test("a rule that asks applies to accepted effects, even among very many rules", async () => {
  const many = Array.from({ length: 30 }, (_, index) => `host.send(https://host-${index}.test/**)`);
  const confirm = [...many, "host.send(https://api.example.com/v1/**)"];
  await using harbour = await aWorker(CONTRACT, { permissions: { safe: ["run_skill_script"], confirm } });
  expect((await harbour.runtime.explain("run_skill_script", CALL)).verdict).toBe("ask");
});

test("a skill that nobody accepted has no rights to show, and its scripts do not run", async () => {
  await using harbour = await aHarbour();
  await writeWorker(harbour, CONTRACT);
  await harbour.library.install("given/worker");
  const explained = harbour.runtime.explain("run_skill_script", CALL);
  await expect(explained).rejects.toMatchObject({ code: "approval_required" });
  expect(await harbour.call("run_skill_script", CALL)).toMatchObject({ code: "approval_required" });
});

test.runIf(contained)(`run_skill_script runs only the programs that a contract lists${why}`, async () => {
  const script =
    "printf 'b\\na\\n' | sort | head -n 1; node -p 6*7 || echo no node; python3 -c 0 || echo no python";
  const run = async (header: string) => {
    await using harbour = await aWorker(header, {}, script);
    return (await harbour.call<{ stdout: string }>("run_skill_script", CALL)).stdout;
  };
  expect(await run("contract:\n  programs: [node]")).toBe("a\n42\nno python\n");
  expect(await run("contract:\n  programs: []")).toBe("a\nno node\nno python\n");
  expect(await run("contract:\n  environment: [GREETING]")).toContain("a\n42\n");
  expect(await run("metadata: { other: { requires: { bins: [jq] } } }")).toContain("a\n42\n");
});

test.runIf(contained)(`undoing a script puts back the accepted folders that it changed${why}`, async () => {
  const script = "echo new > $1/out/a.txt; echo more > $1/out/b.txt";
  await using harbour = await aWorker(CONTRACT, {}, script);
  const file = join(harbour.world.root, "out/a.txt");
  await writeFile(file, "old\n");
  const args = [await realpath(harbour.world.root)];
  const outcome = await harbour.runtime.execute("run_skill_script", { ...CALL, args });
  expect(outcome).toMatchObject({ type: "success", output: { changed: ["out/a.txt", "out/b.txt"] } });
  expect((await harbour.runtime.undo(outcome.callId)).undone).toHaveLength(2);
  expect(await readFile(file, "utf8")).toBe("old\n");
  expect(existsSync(join(harbour.world.root, "out/b.txt"))).toBe(false);
});

test.runIf(contained)(
  `a script reads and changes nothing in its folders that a rule or a name withholds${why}`,
  async () => {
    const script =
      "cd $1; cat out/.env out/private/a out/b.txt; echo new > out/kept.lock; mv out/private out/x; cat out/x/a";
    await using harbour = await aWorker(
      CONTRACT,
      {
        permissions: {
          confirm: ["run_skill_script"],
          deny: ["file.read(**/private/**)", "file.write(**/*.lock)"],
        },
      },
      `{ ${script}; } 2>&1`,
    );
    const at = (path: string) => join(harbour.world.root, path);
    await mkdir(at("out/private"), { recursive: true });
    for (const path of [".env", "private/a", "kept.lock"]) await writeFile(at(`out/${path}`), "withheld");
    await writeFile(at("out/b.txt"), "open");
    const args = [await realpath(harbour.world.root)];
    const text = JSON.stringify(await harbour.runtime.execute("run_skill_script", { ...CALL, args }));
    expect(text).toContain("open");
    expect(text).not.toContain("withheld");
    expect(await readFile(at("out/kept.lock"), "utf8")).toBe("withheld");
    expect(await readFile(at("out/private/a"), "utf8")).toBe("withheld");
  },
);

test.runIf(contained)(`hosts of a contract stay under the rules of the network${why}`, async () => {
  const script = "fetch('http://api.example.com/').catch(() => console.log('refused'))";
  await using harbour = await aWorker(CONTRACT, { network: { deny: ["*.example.com"] } }, "", script);
  const { connections, ...rest } = await harbour.call<SandboxResult>("run_skill_script", {
    ...CALL,
    script: "go.mjs",
  });
  expect(rest).toMatchObject({ exitCode: 0, stdout: "refused\n" });
  expect(connections).toMatchObject([
    {
      host: "api.example.com",
      allowed: false,
      detail: expect.stringContaining("is forbidden: network.deny names it"),
    },
  ]);
});

test.runIf(contained)(`a skill lowers its limits, and only the user's config raises them${why}`, async () => {
  const openFiles = async (header: string, sandbox: object) => {
    await using harbour = await aWorker(header, { sandbox }, "ulimit -n");
    return (await harbour.call<SandboxResult>("run_skill_script", CALL)).stdout?.trim();
  };
  const own = "contract:\n  limits: { openFiles: 77 }";
  const greedy = "contract:\n  limits: { openFiles: 9000 }";
  const raised = { openFiles: 100, skills: { worker: { openFiles: 300 } } };
  expect(await openFiles(own, {})).toBe("77");
  expect(await openFiles(greedy, { openFiles: 200 })).toBe("200");
  expect(await openFiles("license: MIT", raised)).toBe("300");
  expect(await openFiles(own, raised)).toBe("77");
});

test.runIf(contained)(
  `a skill shortens its time, and only the user's config gives it more${why}`,
  async () => {
    const ending = async (header: string, sandbox: object, script: string) => {
      await using harbour = await aWorker(header, { sandbox }, script);
      const { code, stdout } = await harbour.call<{ code?: string; stdout?: string }>(
        "run_skill_script",
        CALL,
      );
      return code ?? stdout?.trim();
    };
    const own = "contract:\n  limits: { timeout: 100ms }";
    const greedy = "contract:\n  limits: { timeout: 1h }";
    const raised = { scriptTimeout: "1ms", skills: { worker: { timeout: "10m" } } };
    // Sleeps longer than the test may take: only a short limit ends it.
    expect(await ending(own, { scriptTimeout: "10m" }, "sleep 600")).toBe("timeout");
    expect(await ending(greedy, { scriptTimeout: "100ms" }, "sleep 600")).toBe("timeout");
    expect(await ending(own, raised, "sleep 600")).toBe("timeout");
    expect(await ending("license: MIT", raised, "sleep 0.1; echo done")).toBe("done");
  },
);

async function writeWorker(harbour: Harbour, header: string, shell = "echo hi\n", node = ""): Promise<void> {
  await harbour.world.write("given/worker", {
    "SKILL.md": `---\nname: worker\ndescription: Works\n${header}\n---\nGo\n`,
    "scripts/go.sh": shell,
    "scripts/go.mjs": node,
  });
  for (const folder of ["in", "out"]) await mkdir(join(harbour.world.root, folder), { recursive: true });
}

async function aWorker(header: string, config: object = {}, ...scripts: string[]): Promise<Harbour> {
  const harbour = await aHarbour({ config });
  await writeWorker(harbour, header, ...scripts);
  await harbour.library.install("given/worker", { accept: yes });
  return harbour;
}
