import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LimitName } from "../../src/sandbox/limit/limits.ts";
import type { OutputChunk, Sandbox, SandboxResult, StartOptions } from "../../src/sandbox/sandbox.ts";

export interface Conformance {
  /** What the suite is shown as: the driver and how it is run. */
  readonly title: string;
  create(): Promise<Sandbox>;
  /** The limits that the driver holds here; the rest it has to name in its report. */
  readonly holds: readonly LimitName[];
  /** Why it cannot keep parts of a granted folder out of sight. */
  readonly cannotHide?: string;
  /** Why it cannot keep programs away. */
  readonly cannotWithhold?: string;
  /** Makes a folder that the driver's user may write. */
  prepareFolder?(path: string): Promise<void>;
}

const MEBIBYTE = 1024 * 1024;

/** What every driver promises, whatever it is made of. */
export function sandboxConformance(suite: Conformance): void {
  describe(suite.title, () => {
    let sandbox: Sandbox;
    let folder: string;
    beforeAll(async () => {
      sandbox = await suite.create();
      folder = await mkdtemp(join(tmpdir(), "dejima-conformance-"));
      await suite.prepareFolder?.(folder);
    });
    afterAll(async () => {
      await sandbox.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    });
    const run = (argv: readonly string[], options?: StartOptions): Promise<SandboxResult> =>
      sandbox.start(argv, options).result;
    const holds = (limit: LimitName) => (name: string, body: () => Promise<void>, timeoutMs?: number) =>
      suite.holds.includes(limit)
        ? test(name, body, timeoutMs)
        : test.skip(`${name}: this driver does not hold ${limit} here`);

    test("start() passes arguments as they are, without a shell", async () => {
      const result = await run(["printf", "%s|", "$HOME", "a b", "; echo no"]);
      expect(result).toMatchObject({
        stdout: "$HOME|a b|; echo no|",
        stderr: "",
        exitCode: 0,
        limitHit: null,
      });
      expect(result).toMatchObject({ timedOut: false, truncated: false, driver: sandbox.driver });
    });

    test("start() keeps stdout, stderr and the exit code apart", async () => {
      const result = await run(["sh", "-c", "echo out; echo err >&2; exit 7"]);
      expect(result).toMatchObject({ stdout: "out\n", stderr: "err\n", exitCode: 7 });
    });

    test("start() counts a death by signal as 128 plus its number", async () => {
      expect(await run(["sh", "-c", "kill -TERM $$"])).toMatchObject({ exitCode: 143, limitHit: null });
    });

    test("start() feeds stdin, whole or piece by piece, and closes it", async () => {
      async function* pieces() {
        yield "a";
        yield Buffer.from("b");
      }
      expect((await run(["cat"], { stdin: "héllo" })).stdout).toBe("héllo");
      expect((await run(["cat"], { stdin: pieces() })).stdout).toBe("ab");
      expect(await run(["cat"])).toMatchObject({ stdout: "", exitCode: 0 });
    });

    test("start() ends with a program that does not read its input", async () => {
      expect((await run(["true"], { stdin: "x".repeat(300_000) })).exitCode).toBe(0);
    });

    test("output gives each piece while the program still runs, to every reader", async () => {
      const answers: ((text: string) => void)[] = [];
      async function* input() {
        yield await new Promise<string>((resolve) => answers.push(resolve));
      }
      const started = sandbox.start(["sh", "-c", "echo first; cat"], { stdin: input() });
      const seen: OutputChunk[] = [];
      for await (const chunk of started.output) {
        seen.push(chunk);
        answers.shift()?.("second\n");
      }
      expect(seen.map((chunk) => chunk.text).join("")).toBe("first\nsecond\n");
      const again: OutputChunk[] = [];
      for await (const chunk of started.output) again.push(chunk);
      expect(again).toEqual(seen);
    });

    test("start() lets a program stay past its times and talk without end", async () => {
      const asked: ((text: string) => void)[] = [];
      const lines = ["one\n", "two\n", "three\n"];
      async function* input() {
        for (const line of lines) {
          yield line;
          await new Promise<void>((resolve) => asked.push(() => resolve()));
        }
      }
      const limits = { wallTimeMs: 1, cpuTimeMs: 1, outputBytes: 20 };
      const started = sandbox.start(["cat"], { stays: true, stdin: input(), limits });
      let heard = "";
      for await (const { text } of started.output) {
        heard += text;
        asked.shift()?.("");
      }
      expect(heard).toBe("one\ntwo\nthree\n");
      expect(await started.result).toMatchObject({ exitCode: 0, timedOut: false, stdout: "" });
    });

    test("start() ends a program that stays when nobody takes what it prints", async () => {
      const limits = { outputBytes: 10_000 };
      const flooded = await run(["sh", "-c", "echo why >&2; sleep 0.2; yes"], { stays: true, limits });
      expect(flooded).toMatchObject({ limitHit: "outputBytes", stderr: "why\n" });
    });

    test("start() runs Node as `node`", async () => {
      expect(await run(["node", "-p", "process.version"])).toMatchObject({ stdout: `${process.version}\n` });
    });

    test("start() ends a run whose time is up with 124, and what it printed is kept", async () => {
      let printed = "";
      // On a busy machine the time can be up before the program begins: then it is given more.
      for (let wallTimeMs = 700; printed === "" && wallTimeMs < 50_000; wallTimeMs *= 4) {
        const result = await run(["sh", "-c", "echo begun; sleep 600"], { limits: { wallTimeMs } });
        expect(result).toMatchObject({ exitCode: 124, timedOut: true, limitHit: "wallTimeMs" });
        printed = result.stdout;
      }
      expect(printed).toBe("begun\n");
    }, 300_000);

    test("start() kills at the output limit and marks what it kept", async () => {
      const result = await run(["sh", "-c", "yes"], { limits: { outputBytes: 10_000 } });
      expect(result).toMatchObject({ truncated: true, limitHit: "outputBytes", timedOut: false });
      expect(result.stdout.length).toBe(10_000 + "[TRUNCATED]".length);
      expect(result.stdout.endsWith("[TRUNCATED]")).toBe(true);
    });

    test("start() gives exitCode null and the cause when the program cannot be started", async () => {
      const missing = await run(["no-such-program-here", "x"]);
      expect(missing).toMatchObject({ exitCode: null, stdout: "", stderr: "" });
      expect(missing.cause).toContain("no-such-program-here");
      expect((await run([])).cause).toContain("argument list is empty");
      expect((await run(["true"], { workspace: { path: "/no/such", access: "read-only" } })).cause).toContain(
        "/no/such",
      );
      expect((await run(["true"], { workingDirectory: "/usr" })).cause).toContain(
        "not inside a granted folder",
      );
    });

    test("start() refuses to grant what belongs to the system", async () => {
      for (const path of ["/", "/proc", "/usr", "/dev/shm", "/sys/kernel"]) {
        const result = await run(["true"], { mounts: [{ path, access: "read-only" }] });
        expect(result, path).toMatchObject({ exitCode: null });
      }
    });

    test("kill() and an aborted signal end the run", async () => {
      const started = sandbox.start(["sh", "-c", "echo up; sleep 60"]);
      for await (const _ of started.output) started.kill();
      expect(await started.result).toMatchObject({ cause: "cancelled", timedOut: false, stdout: "up\n" });
      const aborted = await run(["sleep", "60"], { signal: AbortSignal.abort() });
      expect(aborted.cause).toBe("cancelled");
    });

    test("start() gives an environment of PATH, LANG, HOME and what was granted", async () => {
      const environment = {
        TOKEN: "abc",
        NODE_OPTIONS: "--bad",
        LD_PRELOAD: "/x.so",
        PYTHONPATH: "/y",
        "a b": "c",
      };
      const { stdout } = await run(["env"], { environment });
      const names = stdout
        .trim()
        .split("\n")
        .map((line) => line.split("=")[0])
        .filter((name) => !["PWD", "SHLVL", "_"].includes(name ?? ""));
      expect(names.sort()).toEqual(["HOME", "LANG", "PATH", "TOKEN"]);
    });

    test("start() works in a private folder that is empty, writable and gone afterwards", async () => {
      const first = await run(["sh", "-c", "pwd; ls -A; echo x > kept && cat kept"]);
      expect(first).toMatchObject({ exitCode: 0, stderr: "" });
      expect(first.stdout.trim().split("\n").slice(1)).toEqual(["x"]);
      expect((await run(["sh", "-c", "ls -A"])).stdout).toBe("");
    });

    test("start() shows a workspace at its own path, and what is written there stays", async () => {
      await writeFile(join(folder, "in.txt"), "hello");
      const workspace = { path: folder, access: "read-write" } as const;
      const result = await run(["sh", "-c", "cat in.txt > out.txt; pwd"], { workspace });
      expect(result).toMatchObject({ exitCode: 0, stdout: `${folder}\n` });
      expect(await readFile(join(folder, "out.txt"), "utf8")).toBe("hello");
    });

    const hides = suite.cannotHide === undefined ? test : test.skip;
    hides(`start() keeps hidden parts of a grant out of sight${suite.cannotHide ?? ""}`, async () => {
      await mkdir(join(folder, "inner"), { recursive: true });
      for (const name of ["inner/key", "token", "plain"]) await writeFile(join(folder, name), "secret");
      const workspace = { path: folder, access: "read-write" } as const;
      const hidden = ["inner", "token", "missing"].map((name) => join(folder, name));
      const script =
        "cat plain; ls -A inner; cat token; rm -rf inner token 2> /dev/null; echo x > inner/key; echo x > token";
      expect((await run(["sh", "-c", script], { workspace, hidden })).stdout).toBe("secret");
      expect(await readFile(join(folder, "inner/key"), "utf8")).toBe("secret");
      expect(await readFile(join(folder, "token"), "utf8")).toBe("secret");
    });

    test("start() runs scripts of a granted folder", async () => {
      await writeFile(
        join(folder, "script.ts"),
        "const n: number = 2;\nconsole.log(n + 40, process.argv[2]);\n",
      );
      const mounts = [{ path: folder, access: "read-only" }] as const;
      const result = await run(["node", join(folder, "script.ts"), "arg"], { mounts });
      expect(result).toMatchObject({ stdout: "42 arg\n", exitCode: 0 });
    });

    const programTest = suite.cannotWithhold === undefined ? test : test.skip;
    programTest(
      `start() leaves only granted programs, plain tools and the interpreter${suite.cannotWithhold ?? ""}`,
      async () => {
        const shell = (line: string, programs: readonly string[]) => run(["sh", "-c", line], { programs });
        expect(await shell("echo b a | tr ' ' '\n' | sort | head -n 1", [])).toMatchObject({ stdout: "a\n" });
        expect((await shell("node -e 0 || python3 -c 0 || exit 9", [])).exitCode).toBe(9);
        expect(await shell("node -p 6*7", ["node"])).toMatchObject({ stdout: "42\n" });
        expect(await run(["node", "-p", "6*7"], { programs: [] })).toMatchObject({ stdout: "42\n" });
        const context =
          "for f in $(find / -name 'node*' -type f 2> /dev/null); do $f -e 0 && exit 5; done; exit 3";
        expect((await shell(context, [])).exitCode).toBe(3);
      },
    );

    test("start() lowers limits and never raises them", async () => {
      const started = await run(["sh", "-c", "ulimit -n"], {
        limits: { openFiles: sandbox.limits.openFiles * 2 },
      });
      expect(started.stdout.trim()).toBe(String(sandbox.limits.openFiles));
      expect((await run(["sh", "-c", "ulimit -n"], { limits: { openFiles: 77 } })).stdout.trim()).toBe("77");
    });

    holds("memoryBytes")("start() holds the memory of all processes together", async () => {
      const hog = "const kept = []; for (;;) kept.push(Buffer.alloc(16 << 20, 1));";
      const result = await run(["node", "-e", hog], { limits: { memoryBytes: 160 * MEBIBYTE } });
      expect(result).toMatchObject({ limitHit: "memoryBytes", timedOut: false });
      expect(result.exitCode).not.toBe(0);
    });

    holds("cpuTimeMs")("start() holds processor time", async () => {
      const result = await run(["sh", "-c", "while :; do :; done"], { limits: { cpuTimeMs: 1000, cpus: 2 } });
      expect(result).toMatchObject({ limitHit: "cpuTimeMs", timedOut: false });
    });

    holds("processes")("start() holds the number of processes", async () => {
      const forks = "i=0; while [ $i -lt 60 ]; do sleep 20 & i=$((i+1)); done; echo all";
      const result = await run(["sh", "-c", forks], { limits: { processes: 20, wallTimeMs: 5000 } });
      expect(result.stdout).not.toContain("all");
    });

    holds("fileSizeBytes")("start() holds the size of a file", async () => {
      const result = await run(["sh", "-c", "exec head -c 3000000 /dev/zero > big"], {
        limits: { fileSizeBytes: MEBIBYTE },
      });
      expect(result.exitCode).not.toBe(0);
    });

    holds("workspaceBytes")(
      "start() holds the size of the workspace",
      async () => {
        const fill = "i=0; while :; do head -c 200000 /dev/zero > f$i || exit 9; i=$((i+1)); done";
        const limits = { workspaceBytes: 4 * MEBIBYTE };
        const inside = await run(["sh", "-c", fill], { limits });
        expect(inside.timedOut).toBe(false);
        expect(inside.exitCode).not.toBe(0);
        const workspace = { path: folder, access: "read-write" } as const;
        const granted = await run(["sh", "-c", fill], { workspace, limits });
        expect(granted).toMatchObject({ limitHit: "workspaceBytes" });
      },
      300_000,
    );

    test("close() kills what runs and refuses what comes after", async () => {
      const own = await suite.create();
      const started = own.start(["sleep", "60"]);
      await own.close();
      expect((await started.result).cause).toBe("cancelled");
      expect(await own.start(["true"]).result).toMatchObject({ exitCode: null });
    });
  });
}
