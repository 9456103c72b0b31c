import { spawn } from "node:child_process";
import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Driver } from "../../src/sandbox/driver.ts";
import { createProcessDriver } from "../../src/sandbox/process/process-driver.ts";
import { spawnChild } from "../../src/sandbox/process/spawn-child.ts";
import { prove } from "../../src/sandbox/prove.ts";
import { usable } from "./engines.ts";

const { works, why } = await usable("bubblewrap");

/** One digit, two, three and four: shells differ in which they can close. */
const NUMBERS = [8, 9, 10, 42, 209, 1000];

/** Reads and writes the home through every descriptor that it finds, by number and by listing. */
const scriptFor = (owners: string) => `
for at in ${NUMBERS.join(" ")} $(ls /proc/self/fd /proc/1/fd 2>/dev/null | grep '^[0-9]*$'); do
  for owner in ${owners}; do
    cat /proc/$owner/fd/$at/secret && echo READ $at
    echo changed > /proc/$owner/fd/$at/secret && echo WRITTEN $at
    cat /dev/fd/$at/secret && echo READ $at
  done
done 2> /dev/null
echo tried
`;

const CASES = [
  { driver: "bubblewrap", owners: "self $$ $PPID 1", how: [] },
  { driver: "bubblewrap", owners: "self $$ $PPID 1", how: ["warm"] },
  { driver: "trusted server", owners: "self $$", how: [] },
  { driver: "process", owners: "self $$", how: [] }, // it sees every process here: only what it got itself counts
];

describe.runIf(works)(`descriptors that our own process inherited${why}`, () => {
  for (const { driver, owners, how } of CASES) {
    test(`do not reach a program in ${[driver, ...how].join(", ")}`, async () => {
      const home = await mkdtemp(join(tmpdir(), "dejima-inherited-"));
      try {
        await writeFile(join(home, "secret"), "the harbour master's");
        const answer = JSON.parse(await runLeaky(home, [driver, scriptFor(owners), ...how]));
        expect(answer).toMatchObject({ stdout: "tried\n" });
        expect(await readFile(join(home, "secret"), "utf8")).toBe("the harbour master's");
      } finally {
        await rm(home, { recursive: true, maxRetries: 20, retryDelay: 100 });
      }
    });
  }

  test("add no variable of the shell that closed them", async () => {
    const home = await mkdtemp(join(tmpdir(), "dejima-inherited-"));
    try {
      const script = "tr '\\0' '\\n' < /proc/$$/environ";
      const { stdout } = JSON.parse(await runLeaky(home, ["bubblewrap", script]));
      const names = String(stdout)
        .trim()
        .split("\n")
        .map((line) => line.split("=")[0]);
      expect(names.sort()).toEqual(["HOME", "LANG", "PATH", "PWD"]);
    } finally {
      await rm(home, { recursive: true, maxRetries: 20, retryDelay: 100 });
    }
  });
});

test("prove() finds a driver out that lets an inherited descriptor in", async () => {
  const plain = createProcessDriver();
  const leaky: Driver = {
    ...plain,
    async launch(request) {
      const launched = await plain.launch(request);
      if (request.leaked === undefined) return launched;
      launched.kill();
      await launched.exited;
      const gap = Array.from({ length: 97 - 3 }, () => "ignore" as const);
      const child = spawnChild(request.argv, {
        environment: { PATH: "/usr/bin:/bin" },
        workingDirectory: "/",
        ownGroup: true,
        descriptors: [...gap, request.leaked],
      });
      return { ...launched, ...child };
    },
  };
  const step = async (driver: Driver) =>
    (await prove(driver)).find(({ attempt }) => attempt === "use an inherited descriptor");
  expect(await step(leaky)).toMatchObject({ contained: false });
  expect(await step(plain)).toMatchObject({ contained: true });
});

/** Starts a Node that inherits a descriptor of a folder under each number. */
async function runLeaky(home: string, args: readonly string[]): Promise<string> {
  await using folder = await open(home, "r");
  const stdio: ("ignore" | "pipe" | "inherit" | number)[] = ["ignore", "pipe", "inherit"];
  for (const at of NUMBERS) {
    while (stdio.length < at) stdio.push("ignore");
    stdio.push(folder.fd);
  }
  const program = fileURLToPath(new URL("inherited-descriptors.ts", import.meta.url));
  const child = spawn(process.execPath, [program, ...args], { stdio });
  if (child.stdout === null) throw new Error("The output was not asked for");
  return text(child.stdout);
}
