import {
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { makeFifo } from "../files/make-fifo.ts";
import { usable } from "./engines.ts";

const { works, why } = await usable("bubblewrap");

/** Stands in every file that no program may read. */
const SECRET = "the-harbour-master-knows";

const HIDDEN = [
  "private/a",
  "private/deep/b",
  "a/b/hidden/c",
  ".env",
  "x/y/.env.local",
  "id_rsa",
  "new\nline/.env",
  "e\u0301/key.pem",
  "quo'te $(x)/.netrc",
];
const LOCKED = [".git/config", ".git/hooks/pre-commit", "deps/own.lock"];
const DENY = [
  "file.read(./private/**)",
  "file.read(./a/b/hidden/**)",
  "file.write(./.git/**)",
  "file.write(**/*.lock)",
  "file.delete(./kept/**)",
];

describe.runIf(works)(`what rules withhold from programs${why}`, () => {
  let workspace: string;
  let runtime: Runtime;
  let server: Server;

  beforeEach(async () => {
    workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-withheld-")));
    for (const path of HIDDEN) await put(path, SECRET);
    for (const path of [...LOCKED, "kept/d", "open/e"]) await put(path, "before");
    await link(join(workspace, "private/a"), join(workspace, "open/second-name"));
    await link(join(workspace, ".git/config"), join(workspace, "open/second-config"));
    await symlink("../private/a", join(workspace, "open/link"));
    await symlink("../private", join(workspace, "open/folder"));
    makeFifo(join(workspace, "orders"));
    server = createServer(() => expect.unreachable("a program reached the socket"));
    await new Promise<void>((resolve) => server.listen(join(workspace, "daemon.sock"), resolve));
    runtime = open("bubblewrap");
  });
  afterEach(async () => {
    await runtime.close();
    await new Promise((resolve) => server.close(resolve));
    await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  function open(driver: "bubblewrap" | "process", more: { deny?: string[]; warm?: boolean } = {}): Runtime {
    return createRuntime({
      workspace,
      ask: async () => ({ answer: "approve", by: "test" }),
      config: {
        permissions: { confirm: ["shell"], deny: [...DENY, ...(more.deny ?? [])] },
        sandbox: { driver, warm: more.warm ?? false },
      },
    });
  }

  async function put(path: string, content: string): Promise<void> {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), content);
  }

  async function shell(command: string, write = true) {
    const outcome = await runtime.execute("shell", { command, write });
    const output = outcome.type === "success" ? outcome.output : outcome.error.details;
    return {
      text: JSON.stringify(outcome),
      ...(output as { stdout?: string; changed?: string[]; changedAgainstRules?: string[] }),
    };
  }

  test("a program reads none of it, by any spelling", async () => {
    const spellings = HIDDEN.flatMap((path) => {
      const [first = "", ...rest] = path.split("/");
      const below = [first, ...rest].join("/./");
      return [
        path,
        `./${path}`,
        `open/../${path}`,
        `${workspace}/${path}`,
        `/proc/self/cwd/${path}`,
        `/proc/self/root${workspace}/${path}`,
        `/proc/1/cwd/../..${workspace}/${path}`,
        `.//${below}`,
      ];
    });
    const tries = [
      ...spellings,
      "open/second-name",
      "open/link",
      "open/folder/a",
      "open/folder/deep/b",
      "moved/b/hidden/c",
    ];
    const words = tries.map((path) => `'${path.replaceAll("'", "'\\''")}'`).join(" ");
    const script = `
      mv a moved; mv private elsewhere; mv open/folder open/other; ln private/a linked; ln .env linked-env; cp -a . /tmp/copy
      for path in ${words}; do cat "$path"; head -c 99 < "$path"; dd if="$path"; done
      cat elsewhere/a open/other/a linked linked-env; grep -r ${SECRET} . /tmp; tar c . | grep -a ${SECRET}
      find . -type f -exec cat {} +; timeout 2 sh -c 'echo order > orders'; true`;
    for (const write of [false, true]) {
      const { text } = await shell(`{ ${script}; } 2>&1`, write);
      expect(text).toContain("before"); // it ran, and read what it may
      expect(text.replaceAll(`grep -r ${SECRET}`, "").replaceAll(`grep -a ${SECRET}`, "")).not.toContain(
        SECRET,
      );
    }
    for (const path of HIDDEN) expect(await readFile(join(workspace, path), "utf8")).toBe(SECRET);
  });

  test("a program changes, moves and deletes none of what it may not", async () => {
    const targets = [...LOCKED, "kept/d", "open/second-config"];
    const tries = targets.map(
      (path) =>
        `echo changed > ${path}; rm -f ${path}; mv ${path} gone; truncate -s 0 ${path}; ln ${path} ${path}.2 && echo changed > ${path}.2; chmod 777 ${path}`,
    );
    await shell(
      `{ ${tries.join("\n")}\nmv .git git; rm -rf .git kept; mv a moved; mkdir -p .git/new; touch .git/new; :; } 2>&1`,
    );
    for (const path of targets) expect(await readFile(join(workspace, path), "utf8")).toBe("before");
    expect((await readdir(join(workspace, ".git"))).sort()).toEqual(["config", "hooks"]);
    expect(await readdir(join(workspace, "a/b"))).toEqual(["hidden"]);
  });

  test("files created during the run against a rule are named in the result", async () => {
    const { changed, changedAgainstRules } = await shell(
      "mkdir -p sub && echo x > sub/new.lock && echo x > fine",
    );
    expect(changed).toEqual(["fine", "sub/new.lock"]);
    expect(changedAgainstRules).toEqual(["sub/new.lock"]);
  });

  test("a rule that covers the whole workspace denies the call", async () => {
    await runtime.close();
    runtime = open("bubblewrap", { deny: ["file.read(./**)"] });
    const outcome = await runtime.execute("shell", { command: "true" });
    expect(outcome).toMatchObject({ type: "failure", error: { code: "tool_not_allowed" } });
  });

  test("a file that is replaced between two programs stays masked, with processes that wait", async () => {
    await runtime.close();
    runtime = open("bubblewrap", { warm: true });
    for (let count = 0; count < 3; count++) {
      expect((await shell("cat .env", false)).text).not.toContain(SECRET);
      await writeFile(join(workspace, ".env.next"), SECRET);
      await rename(join(workspace, ".env.next"), join(workspace, ".env"));
      await rename(join(workspace, "private"), join(workspace, "later"));
      await put("private/a", SECRET);
      await rm(join(workspace, "later"), { recursive: true, maxRetries: 20, retryDelay: 100 });
      expect((await shell("cat .env private/a", false)).text).not.toContain(SECRET);
    }
  });

  test("a sandbox that cannot mask refuses, and says what would work", async () => {
    await runtime.close();
    runtime = open("process");
    const { text } = await shell("cat .env", false);
    expect(text).not.toContain(SECRET);
    expect(text).toMatch(/sandbox \\"process\\".*cannot keep/);
  });
});
