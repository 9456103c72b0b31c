import { expect, test } from "vitest";
import { runTrustedProgram } from "./trusted-programs.ts";

const { signal } = new AbortController();
const node = (script: string, options: { signal?: AbortSignal; maxOutputBytes?: number } = {}) =>
  runTrustedProgram({
    file: process.execPath,
    args: ["-e", script],
    cwd: "/",
    signal,
    maxOutputBytes: 1000,
    ...options,
  });

test("runTrustedProgram() gives the output and the exit code", async () => {
  const result = await node(`console.log("out"); console.error("err"); process.exit(3)`);
  expect(result).toMatchObject({ exitCode: 3, truncated: false });
  expect(result.stdout.toString()).toBe("out\n");
  expect(result.stderr.toString()).toBe("err\n");
});

test("runTrustedProgram() passes arguments as they are and an environment of two variables", async () => {
  const script =
    "console.log(JSON.stringify([process.argv.slice(1), Object.keys(process.env).sort(), process.cwd()]))";
  const args = ["-e", script, "--", "$HOME", "a b", "'; rm -rf /", "*"];
  const result = await runTrustedProgram({
    file: process.execPath,
    args,
    cwd: "/",
    signal,
    maxOutputBytes: 1000,
  });
  expect(JSON.parse(result.stdout.toString())).toEqual([
    ["$HOME", "a b", "'; rm -rf /", "*"],
    ["LANG", "PATH"],
    "/",
  ]);
});

test("runTrustedProgram() gives the program nothing to read", async () => {
  const result = await node(`process.stdin.on("data", () => {}).on("end", () => console.log("end"))`);
  expect(result.stdout.toString()).toBe("end\n");
});

test("runTrustedProgram() kills a program that prints too much, and says so", async () => {
  const result = await node(`setInterval(() => process.stdout.write("x".repeat(500)))`);
  expect(result).toMatchObject({ truncated: true, exitCode: 137 });
  expect(result.stdout).toHaveLength(1000);
  const chatty = await node(`setInterval(() => process.stderr.write("x".repeat(500)))`);
  expect(chatty.truncated).toBe(true);
});

test("runTrustedProgram() kills the program when the signal aborts, and starts none when it already has", async () => {
  const stop = new AbortController();
  const running = node(`console.log("x".repeat(10)); setInterval(() => {}, 1000)`, { signal: stop.signal });
  setTimeout(() => stop.abort(), 20);
  await expect(running).rejects.toMatchObject({ code: "cancelled" });
  await expect(node("0", { signal: stop.signal })).rejects.toMatchObject({ code: "cancelled" });
});

test("runTrustedProgram() says why a program cannot be started", async () => {
  const missing = runTrustedProgram({
    file: "/no/such/program",
    args: [],
    cwd: "/",
    signal,
    maxOutputBytes: 10,
  });
  await expect(missing).rejects.toMatchObject({
    code: "spawn_failed",
    message: /^Cannot start "\/no\/such\/program"/,
  });
});
