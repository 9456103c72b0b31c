import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalCommands } from "../../src/policy/canonical-command.ts";
import { globalLayer } from "../../src/policy/global-layer.ts";
import { judge } from "../../src/policy/judge.ts";
import { DENY_RULES, madeDenied, madeHonest } from "./made-commands.ts";

const tool = { name: "shell", aliases: ["bash"], risk: "medium" as const, source: "builtin" as const };
const layerOf = (safe: readonly string[], deny: readonly string[] = DENY_RULES) =>
  globalLayer({ safe, confirm: [], deny }, { base: "/w", lineOf: () => undefined });
const verdictOf = (line: string, layer = layerOf(["shell(*)"])) =>
  judge({ tool, effects: canonicalCommands(line) }, [layer]).verdict;

test("no spelling of a denied command, behind any wrappers, is allowed by a wide rule (10,000 made lines)", () => {
  const layers = [
    ["shell(*)"],
    ["shell"],
    ["command.run(**)"],
    ["sh*"],
    ["*"],
    ["shell(git *)", "shell(*)"],
  ].map((safe) => layerOf(safe));
  let at = 0;
  fc.assert(
    fc.property(madeDenied, (line) => {
      const verdict = verdictOf(line, layers[at++ % layers.length]);
      if (verdict === "allow") throw new Error(`allowed: ${line}`);
    }),
    { numRuns: 10_000, seed: 14 },
  );
});

test("everyday commands stay allowed by a wide rule beside rules that deny others (2,000 made lines)", () => {
  const layer = layerOf(["shell(*)"]);
  fc.assert(
    fc.property(madeHonest, (line) => {
      expect([line, verdictOf(line, layer)]).toEqual([line, "allow"]);
    }),
    { numRuns: 2_000, seed: 14 },
  );
});

test.each([
  "rm -rf x",
  "/bin/rm x",
  "/usr/bin/env rm x",
  "env -i A=1 rm x",
  "env -S 'rm x'",
  "/bin/busybox rm x",
  "ionice -c 3 rm x",
  "timeout -s KILL 5 rm x",
  "git -C . push",
  "git -c a.b=c push",
  "git --git-dir .git --work-tree=. push origin",
  "git -c alias.x='!rm x' x",
  "sudo -u root -- /bin/rm x",
  "find . -exec rm {} ;",
  "sh -c 'r\\m x'",
  `bash -c "sh -c 'rm x'"`,
  "$'rm' x",
  "{ rm x; }",
  "f() { rm x; }; f",
  "echo `rm x`",
  "cat <(rm x)",
  "sh <<EOF\nrm x\nEOF",
  "A=1 rm x",
  ">log rm x",
  "! rm x",
  "docker run -v /:/h alpine rm -rf /h",
  "kubectl exec -n web pod -- rm x",
  "npx rm x",
  "npm exec -- rm x",
  "rm\u00a0x",
  "r\u200bm x",
  "ｒｍ x",
  "RM x",
  "$(echo rm) x",
  "${x}rm x",
])("a deny rule catches %j", (line) => {
  expect(verdictOf(line)).toBe("deny");
});

test.each([
  "/bin/r? x",
  "python3 -c 'import shutil; shutil.rmtree(1)'",
  "echo x | sh",
  "node -e 1",
  "perl -e 1",
  "awk BEGIN{system(1)}",
  "sed 1e file",
  "ssh host ls",
  "vim -c q",
  "make --eval=x",
  "git -c core.pager=x log",
  "ls $HOME",
  "ls > out",
  "l\u00e8s x",
  "ls 'unterminated",
])("what cannot be known before it runs is asked about, whatever is allowed: %j", (line) => {
  for (const safe of [["shell(*)"], ["shell"], ["*"]])
    expect([safe, verdictOf(line, layerOf(safe))]).toEqual([safe, "ask"]);
});

test("a bare rule allows what cannot be known where nothing is denied", () => {
  expect(verdictOf("ls $HOME | wc -l", layerOf(["shell"], []))).toBe("allow");
  expect(verdictOf("ls $HOME | wc -l", layerOf(["shell(*)"], []))).toBe("ask");
});
