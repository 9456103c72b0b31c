import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { usable } from "../sandbox/engines.ts";
import { errorOf, outputOf } from "../support/a-runtime.ts";

const { works, why } = await usable("bubblewrap");

interface Apart {
  readonly setApart?: { path: string; id: string }[];
  readonly setApartEarlier?: { path: string }[];
}
const pathsOf = (files: readonly { path: string }[] = []) => files.map(({ path }) => path);

describe.runIf(works)(`what a contained MCP server writes${why}`, () => {
  let workspace: string;
  let runtime: Runtime;
  const runtimes: Runtime[] = [];

  beforeEach(async () => {
    workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-server-")));
    await mkdir(join(workspace, ".git/hooks"), { recursive: true });
    await writeFile(join(workspace, "Makefile"), "all:\n");
    await cp(new URL("fixtures/shell-server.mjs", import.meta.url), join(workspace, "server/server.mjs"));
    runtime = open();
  });
  afterEach(async () => {
    for (const each of runtimes.splice(0)) await each.close();
    await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  function open(deny: string[] = []): Runtime {
    const made = createRuntime({
      workspace,
      config: {
        permissions: { confirm: ["write_file"], deny },
        mcpServers: {
          box: {
            command: "node",
            args: [join(workspace, "server/server.mjs")],
            folders: [{ path: workspace, write: true }],
            prefix: true,
          },
        },
      },
      ask: async () => ({ answer: "approve", by: "test" }),
    });
    runtimes.push(made);
    return made;
  }

  const call = async (tool: string, command: string) =>
    outputOf(await runtime.execute("call_mcp_tool", { server: "box", tool, input: { command } })) as Apart;
  const at = (path: string) => join(workspace, path);
  const put = (path: string) => `mkdir -p $(dirname ${path}); echo '{"scripts":{"test":"evil"}}' > ${path}`;

  test("is set apart if it is self-starting, and named in the result", async () => {
    const made = [
      ".envrc",
      ".git/config",
      ".github/workflows/a.yml",
      ".vscode/tasks.json",
      "dejima.yaml",
      "package.json",
      "sub/.dejima/tools/a.ts",
    ];
    const output = await call("run", [...made, "Makefile", "plain.txt"].map(put).join("; "));
    expect(pathsOf(output.setApart)).toEqual(
      [...made, "Makefile"].sort((one, other) => one.localeCompare(other)),
    );
    expect(JSON.stringify(output)).toContain("dejima set-apart accept");
    for (const path of made) expect(existsSync(at(path)), path).toBe(false);
    expect(await readFile(at("Makefile"), "utf8")).toBe("all:\n");
    expect(existsSync(at("plain.txt"))).toBe(true);
    expect(await call("run", "echo fine")).toBe("fine\n");
  });

  test("is set apart when the call fails or the server ends, too", async () => {
    const failed = await runtime.execute("call_mcp_tool", {
      server: "box",
      tool: "die",
      input: { command: put(".envrc") },
    });
    expect(pathsOf((errorOf(failed).details as Apart).setApart)).toEqual([".envrc"]);
    expect(existsSync(at(".envrc"))).toBe(false);
  });

  test("between two calls is set apart with the next one", async () => {
    await call(
      "after",
      `while [ ! -e go ]; do sleep 0.01; done; ${put(".vscode/settings.json")}; echo > between`,
    );
    await writeFile(at("go"), "");
    await expect.poll(() => existsSync(at("between")), { timeout: 10_000 }).toBe(true);
    expect(pathsOf((await call("run", "true")).setApart)).toEqual([".vscode/settings.json"]);
    expect(existsSync(at(".vscode/settings.json"))).toBe(false);
  });

  test("after the last call is set apart when the server ends", async () => {
    await call(
      "after",
      `while [ ! -e go ]; do sleep 0.01; done; ${put(".vscode/settings.json")}; echo > between`,
    );
    await writeFile(at("go"), "");
    await expect.poll(() => existsSync(at("between")), { timeout: 10_000 }).toBe(true);
    await runtime.close();
    expect(existsSync(at(".vscode/settings.json"))).toBe(false);
    expect(pathsOf(await open().setApart.list())).toEqual([at(".vscode/settings.json")]);
  });

  test("is nothing where the hooks of a repository stand", async () => {
    const tries = [
      "echo evil > .git/hooks/pre-commit",
      "mv .git/hooks away",
      "mv .git away",
      "rm -r .git/hooks",
    ];
    const output = await call("run", `${tries.join("; ")}; ls .git/hooks; echo > .git/index`);
    expect(JSON.stringify(output)).toContain("Read-only file system");
    expect(await readdir(at(".git/hooks"))).toEqual([]);
    expect(existsSync(at(".git/index"))).toBe(true);
  });

  test("is left alone once a person has accepted it, and so is what other tools were allowed to write", async () => {
    const [entry] = (await call("run", put(".envrc"))).setApart ?? [];
    await runtime.setApart.accept(entry?.id ?? "", "ann");
    outputOf(await runtime.execute("write_file", { path: "Makefile", content: "all: mine\n" }));
    expect(await call("run", "echo fine")).toBe("fine\n");
    expect(existsSync(at(".envrc"))).toBe(true);
    expect(await readFile(at("Makefile"), "utf8")).toBe("all: mine\n");
    expect(pathsOf((await call("run", "echo more >> .envrc")).setApart)).toEqual([".envrc"]);
  });

  test("is nothing that a rule or a name withholds, and neither is what it reads", async () => {
    await runtime.close();
    for (const path of [".env", "private/a", "kept.lock"]) {
      await mkdir(join(at(path), ".."), { recursive: true });
      await writeFile(at(path), "withheld");
    }
    runtime = open(["file.read(./private/**)", "file.write(**/*.lock)"]);
    const tries =
      "cat .env private/a; mv private x; cat x/a; echo new > kept.lock; rm kept.lock; grep -r with[h]eld .; echo tried";
    const output = JSON.stringify(await call("run", tries));
    expect(output).toContain("tried");
    expect(output.replaceAll("with[h]eld", "").replaceAll("kept.lock:withheld", "")).not.toContain(
      "withheld",
    );
    for (const path of [".env", "private/a", "kept.lock"])
      expect(await readFile(at(path), "utf8"), path).toBe("withheld");
  });

  test("carries the mark of the run", async () => {
    await writeFile(at("old.txt"), "before");
    await call("run", "echo a > new.txt; echo b >> old.txt; mkdir made; echo c > made/deep.txt");
    const marked = (await runtime.marks.list()).flatMap(({ kind, key }) => (kind === "file" ? [key] : []));
    for (const path of ["new.txt", "old.txt", "made/deep.txt"]) expect(marked).toContain(at(path));
    expect(marked).not.toContain(at("Makefile"));
    const other = await runtime.openRun({ title: "another" });
    outputOf(await other.execute({ tool: "read_file", input: { path: "new.txt" } }));
    const log = await Array.fromAsync(runtime.history.read(other.id));
    expect(log.map(({ type }) => type)).toContain("taint-start");
  });
});
