import type { AskingTime } from "../../contract/agent-event.ts";
import type { Tool } from "../../contract/tool.ts";
import type { Language } from "../../support/language-of.ts";
import { cachedByText } from "../../text/cached-by-name.ts";
import {
  type CatalogueOptions,
  type FittedCatalogue,
  skillCatalogue,
  toolCatalogue,
} from "../../tool/catalogue.ts";
import type { AgentWorld, SkillCard } from "../agent-world.ts";
import { type Persona, personaText } from "../persona.ts";
import { neutralise, untrustedRule } from "../untrusted.ts";
import {
  approximateTokens,
  BUDGETS,
  type BuiltSection,
  fitEntries,
  fitText,
  SECTION_NAMES,
  type Section,
  type SectionName,
  type WrittenSections,
} from "./section.ts";

interface PromptParts {
  readonly persona: Persona;
  readonly language: Language;
  readonly environment: AgentWorld["environment"];
  readonly today: string;
  readonly tools: readonly Tool[];
  readonly skills: readonly SkillCard[];
  /** The active skills, with their instructions. */
  readonly active: readonly { readonly name: string; readonly instructions: string }[];
  readonly memories: readonly string[];
  readonly boundary: string;
  readonly maxIterations: number;
  /** Tools that are always listed, and how often each tool was used. */
  readonly pinned?: readonly string[];
  readonly uses?: ReadonlyMap<string, number>;
  /** Cached sections: the same tools give the same section. */
  readonly written?: WrittenSections;
}

const ASKING_NOTES: Readonly<Record<AskingTime, string>> = {
  now: "A person is there and is asked before anything risky.",
  later:
    "Nobody is there now: ask nothing back. A call that needs an approval waits until somebody answers, and the run goes on then.",
  never:
    "Nobody is there: ask nothing back. A call that needs an approval is refused at once; do the rest, and say what was refused.",
};

const BUILDERS: Readonly<Record<SectionName, (parts: PromptParts, budget: number) => BuiltSection>> = {
  identity: ({ persona, language }) => ({ text: personaText(persona, language) }),
  environment: ({ environment, today, language }) => ({
    text: [
      `Date: ${today}. System: ${environment.platform}. Workspace: ${environment.workspace}.`,
      ASKING_NOTES[environment.asking],
      language === "zh" ? "Answer in Chinese (中文)." : "Answer in the language of the user's message.",
    ].join("\n"),
  }),
  "system tools": (parts, budget) =>
    cachedTools("system tools", parts, () => toolsSection(parts, (source) => source !== "mcp", budget)),
  skills: skillsSection,
  mcp: (parts, budget) =>
    cachedTools("mcp", parts, () => toolsSection(parts, (source) => source === "mcp", budget)),
  memories: ({ memories }, budget) => {
    const show = (memory: string) => `- ${neutralise(memory)}`;
    const { lines, left } = fitEntries(memories, { budget, find: "ask for them", show });
    return { text: lines.join("\n"), left };
  },
  "tool guide": ({ maxIterations }) => ({
    text: [
      "- Call a tool by its exact name with one JSON object. get_tool_info(tool_name) gives the full schema of a tool that is listed above, and lets you call it.",
      "- Independent calls belong into one turn: they run in parallel.",
      "- A failure says what would work. Change something before you try again; an identical call is not made twice.",
      "- Three kinds: system tools do one thing; a skill is knowledge for a kind of task; tools of MCP servers (server__tool) reach other programs.",
      "- Choose a system tool when one does it. For a task of several steps, search_skills first: read what fits with get_skill_info(skill), run its scripts with run_skill_script. From then on you keep to its allowed tools, except for what the user asked for. For other programs, list_mcp_servers and the server's tools.",
      "- When nothing fits: search_tools, then say so. If the task will come again, offer to write a skill (draft_skill; skill-creator explains how).",
      "- A long result is cut; read_observation(ref) pages and searches the whole.",
      `- You have at most ${maxIterations} rounds of calls for one message. Then you answer with what you have.`,
    ].join("\n"),
  }),
  principles: ({ boundary }) => ({
    text: [
      `- ${untrustedRule(boundary)}`,
      "- Say that something was done only if a call in this run did it and succeeded. Otherwise say what is still to do.",
      "- Numbers, paths, names and code come from results, unchanged. If you do not know, say so.",
      "- A refusal by the user or by the policy is final: do not look for a way around it; say what was refused and what would allow it.",
      "- Be brief.",
    ].join("\n"),
  }),
};

