import { resolve } from "node:path";
import { z } from "zod";
import { DejimaError } from "../../../../contract/error.ts";
import { defined } from "../../../../support/defined.ts";
import { skillAbout } from "../../../../text/tool-words.ts";
import { visibleText } from "../../../../text/visible-text.ts";
import { callTool, showOutcome } from "../../call-tool.ts";
import { defineCommand } from "../../define-command.ts";
import { EXIT } from "../../describe/exit-code.ts";
import type { Output } from "../../describe/output.ts";
import { acceptance, showPreview } from "../../describe/skill-preview.ts";
import { flag, value, values } from "../../input/fields.ts";

const skillList = defineCommand({
  path: ["skill", "list"],
  group: "Install, inspect, trust and make skills",
  summary: "List the skills, with where they come from and whether they are trusted",
  input: z.object({}),
  examples: ["dejima skill list", "dejima skill list --json"],
  async run({ runtime, output }) {
    const { skills: library } = await runtime();
    const skills = await library.list();
    const problems = await library.problems();
    output.data(skills, () =>
      skills.length === 0
        ? output.say(
            "No skills yet. `dejima skill install SOURCE` installs one, `dejima skill new NAME` makes one.",
          )
        : output.table([
            output.headings("NAME", "LEVEL", "TRUST", "ENABLED", "DESCRIPTION"),
            ...skills.map(({ name, level, trust, enabled, description }) => [
              name,
              output.say.value(level),
              output.say.value(trust),
              output.say.value(enabled ? "yes" : "no"),
              skillAbout({ name, level, description }, output.say.language).replaceAll("\n", " "),
            ]),
          ]),
    );
    for (const { folder, reason } of problems) output.note(output.say`not loaded: ${folder}: ${reason}`);
    return 0;
  },
});

const skillInfo = defineCommand({
  path: ["skill", "info"],
  summary: "Show a skill: description, instructions, files",
  input: z.object({
    name: z.string(),
  }),
  arguments: ["name"],
  examples: ["dejima skill info time"],
  async run({ runtime, output }, { name }) {
    const info = await (await runtime()).skills.info(name);
    output.data(info, () => {
      const { title, level, trust, enabled, description, body, files, folder } = info;
      const { say } = output;
      const off = enabled ? "" : `, ${say("disabled")}`;
      const head = `${output.style("bold", info.name)}  ${visibleText(title)}, ${say.value(level)}, ${say.value(trust)}${off}\n${folder}`;
      const about = skillAbout({ name: info.name, level, description }, say.language);
      const listed = files.map(({ path, size }) => `${path}  ${say`${size} bytes`}`).join("\n");
      return `${head}\n\n${visibleText(about)}\n\n${visibleText(body)}\n\n${listed}`;
    });
    return 0;
  },
});

/** What a skill on this machine needs before it can be used. */
const states = ({ say }: Output) => ({
  trusted: say("installed"),
  unreviewed: say("waits for `dejima skill trust`"),
  changed: say("changed, waits for `dejima skill trust`"),
});

const skillSearch = defineCommand({
  path: ["skill", "search"],
  summary: "Search installed skills and the registries",
  input: z.object({
    text: z.string(),
  }),
  arguments: ["text"],
  examples: ["dejima skill search pdf"],
  async run({ runtime, output }, { text }) {
    const { skills: library, search } = await runtime();
    const { hits } = await search.skills(text, { limit: 50 });
    const known = new Map((await library.list()).map((skill) => [skill.name, skill]));
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = ({ name, description }: { name: string; description: string }) =>
      words.every((word) => `${name} ${description}`.toLowerCase().includes(word));
    const best = hits[0]?.score ?? 0;
    const indexed = hits
      .filter(({ score }) => score >= best / 2)
      .flatMap(({ name }) => known.get(name) ?? []);
    // Disabled skills and those that only users start are not in the index.
    const others = [...known.values()].filter((skill) => !indexed.includes(skill) && matches(skill));
    const installed = [...indexed, ...others].map(({ name, description, trust, enabled }) => ({
      name,
      description,
      installed: true,
      trust,
      enabled,
    }));
    const offered = (await library.available())
      .filter((skill) => matches(skill) && !known.has(skill.name))
      .map(({ name, description }) => ({
        name,
        description,
        installed: false,
        trust: undefined,
        enabled: undefined,
      }));
    const found = [...installed, ...offered];
    output.data(found, () =>
      found.length === 0
        ? output.say("No skill matches. `dejima skill new NAME` makes one.")
        : output.table(
            found.map(({ name, description, trust, enabled }) => [
              name,
              trust === undefined
                ? output.say("in a registry")
                : enabled
                  ? states(output)[trust]
                  : output.say("disabled"),
              skillAbout(
                { name, level: known.get(name)?.level ?? "", description },
                output.say.language,
              ).replaceAll("\n", " "),
            ]),
          ),
    );
    return 0;
  },
});

