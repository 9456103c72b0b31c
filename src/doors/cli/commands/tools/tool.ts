import { z } from "zod";
import { DejimaError } from "../../../../contract/error.ts";
import { ROLES } from "../../../../contract/flow.ts";
import { CATEGORIES } from "../../../../contract/tool.ts";
import type { Runtime } from "../../../../runtime.ts";
import { toolSummary } from "../../../../text/tool-words.ts";
import { mayHaveCustomTools } from "../../../../wiring/tools/may-have-tools.ts";
import { callTool, showOutcome } from "../../call-tool.ts";
import { defineCommand } from "../../define-command.ts";
import type { Output } from "../../describe/output.ts";
import { count, flag, oneOf, value, values } from "../../input/fields.ts";
import { readInput } from "../../input/read-input.ts";

const toolList = defineCommand({
  path: ["tool", "list"],
  group: "List, inspect and call tools",
  summary: "List the tools",
  input: z.object({
    category: oneOf(CATEGORIES, "category", "only tools of this category"),
  }),
  examples: ["dejima tool list", "dejima tool list --category file --json"],
  async run({ runtime, output }, { category }) {
    const { tools, ownTools, settings } = await runtime();
    const rows = tools().filter((tool) => category === undefined || tool.category === category);
    output.data(rows, () =>
      output.table([
        output.headings("NAME", "RISK", "CATEGORY", "SOURCE", "SUMMARY"),
        ...rows.map((tool) => [
          tool.name,
          output.say.value(tool.risk),
          output.say.value(tool.category),
          output.say.value(tool.source),
          toolSummary(tool, output.say.language),
        ]),
      ]),
    );
    if (mayHaveCustomTools(settings))
      for (const problem of await ownToolProblems(ownTools, output)) output.note(problem);
    return 0;
  },
});

const toolInfo = defineCommand({
  path: ["tool", "info"],
  summary: "Show a tool in full: description, input schema, risk",
  input: z.object({
    name: z.string(),
  }),
  arguments: ["name"],
  examples: ["dejima tool info read_file", "dejima tool info grep --json"],
  async run({ runtime, output }, { name }) {
    const info = (await runtime()).toolInfo(name);
    output.data(info, () => {
      const { inputSchema, description, aliases, roles } = info;
      const { value } = output.say;
      const about = output.say.language === "en" ? description : `${toolSummary(info, "zh")}\n${description}`;
      const also = aliases.length === 0 ? "" : `${output.say`also called ${aliases.join(", ")}`}\n`;
      const head = `${output.style("bold", info.name)}  ${value(info.category)}, ${output.say`risk ${value(info.risk)}`}, ${value(info.source)}, ${output.say`version ${info.version}`}`;
      const rows = roles.map(({ argument, role, by }) => [
        output.shown(argument),
        role,
        output.style("dim", roleSources(output)[by]),
      ]);
      const roleTable =
        rows.length === 0 ? "" : `\n\n${output.style("bold", output.say("roles"))}\n${output.table(rows)}`;
      return `${head}\n${also}\n${about}\n\n${output.style("bold", output.say("input"))}\n${JSON.stringify(inputSchema, null, 2)}${roleTable}`;
    });
    return 0;
  },
});

const roleSources = ({ say }: Output) => ({
  config: say("set in the config"),
  tool: say("declared by the tool"),
  name: say("by its name"),
});

const CHOICES = [...ROLES, "default"] as const;

const toolRole = defineCommand({
  path: ["tool", "role"],
  summary: `Set the role of a tool's argument, which decides what needs approval: ${ROLES.join(", ")}, or default to remove it`,
  input: z.object({
    name: z.string(),
    argument: z.string(),
    role: z.enum(CHOICES, `there are ${CHOICES.join(", ")}`),
  }),
  arguments: ["name", "argument", "role"],
  examples: ["dejima tool role crm_update notes content", "dejima tool role crm_update notes default"],
  async run({ runtime, output }, { name, argument, role }) {
    const { rules, ready, toolInfo: infoOf } = await runtime();
    await ready();
    const { before, file } = await rules.setRole({
      tool: name,
      argument,
      role: role === "default" ? undefined : role,
    });
    const now = infoOf(name).roles.find((one) => one.argument === argument)?.role ?? null;
    output.data({ tool: name, argument, role: now, before: before ?? null, file }, () =>
      [
        output.say`${argument} of ${name}: ${now ?? ""}, in ${file}.`,
        output.say`To take it back: dejima tool role ${name} ${argument} ${before ?? "default"}`,
      ].join("\n"),
    );
    return 0;
  },
});

