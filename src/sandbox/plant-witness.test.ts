import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plantWitness } from "./plant-witness.ts";
import { SHELL_MARK } from "./trial-answers.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;

const run = ([program = "", ...args]: readonly string[], home: string) =>
  spawnSync(program, args, {
    encoding: "utf8",
    env: { PATH: process.env.PATH ?? "", HOME: home, API_KEY: "x" },
  });

test.skipIf(!hasPython)("a watched Python program runs as before and tells what it reaches for", async () => {
  const home = await mkdtemp(join(tmpdir(), "dejima-witness-"));
  const watched = await plantWitness(home, 400 * 86_400_000);
  const code =
    "import os, sys, datetime\nprint(os.environ['API_KEY'], sys.argv[1:], datetime.datetime.now().year)\nopen(os.path.expanduser('~/notes.txt'), 'w').close()\nos.system('true')\n";
  await writeFile(join(home, "program.py"), `${code}print(__name__, __file__.endswith('program.py'))\n`);
  for (const argv of [
    ["python3", "-u", "-c", code, "a", "b"],
    ["python3", "-u", join(home, "program.py"), "a", "b"],
  ]) {
    const { stdout, stderr, status } = run(watched(argv), home);
    expect(status, stderr).toBe(0);
    expect(stdout).toContain(`x ['a', 'b'] ${new Date(Date.now() + 400 * 86_400_000).getFullYear()}`);
    for (const told of [
      '"kind": "variable", "what": "API_KEY"',
      `"kind": "write", "what": "${home}/notes.txt"`,
      '"kind": "program", "what": "sh", "detail": "-c true"',
    ])
      expect(stderr).toContain(told);
    if (argv[2] !== "-c") expect(stdout).toContain("__main__ True");
  }
  await rm(home, { recursive: true });
});

test("a watched shell script keeps its name and arguments, and tells each command", async () => {
  const home = await mkdtemp(join(tmpdir(), "dejima-witness-"));
  const script = join(home, "script.sh");
  await writeFile(script, 'echo "$0" "$1" $#\nls "$HOME" > /dev/null\n');
  const { stdout, stderr } = run((await plantWitness(home, 0))(["sh", script, "first", "second"]), home);
  expect(stdout).toBe(`${script} first 2\n`);
  expect(stderr).toContain(`${SHELL_MARK}ls ${home}`);
  await rm(home, { recursive: true });
});

test.skipIf(!hasPython)(
  "requests of a Python program get a marked answer, and what it does with it is told",
  async () => {
    const home = await mkdtemp(join(tmpdir(), "dejima-witness-"));
    const program = join(home, "program.py");
    await writeFile(
      program,
      `import json, socket, urllib.request, http.client
answer = urllib.request.urlopen(urllib.request.Request("https://one.example/path", data=b"sent")).read()
print(json.loads(answer)["mark"])
client = http.client.HTTPConnection("two.example", timeout=5)
client.request("GET", "/again")
print(client.getresponse().status)
line = socket.create_connection(("three.example", 443))
line.sendall(b"GET / HTTP/1.1\\r\\nHost: three.example\\r\\n\\r\\n")
print(line.recv(12))
urllib.request.urlopen("https://after." + json.loads(answer)["mark"] + ".example/")
try: exec(answer)
except Exception: pass
for _ in range(50):
    hasty = socket.create_connection(("three.example", 443))
    hasty.sendall(b"GET / HTTP/1.1\\r\\nHost: three.example\\r\\n\\r\\n")
    hasty.close()
`,
    );
    const { stdout, stderr, status } = run((await plantWitness(home, 0))(["python3", program]), home);
    expect(status, stderr).toBe(0);
    expect(stderr).not.toContain("Exception in thread");
    expect(stdout).toBe("dejima-trial-answer\n200\nb'HTTP/1.1 200'\n");
    for (const host of ["one", "two", "three", "after.dejima-trial-answer"])
      expect(stderr).toContain(`"kind": "host", "what": "${host}.example"`);
    expect(stderr).toMatch(/"what": "one\.example", "detail": "POST \/path [^\n]*sent"/);
    expect(stderr).toContain('"kind": "code", "what": "exec"');
    await rm(home, { recursive: true });
  },
);

test.each(["sh", "bash"])(
  "requests of a script of %s get a marked answer, and what it does with it is told",
  async (shell) => {
    const home = await mkdtemp(join(tmpdir(), "dejima-witness-"));
    const script = join(home, "script.sh");
    await writeFile(
      script,
      `cd "$HOME"
answer=$(curl -fsSL -H "key: x" https://one.example/a)
echo "$answer"
curl -s -o got.json https://two.example/b && cat got.json
curl -sO https://three.example/c.json?d && cat c.json
wget -q https://four.example/e.txt && cat e.txt
wget -qO- https://five.example/f
ls "$answer"
`,
    );
    const { stdout, stderr } = run((await plantWitness(home, 0))([shell, script]), home);
    expect(stdout.trim().split("\n")).toEqual(Array(5).fill('{"mark":"dejima-trial-answer"}'));
    expect(stderr).toMatch(new RegExp(`${SHELL_MARK}ls '?{"mark":"dejima-trial-answer"}`));
    await rm(home, { recursive: true });
  },
);
