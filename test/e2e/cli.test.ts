import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { Outcome } from "../../src/contract/outcome.ts";
import { VERSION } from "../../src/version.ts";
import { aCliFolder } from "../support/run-cli.ts";

/** Scenarios run side by side: each is a few starts of the command. */
const scenario = (name: string, work: () => Promise<void>) => test.concurrent(name, work, 60_000);

const ESCAPE = String.fromCharCode(27);
const WRITABLE = 'permissions:\n  safe:\n    - "write_file(./**)"\n';

scenario("--version and --help answer on stdout, and touch nothing", async () => {
  await using cli = await aCliFolder();
  const [version, help, all] = await Promise.all([
    cli.run(["--version"]),
    cli.run(["tool", "call", "--help"]),
    cli.run(["--help"]),
  ]);
  expect(version).toMatchObject({ code: 0, stdout: `${VERSION}\n`, stderr: "" });
  expect(help).toMatchObject({ code: 0, stderr: "" });
  expect(help.stdout).toMatch(/--input <json>[\s\S]*Examples:\n {2}dejima tool call current_time/);
  // Every command stands under a topic; the first steps come first.
  expect(all.stdout).toMatch(
    /\nStart here:\n {2}chat [\s\S]*\nTools:\n {2}tool [\s\S]*\nCommands:\n {2}help [^\n]*\n\n/,
  );
  expect(await readdir(cli.folder)).toEqual([]);
});

scenario("a reader that leaves early, as head does, gets no crash report", async () => {
  await using cli = await aCliFolder();
  const command = `"${process.execPath}" "${join(import.meta.dirname, "../../bin/dejima.js")}"`;
  for (const line of ["--help", "tool list", "config schema"]) {
    const left = await promisify(execFile)("bash", ["-c", `${command} ${line} | head -c 1`], {
      cwd: cli.folder,
    });
    expect([line, left.stdout.length, left.stderr]).toEqual([line, 1, ""]);
  }
});

scenario("what one command makes in a new folder, the next one uses without a word", async () => {
  await using cli = await aCliFolder();
  const refused = await cli.run([
    "tool",
    "call",
    "write_file",
    "--input",
    '{"path": "a.txt", "content": "x"}',
  ]);
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining("dejima policy ask write_file") });
  const list = await cli.run(["log", "list", "--json"]);
  expect([list.code, list.stderr, list.json()]).toMatchObject([0, "", [{ title: "tool call write_file" }]]);
});

scenario("rules are listed, changed and taken back without an editor", async () => {
  await using cli = await aCliFolder();
  const write = ["tool", "call", "write_file", "--input", '{"path": "a.txt", "content": "x"}'];
  const rule = "write_file(./**)";
  expect((await cli.run(write)).code).toBe(3);
  const allowed = await cli.run(["policy", "allow", rule]);
  expect(allowed.stdout).toMatch(
    /: allow, in .*dejima\.yaml\.\n1 of 1 past call would have been decided differently\.\nTo take it back: dejima policy forget 'write_file\(\.\/\*\*\)'/,
  );
  expect((await cli.run(write)).code).toBe(0);
  expect((await cli.run(["policy", "deny", rule])).stdout).toContain(`dejima policy allow '${rule}'`);
  expect((await cli.run(["policy", "list", "--json"])).json()).toEqual({ allow: [], ask: [], deny: [rule] });
  expect((await cli.run(write)).code).toBe(3);
  const before = await readFile(join(cli.folder, "dejima.yaml"), "utf8");
  expect(await cli.run(["policy", "ask", "nonsense(("])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/Cannot read the rule/),
  });
  expect(await readFile(join(cli.folder, "dejima.yaml"), "utf8")).toBe(before);
  expect((await cli.run(["policy", "forget", rule])).code).toBe(0);
  expect((await cli.run(["policy", "forget", rule])).code).toBe(2);
});