const toolSearch = defineCommand({
  path: ["tool", "search"],
  summary: "Find tools by what they do, in English, Chinese and other languages",
  input: z.object({
    text: z.array(z.string()),
    limit: count(5, "how many (5)", { to: 200 }),
  }),
  arguments: ["text"],
  examples: [
    'dejima tool search "what time is it"',
    'dejima tool search "read a PDF; send an email"',
    "dejima tool search 读取文件 --json",
  ],
  async run({ runtime, output }, { text: words, limit }) {
    const harbour = await runtime();
    const { hits, notices } = await harbour.search.tools(needsIn(words.join(" ")), { limit });
    const tools = new Map(harbour.tools().map((tool) => [tool.name, tool]));
    const about = (name: string) => {
      const tool = tools.get(name);
      return tool === undefined ? "" : toolSummary(tool, output.say.language);
    };
    const found = hits.map(({ name, score, source, why }) => ({
      name,
      score,
      source,
      summary: tools.get(name)?.summary ?? "",
      why,
    }));
    for (const notice of notices) output.note(notice);
    output.data(found, () =>
      found.length === 0
        ? output.say(
            "No tool fits this request. Say it in other words; `dejima tool list` lists all tools, `dejima find` looks for one to install.",
          )
        : output.table(
            found.map(({ name, score, why }) => [
              name,
              score.toFixed(2),
              about(name),
              output.style("dim", output.say.phrases(why.join("; "))),
            ]),
          ),
    );
    return 0;
  },
});

/** Several needs, separated by semicolons. */
function needsIn(text: string): readonly string[] {
  const needs = text.split(/[;；]/u).filter((need) => need.trim() !== "");
  return needs.length === 0 ? [text] : needs;
}

const toolCall = defineCommand({
  path: ["tool", "call"],
  summary: "Call a tool through the gate; without a name, be guided through a call",
  input: z.object({
    name: z.string().optional(),
    input: value("json", "the input as JSON, @FILE, or - for standard input"),
    approve: value("hash", "approve exactly the call that was shown with this hash"),
    unattended: flag("never ask: deny calls that would need approval"),
    park: flag("leave a question in the store and end with code 3: the call runs when it is approved"),
    skill: values("name", "as it would be while this skill is active"),
    dryRun: flag("show what it would do and whether it may, and do nothing"),
  }),
  arguments: ["name"],
  examples: [
    "dejima tool call current_time",
    `dejima tool call read_file --input '{"path": "README.md"}'`,
    'echo \'{"path": "."}\' | dejima tool call list_files --input -',
  ],
  async run(context, { name, ...options }) {
    if (name === undefined) {
      if (!options.dryRun) return (await import("../../guided-call.ts")).guidedCall(context);
      throw new DejimaError(
        "invalid_input",
        "Cannot show what a call would do: name the tool, as in `dejima tool call write_file --dry-run`",
      );
    }
    const input = await readInput(options.input, context);
    const { approve, unattended, park, skill } = options;
    if (options.dryRun)
      return (await import("../../dry-run.ts")).dryRun(context, { tool: name, input, skill });
    const outcome = await callTool(context, {
      tool: name,
      input,
      approve,
      unattended,
      park,
      skill,
    });
    return showOutcome(context, outcome);
  },
});

/** The commands of this file. */
export const COMMANDS = [toolList, toolInfo, toolRole, toolSearch, toolCall];

/** Why the user's own tools did not load, one line each. */
async function ownToolProblems(own: Runtime["ownTools"], { say }: Output): Promise<string[]> {
  const folders = (await own.folders()).flatMap(({ folder, trusted, changed, files }) => {
    if (changed)
      return [
        say`Tool files in ${folder} changed since you trusted them, so the change is not loaded: \`dejima tool trust\` shows the difference`,
      ];
    if (!trusted)
      return [
        say`${files.length} tool files in ${folder} are not loaded: read them, then \`dejima tool trust\``,
      ];
    return files.flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  });
  const apis = (await own.apis()).flatMap(({ name, problem }) =>
    problem === undefined ? [] : [`API ${name}: ${problem}`],
  );
  return [...folders, ...apis];
}