/** The eight sections of the system prompt, each within its budget. */
export function buildPrompt(parts: PromptParts): Section[] {
  return SECTION_NAMES.map((name) => {
    const budget = BUDGETS[name];
    const { text, left = 0 } = BUILDERS[name](parts, budget);
    return { name, text, tokens: approximateTokens(text), budget, left };
  });
}

/** The system prompt as one text. Empty sections are left out. */
export function promptText(parts: PromptParts): string {
  let whole = "";
  for (const name of SECTION_NAMES) {
    const { text } = BUILDERS[name](parts, BUDGETS[name]);
    if (text !== "") whole += `${whole === "" ? "" : "\n\n"}${HEADINGS[name]}\n${text}`;
  }
  return whole;
}

const HEADINGS = Object.fromEntries(
  SECTION_NAMES.map((name) => [name, `## ${name[0]?.toUpperCase()}${name.slice(1)}`]),
);

// If not all tools fit, the ranking by use decides which are listed.
function cachedTools(name: SectionName, parts: PromptParts, write: () => BuiltSection): BuiltSection {
  const { tools, uses = new Map(), pinned = [] } = parts;
  return cachedSection(parts, { name, list: tools, key: `${pinned.join()} ${rankingOf(uses)}` }, write);
}

function cachedSection(
  { written }: PromptParts,
  { name, list, key }: { name: SectionName; list: readonly object[]; key: string },
  write: () => BuiltSection,
): BuiltSection {
  if (written === undefined) return write();
  const sections = written.get(list) ?? new Map();
  written.set(list, sections);
  const known = sections.get(name);
  if (known?.key === key) return known.built;
  const built = write();
  // Keep only the last one: older ones seldom return.
  sections.set(name, { key, built });
  return built;
}

function rankingOf(uses: ReadonlyMap<string, number>): string {
  const groups = Map.groupBy(uses.keys(), (name) => uses.get(name) ?? 0);
  return [...groups]
    .sort(([a], [b]) => b - a)
    .map(([, names]) => names.sort().join("="))
    .join(">");
}

function toolsSection(
  { tools, pinned = [], uses = new Map() }: PromptParts,
  belongs: (source: Tool["source"]) => boolean,
  budget: number,
): BuiltSection {
  const options: CatalogueOptions = { budget, pinned, uses };
  // Summaries of servers come from outside, so they are neutralized.
  const shown = tools
    .filter(({ source }) => belongs(source))
    .map((tool) => ({ ...tool, summary: neutralise(tool.summary) }));
  return underHeading(toolCatalogue(shown, options));
}

/** Lowers the headings of a list that is placed under a heading. */
function underHeading({ text, left }: FittedCatalogue): BuiltSection {
  return { text: text.replaceAll(/^## /gm, "### "), left };
}

/** Instructions stay the same until their skill changes. */
const neutralInstructions = cachedByText(neutralise);

function skillsSection(parts: PromptParts, budget: number): BuiltSection {
  const { skills, active } = parts;
  const instructions = active.map(({ name, instructions: text }) => {
    const fitted = fitText(text, Math.floor((budget * 0.7) / active.length), `get_skill_info("${name}")`);
    return { ...fitted, text: `### Active skill: ${name}\n${neutralInstructions(fitted.text)}` };
  });
  const { text: list, left = 0 } = cachedSection(parts, { name: "skills", list: skills, key: "" }, () =>
    skillCatalogue(
      skills
        .filter(({ modelInvocable }) => modelInvocable !== false)
        .map(({ name, description }) => ({ name, description: neutralise(description) })),
      { budget: Math.floor(budget * 0.3) },
    ),
  );
  return {
    text: [list, ...instructions.map(({ text }) => text)].filter((text) => text !== "").join("\n\n"),
    left: left + instructions.reduce((sum, section) => sum + section.left, 0),
  };
}