scenario(
  "init --preset turns families on, with a question each time, and the config is trusted",
  async () => {
    for (const [preset, ask] of [
      ["reading", []],
      ["editing", ["writing", "deleting"]],
      ["everything-asked", ["files", "network", "commands", "browser", "messages"]],
    ] as const) {
      await using cli = await aCliFolder();
      expect((await cli.run(["init", "--preset", preset])).code).toBe(0);
      expect((await cli.run(["policy", "list", "--json"])).json()).toEqual({ allow: [], ask, deny: [] });
      const explained = await cli.run([
        "policy",
        "explain",
        "delete_file",
        "--input",
        '{"path": "a"}',
        "--json",
      ]);
      expect(explained.json()).toMatchObject({ verdict: preset === "reading" ? "deny" : "ask" });
    }
  },
);

scenario("wrong usage is told on stderr, or as JSON on stdout, with exit code 2", async () => {
  await using cli = await aCliFolder({ "dejima.yaml": "tools:\n  timout: 1s\n" });
  const [near, json, config] = await Promise.all([
    cli.run(["tool", "lst"]),
    cli.run(["tool", "list", "--nonsense", "--json"]),
    cli.run(["tool", "list", "--json"]),
  ]);
  expect(near).toMatchObject({ code: 2, stdout: "" });
  expect(near.stderr).toMatch(/^error unknown command 'lst'\n\(Did you mean list\?\)/);
  expect([json.code, json.json()]).toMatchObject([2, { error: { code: "invalid_input" } }]);
  expect(config.code).toBe(2);
  expect(JSON.stringify(config.json())).toContain(
    'line 2: tools.timout is not a known key; did you mean \\"timeout\\"?',
  );
});

scenario("tool list and tool info: tables for people, JSON for programs, no colour in a pipe", async () => {
  await using cli = await aCliFolder();
  const [list, json, info, missing] = await Promise.all([
    cli.run(["tool", "list"], { variables: { TERM: "xterm-256color" } }),
    cli.run(["tool", "list", "--json"]),
    cli.run(["tool", "info", "FileRead", "--json"]),
    cli.run(["tool", "info", "raed_file", "--json"]),
  ]);
  expect(list.code).toBe(0);
  expect(list.stdout).toMatch(/^NAME +RISK +CATEGORY +SOURCE +SUMMARY\n/);
  expect(list.stdout).toMatch(/^read_file +low +file +builtin +Read a text file/m);
  expect(list.stdout).not.toContain(ESCAPE);
  expect(json.json<unknown[]>()).toContainEqual({
    name: "base64_decode",
    summary: "Decode Base64, standard or URL-safe, into text",
    category: "data",
    risk: "low",
    source: "builtin",
    version: "1.0.0",
  });
  expect(info.json()).toMatchObject({
    name: "read_file",
    aliases: ["file_read", "FileRead"],
    inputSchema: { type: "object", required: ["path"], additionalProperties: false },
  });
  expect([missing.code, missing.json()]).toMatchObject([
    1,
    { error: { code: "tool_not_found", details: { nearest: ["read_file"] } } },
  ]);
  expect(existsSync(join(cli.folder, ".dejima"))).toBe(false);
});

