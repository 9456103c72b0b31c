import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { allCommands } from "../../command-table.ts";
import { completionScript } from "./completion.ts";

const COMMANDS = await allCommands();
const bash = completionScript("bash", COMMANDS);

function complete(...words: string[]): string[] {
  const line = words.map((word) => `'${word}'`).join(" ");
  const call = `COMP_WORDS=(dejima ${line}); COMP_CWORD=${words.length}; _dejima; echo "\${COMPREPLY[*]}"`;
  return execFileSync("bash", ["-c", `${bash}\n${call}`], { encoding: "utf8" })
    .trim()
    .split(" ");
}

test("completionScript() completes commands, subcommands and flags in bash", () => {
  execFileSync("bash", ["-n", "-c", bash]);
  expect(complete("too")).toEqual(["tool"]);
  expect(complete("tool", "")).toEqual(expect.arrayContaining(["list", "info", "call"]));
  expect(complete("tool", "call", "--un")).toEqual(["--unattended"]);
  expect(complete("--json", "log", "v")).toEqual(["verify"]);
});

test("completionScript() goes past the values of options", () => {
  expect(complete("--home", "somewhere", "log", "v")).toEqual(["verify"]);
  expect(complete("tool", "call", "read_file", "--inp")).toEqual(["--input"]);
});

test("completionScript() names every command in every shell", () => {
  for (const shell of ["bash", "zsh", "fish"] as const) {
    const script = completionScript(shell, COMMANDS);
    for (const { path } of COMMANDS)
      expect([shell, path, script.includes(path.at(-1) ?? "")]).toEqual([shell, path, true]);
  }
});
