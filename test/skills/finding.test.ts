import { join } from "node:path";
import { expect, test } from "vitest";
import { aRuntime, outputOf } from "../support/a-runtime.ts";
import { skillMd, yes } from "./skill-world.ts";

interface Found {
  readonly skills: { name: string; description: string; score: number }[];
  readonly waiting?: { name: string; needs: string }[];
}

test("search_skills gives descriptions, does not pad, and says what a fitting skill still needs", async () => {
  await using world = await aRuntime({
    files: { "given/pdf-forms/SKILL.md": skillMd("pdf-forms", "Fills in the fields of PDF forms") },
  });
  const search = async () =>
    outputOf(await world.runtime.execute("search_skills", { query: "fill in a PDF form" })) as Found;
  const folder = join(world.workspace, "given/pdf-forms");
  await world.runtime.skills.install(folder);
  const before = await search();
  expect(before.skills.map(({ name }) => name)).not.toContain("pdf-forms");
  expect(before.waiting).toEqual([
    {
      name: "pdf-forms",
      needs: expect.stringContaining("dejima skill trust pdf-forms"),
      content: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
  await world.runtime.skills.trust("pdf-forms", { accept: yes });
  const after = await search();
  expect(after.skills[0]).toMatchObject({
    name: "pdf-forms",
    description: "Fills in the fields of PDF forms",
  });
  expect(after.skills.length).toBeLessThan(4);
  expect(after).not.toHaveProperty("waiting");
});

test("skills of plugins are found however deep a market sorts them, and need a person's yes", async () => {
  const deep = ".claude/plugins/cache/market/tools/1.0.0/skills/deep-one/SKILL.md";
  await using world = await aRuntime({
    files: {
      [deep]: skillMd("deep-one"),
      ".agents/plugins/other/skills/other-one/SKILL.md": skillMd("other-one"),
      ".claude/plugins/cache/market/tools/node_modules/x/SKILL.md": skillMd("vendored"),
    },
  });
  await world.runtime.skills.refresh();
  const found = await world.runtime.skills.list();
  const trust = new Map(found.map((skill) => [skill.name, skill.trust]));
  expect([trust.get("deep-one"), trust.get("other-one"), trust.get("vendored")]).toEqual([
    "unreviewed",
    "unreviewed",
    undefined,
  ]);
});

test("draft_skill takes scripts, references, tools and triggers, and no path that leaves the skill", async () => {
  await using world = await aRuntime({ ask: async () => ({ answer: "approve", by: "test" }) });
  const draft = (files: object) =>
    world.runtime.execute("draft_skill", {
      name: "weekly",
      description: "Makes the weekly report",
      instructions: "Run scripts/report.py",
      allowedTools: ["read_file"],
      triggers: { keywords: ["weekly: report"], intents: ["make_report"] },
      references: { "forms.md": "# Forms" },
      ...files,
    });
  expect(await draft({ scripts: { "../../evil.sh": "echo" } })).toMatchObject({
    error: { code: "invalid_input" },
  });
  expect(await draft({ scripts: { "report.py": "print(1)\n" } })).toMatchObject({ type: "success" });
  const info = await world.runtime.skills.info("weekly");
  expect(info.files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["SKILL.md", "references/forms.md", "scripts/report.py"]),
  );
  expect(info.manifest).toMatchObject({
    allowedTools: ["read_file"],
    keywords: expect.arrayContaining(["weekly: report"]),
    intents: ["make_report"],
  });
  expect(info.trust).toBe("unreviewed");
});

test("accept_skill asks a person, shows what the skill contains, and accepts exactly that", async () => {
  const shown: string[] = [];
  await using world = await aRuntime({
    ask: async ({ tool, preview }) => {
      if (tool === "accept_skill") shown.push(preview?.text ?? "");
      return { answer: "approve", by: "test" };
    },
  });
  const { runtime } = world;
  const drafted = outputOf(
    await runtime.execute("draft_skill", {
      name: "weekly",
      description: "Makes the weekly report",
      instructions: "Run scripts/report.py",
      scripts: { "report.py": "print('the report')\n" },
    }),
  ) as { content: string };
  const accept = (content: string) => runtime.execute("accept_skill", { skill: "weekly", content });
  expect(await accept("0".repeat(64))).toMatchObject({ error: { code: "conflict" } });
  expect(shown).toEqual([]);
  expect(await accept(drafted.content)).toMatchObject({ type: "success", output: { status: "accepted" } });
  expect(shown[0]).toContain("Run scripts/report.py");
  expect(shown[0]).toContain("print('the report')");
  expect((await runtime.skills.info("weekly")).trust).toBe("trusted");
});

test("accept_skill accepts nothing when nobody can be asked", async () => {
  await using world = await aRuntime({
    files: { "given/hello/SKILL.md": skillMd("hello") },
  });
  const { runtime } = world;
  const { content } = await runtime.skills.install(join(world.workspace, "given/hello"));
  expect(await runtime.execute("accept_skill", { skill: "hello", content: content.hash })).toMatchObject({
    error: { code: "approval_required" },
  });
  expect((await runtime.skills.info("hello")).trust).toBe("unreviewed");
});

test.each([["skills"], ["accept_skill"], ["*"]])(
  "no rule and no earlier yes accepts a skill: %s asks each time, with all that it can run",
  async (rule) => {
    const asked: { offers: number; text: string }[] = [];
    await using world = await aRuntime({
      config: { permissions: { safe: [rule] } },
      files: {
        "given/hello/SKILL.md": skillMd("hello"),
        "given/hello/tools/scripts/run.sh": "echo hidden\n",
      },
      ask: async ({ offers, preview }) => {
        asked.push({ offers: offers.length, text: preview?.text ?? "" });
        return { answer: "deny", by: "test" };
      },
    });
    const { runtime } = world;
    const { content } = await runtime.skills.install(join(world.workspace, "given/hello"));
    const input = { skill: "hello", content: content.hash };
    expect(await runtime.execute("accept_skill", input)).toMatchObject({ type: "failure" });
    expect(asked).toEqual([{ offers: 0, text: expect.stringContaining("echo hidden") }]);
    expect((await runtime.skills.info("hello")).trust).toBe("unreviewed");
  },
);