scenario("tool call prints an outcome, and the exit code says how it went: 0, 1, 3, 124", async () => {
  await using cli = await aCliFolder({ "a.txt": "hello\n", "slow.yaml": "tools: {timeout: 1ms}\n" });
  const call = (tool: string, input: unknown, ...more: string[]) =>
    cli.run(["tool", "call", tool, "--input", JSON.stringify(input), ...more]);
  const [good, json, missing, wrong, denied, asked, slow] = await Promise.all([
    call("read_file", { path: "a.txt" }),
    call("file_read", { path: "a.txt" }, "--json"),
    call("read_file", { path: "b.txt" }, "--json"),
    call("read_file", { pth: "a.txt" }),
    call("write_file", { path: "a.txt", content: "x" }, "--json"),
    call("shell", { command: "true" }, "--json"),
    call("grep", { pattern: "hello" }, "--json", "--config", "slow.yaml"),
  ]);
  expect([good.code, good.stderr]).toEqual([0, ""]);
  expect(JSON.parse(good.stdout)).toMatchObject({ content: "hello\n", totalLines: 1 });
  const outcome = json.json<Outcome>();
  expect(outcome).toMatchObject({ type: "success", output: { content: "hello\n" } });
  expect(outcome.callId).toBe(`${outcome.runId}.1`);
  expect([missing.code, missing.json()]).toMatchObject([
    1,
    {
      type: "failure",
      error: { code: "io_error", message: 'Cannot read "b.txt": no such file', details: {} },
    },
  ]);
  expect([wrong.code, wrong.stdout]).toEqual([1, ""]);
  expect(wrong.stderr).toMatch(/^invalid_input Cannot call "read_file": .*Did you mean "path"\?/);
  expect([denied.code, denied.json()]).toMatchObject([
    3,
    { type: "failure", error: { code: "tool_not_allowed" } },
  ]);
  expect([asked.code, asked.json()]).toMatchObject([
    3,
    { type: "failure", error: { code: "approval_required" } },
  ]);
  expect([slow.code, slow.json()]).toMatchObject([124, { type: "failure", error: { code: "timeout" } }]);
  expect(await readFile(join(cli.folder, "a.txt"), "utf8")).toBe("hello\n");
});

scenario("tool call takes its input from standard input, as UTF-8 or not at all", async () => {
  await using cli = await aCliFolder();
  const encode = (input: string | Uint8Array) =>
    cli.run(["tool", "call", "base64_encode", "--input", "-", "--json"], { input });
  const [good, latin] = await Promise.all([
    encode('{"text": "é"}'),
    encode(Buffer.from('{"text": "\xe9"}', "latin1")),
  ]);
  expect(good.json()).toMatchObject({ output: { encoded: "w6k=" } });
  expect([latin.code, latin.json()]).toMatchObject([
    2,
    { error: { message: "Cannot read --input from standard input: it is not UTF-8 text" } },
  ]);
});

scenario(
  "an approval is for exactly the call that was shown: the replay command runs it, no other",
  async () => {
    await using cli = await aCliFolder({
      "dejima.yaml": "permissions: {confirm: [write_file]}\n",
      "a.txt": "old",
    });
    const call = (content: string, ...more: string[]) =>
      cli.run([
        "tool",
        "call",
        "write_file",
        "--input",
        JSON.stringify({ path: "a.txt", content }),
        "--json",
        ...more,
      ]);
    const asked = (await call("it's new")).json<{ error: { details: { hash: string; replay: string } } }>();
    const { hash, replay } = asked.error.details;
    const other = await call("something else", "--approve", hash);
    expect([other.code, await readFile(join(cli.folder, "a.txt"), "utf8")]).toEqual([3, "old"]);
    const script = `dejima() { "${process.execPath}" "${join(import.meta.dirname, "../../bin/dejima.js")}" "$@"; }; ${replay}`;
    await promisify(execFile)("bash", ["-c", script], {
      cwd: cli.folder,
      env: { ...process.env, ...cli.variables },
    });
    expect(await readFile(join(cli.folder, "a.txt"), "utf8")).toBe("it's new");
  },
);

