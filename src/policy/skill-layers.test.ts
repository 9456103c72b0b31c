import { expect, test } from "vitest";
import { judge } from "./judge.ts";
import { createLayer } from "./layer.ts";
import { skillLayer } from "./skill-layers.ts";

const everything = createLayer({ name: "global", otherwise: "allow", rules: [] });
const tool = (name: string) => ({ name, aliases: [], risk: "low" as const });

test("skillLayer() gives a skill exactly the tools that it lists", () => {
  const layers = [
    everything,
    skillLayer({ name: "demo", allowedTools: ["read_file", "shell(git log *)"], base: "/w" }),
  ];
  const verdict = (name: string, target?: string, opaque?: boolean) =>
    judge(
      {
        tool: tool(name),
        effects: target === undefined ? [] : [{ kind: "command.run", target, ...(opaque && { opaque }) }],
      },
      layers,
    ).verdict;
  expect(verdict("read_file")).toBe("allow");
  expect(verdict("get_skill_reference")).toBe("allow");
  expect(verdict("grep")).toBe("deny");
  expect(verdict("shell", "git log --oneline")).toBe("allow");
  expect(verdict("shell", "git push")).toBe("deny");
  expect(verdict("shell", "git log $(rm x)", true)).toBe("deny");
});

test("skillLayer() of a skill that lists nothing leaves the decision to the others, of one that lists none denies all", () => {
  const open = [everything, skillLayer({ name: "demo", base: "/w" })];
  const closed = [everything, skillLayer({ name: "demo", allowedTools: [], base: "/w" })];
  expect(judge({ tool: tool("grep"), effects: [] }, open).verdict).toBe("allow");
  expect(judge({ tool: tool("grep"), effects: [] }, closed).verdict).toBe("deny");
});