const skillRun = defineCommand({
  path: ["skill", "run"],
  summary: "Run a script of a skill in the sandbox; without a script or with a dot, its entry point",
  input: z.object({
    skill: z.string(),
    script: z.string().optional(),
    args: z.array(z.string()).default([]),
    read: values("path", "a file or folder that the script may read"),
    write: values("path", "a folder that the script may change"),
    approve: value("hash", "approve exactly the call that was shown with this hash"),
    unattended: flag("never ask"),
  }),
  arguments: ["skill", "script", "args"],
  examples: [
    "dejima skill run my-skill scripts/report.py -- --month 5",
    "dejima skill run my-skill . -- --month 5",
    "dejima skill run my-skill report.py --read ./data --write ./out",
  ],
  async run(context, { skill, script, args, read, write, ...options }) {
    const input = { skill, args, ...defined({ script, read, write }) };
    return showOutcome(
      context,
      await callTool(context, {
        tool: "run_skill_script",
        input,
        approve: options.approve,
        unattended: options.unattended,
      }),
    );
  },
});

const skillNew = defineCommand({
  path: ["skill", "new"],
  summary: "Make a new skill from a template, or from a run that went well",
  input: z.object({
    name: z.string(),
    description: value("text", "what it is for and when to use it"),
    fromRun: value("run", "draft it from this run"),
    yes: flag("accept its content without being asked"),
  }),
  arguments: ["name"],
  examples: [
    'dejima skill new tidy-notes --description "Sorts notes by topic"',
    "dejima skill new monthly-report --from-run RUN",
  ],
  async run(context, { name, fromRun, ...options }) {
    const { runtime, output, interactive } = context;
    const draft = fromRun === undefined ? undefined : await (await runtime()).evals.draftSkill(fromRun);
    const description =
      options.description !== undefined || draft !== undefined
        ? (options.description ?? draft?.description)
        : interactive
          ? await askFor(output.say("What is it for, and when should it be used?"))
          : undefined;
    if (description === undefined)
      throw new DejimaError(
        "invalid_input",
        "Cannot make a skill without a description: pass --description TEXT",
      );
    const { skills: library } = await runtime();
    const preview = await library.create({ name, ...draft, description }, acceptance(context, options.yes));
    const { folder, trust } = await library.info(preview.manifest.name);
    output.data({ name, folder, trust }, () =>
      trust === "trusted"
        ? output.say`Made ${name} in ${folder}. If you edit SKILL.md, accept it again: dejima skill trust ${name}`
        : output.say`Made ${name} in ${folder}. It waits for you: read and edit SKILL.md, then: dejima skill trust ${name}`,
    );
    return 0;
  },
});

const skillEdit = defineCommand({
  path: ["skill", "edit"],
  summary: "Change only the description of a skill",
  input: z.object({
    name: z.string(),
    description: value("text", "the new description"),
  }),
  arguments: ["name"],
  examples: ['dejima skill edit my-skill --description "Fills PDF forms"'],
  async run({ runtime, output }, { name, ...options }) {
    const { description } = options;
    if (description === undefined) {
      throw new DejimaError(
        "invalid_input",
        "Cannot edit the skill: only its description can be edited; pass --description TEXT",
      );
    }
    await (await runtime()).skills.editDescription(name, description);
    output.data({ name, description }, () => output.say`Changed the description of ${name}.`);
    return 0;
  },
});

const skillValidate = defineCommand({
  path: ["skill", "validate"],
  summary: "Look at a skill in any folder, as an install would",
  input: z.object({
    folder: z.string().default("."),
    strict: flag("refuse what differs from the specification"),
  }),
  arguments: ["folder"],
  examples: ["dejima skill validate ./my-skill --strict"],
  async run({ runtime, output, cwd }, { folder, ...options }) {
    const { skills: library } = await runtime();
    const preview = await library.validate(resolve(cwd, folder), { strict: options.strict });
    const { manifest, scan, content } = preview;
    const ok = scan.grade !== "danger";
    output.data(
      { ok, name: manifest.name, issues: manifest.issues, findings: scan.findings, content: content.hash },
      () => showPreview(preview, output),
    );
    return ok ? EXIT.done : EXIT.failed;
  },
});

const skillPack = defineCommand({
  path: ["skill", "pack"],
  summary: "Pack a skill into a zip to share",
  input: z.object({
    name: z.string(),
    output: value("file", "the zip to write (NAME.zip)"),
  }),
  arguments: ["name"],
  examples: ["dejima skill pack my-skill"],
  async run({ runtime, output, cwd }, { name, ...options }) {
    const target = resolve(cwd, options.output ?? `${name.replaceAll(/[^\w.-]/g, "-")}.zip`);
    await (await runtime()).skills.pack(name, target);
    output.data({ packed: target }, () => output.say`Packed ${name} into ${target}.`);
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [
  skillList,
  skillInfo,
  skillSearch,
  skillRun,
  skillNew,
  skillEdit,
  skillValidate,
  skillPack,
];

async function askFor(message: string): Promise<string | undefined> {
  const { isCancel, text } = await import("@clack/prompts");
  const answer = await text({ message });
  return isCancel(answer) ? undefined : answer;
}