scenario("the log commands show, follow and verify the record, and undo restores the files", async () => {
  await using cli = await aCliFolder({ "dejima.yaml": WRITABLE, "a.txt": "old" });
  const write = JSON.stringify({ path: "a.txt", content: "new" });
  const outcome = (await cli.run(["tool", "call", "write_file", "--input", write, "--json"])).json<Outcome>();
  const { runId, callId } = outcome;
  const [list, runs, shown, records, verified, intact, tailed] = await Promise.all([
    cli.run(["log", "list"]),
    cli.run(["log", "list", "--limit", "1", "--json"]),
    cli.run(["log", "show"]),
    cli.run(["log", "show", runId, "--json"]),
    cli.run(["log", "verify", runId, "--json"]),
    cli.run(["log", "verify"]),
    cli.run(["log", "tail", runId, "--json"]),
  ]);
  expect(list.stdout).toMatch(new RegExp(`^RUN +STATUS +CALLS[^\\n]*\\n${runId} +done +1 `));
  expect(runs.json<unknown[]>()).toMatchObject([{ id: runId, status: "done", calls: 1, records: 4 }]);
  expect(shown.stdout).toMatch(
    /run-start[\s\S]*call-start[\s\S]*write_file[\s\S]*call-end[\s\S]*run-end +done, 1 call/,
  );
  expect(records.json<{ type: string }[]>().map(({ type }) => type)).toEqual([
    "run-start",
    "call-start",
    "call-end",
    "run-end",
  ]);
  expect(verified.json()).toMatchObject({ ok: true, records: 4 });
  expect(intact.code).toBe(0);
  expect(intact.stdout).toMatch(
    new RegExp(
      `^intact ${runId}: 4 records\n  ✓ records: .*\n  ✓ heads: .*\n  – signature: .*\nNobody changed`,
    ),
  );
  const lines = tailed.stdout.trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).type)).toEqual([
    "run-start",
    "call-start",
    "call-end",
    "run-end",
  ]);

  const undone = await cli.run(["undo", callId, "--json"]);
  expect(undone.json()).toMatchObject({ undone: [{ path: "a.txt" }] });
  expect(await readFile(join(cli.folder, "a.txt"), "utf8")).toBe("old");
  const log = join(cli.folder, ".dejima/runs", runId, "events.jsonl");
  await writeFile(log, (await readFile(log, "utf8")).replace('"write_file"', '"read_file"'));
  const [broken, unknown] = await Promise.all([
    cli.run(["log", "verify", runId]),
    cli.run(["undo", "nonsense"]),
  ]);
  expect([broken.code, broken.stdout.split("\n")[0]]).toEqual([
    1,
    `broken ${runId}: record 2 was changed: its content does not give its hash`,
  ]);
  expect([unknown.code, unknown.stderr]).toEqual([
    2,
    expect.stringContaining("there is no call with this id"),
  ]);
});

scenario("Ctrl-C stops a call, the record says so, and the exit code is 130", async () => {
  await using cli = await aCliFolder();
  const interrupted = await cli.run(["tool", "call", "sleep", "--input", '{"duration": 60}', "--json"], {
    onStart(send) {
      const watch = setInterval(() => {
        const runs = join(cli.folder, ".dejima/runs");
        if (!existsSync(runs)) return;
        clearInterval(watch);
        setTimeout(() => send("SIGINT"), 200);
      }, 10);
    },
  });
  expect([interrupted.code, interrupted.json()]).toMatchObject([
    130,
    { type: "failure", error: { code: "cancelled" } },
  ]);
  const list = await cli.run(["log", "list", "--json"]);
  expect(list.json<unknown[]>()).toMatchObject([{ status: "cancelled" }]);
});

scenario("tool call without a name shows one call where nobody can be asked", async () => {
  await using cli = await aCliFolder();
  const [guided, json] = await Promise.all([cli.run(["tool", "call"]), cli.run(["tool", "call", "--json"])]);
  expect(guided.code).toBe(0);
  expect(JSON.parse(guided.stdout)).toMatchObject({ timezone: expect.any(String) });
  expect(guided.stderr).toMatch(/\$ dejima tool call current_time[\s\S]*Next: `dejima tool list`/);
  expect(json.json()).toMatchObject({ type: "success" });
});

scenario("a reader that goes away ends the command quietly", async () => {
  await using cli = await aCliFolder();
  const bin = join(import.meta.dirname, "../../bin/dejima.js");
  const script = `"${process.execPath}" "${bin}" tool list --json 2>errors | true; echo "\${PIPESTATUS[0]}"`;
  await promisify(execFile)("bash", ["-c", script], {
    cwd: cli.folder,
    env: { ...process.env, ...cli.variables },
  });
  expect(await readFile(join(cli.folder, "errors"), "utf8")).toBe("");
});
