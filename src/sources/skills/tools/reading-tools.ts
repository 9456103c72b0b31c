import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import type { Tool } from "../../../contract/tool.ts";
import type { SearchOptions, SearchResult } from "../../../retrieval/search.ts";
import { defined } from "../../../support/defined.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import type { SkillLibrary, SkillUse } from "../library/skill-library.ts";
import { skillFields, skillInput } from "./skill-input.ts";

/** The skills for the tools. The first call opens them. */
export interface SkillStore {
  library(): Promise<SkillLibrary>;
}

/** Opens a skill for a model. Refuses a skill that only users may start. */
export async function openSkill(library: SkillLibrary, name: string): Promise<SkillUse> {
  await library.refresh();
  const skill = await library.use(name);
  if (skill.manifest.modelInvocable) return skill;
  skill.release();
  throw new DejimaError("tool_not_allowed", `Cannot use skill "${skill.name}": only a user may start it`, {
    skill: skill.name,
  });
}

/** Lists the skills that a model may use. */
export function createListSkills({ library }: SkillStore): Tool {
  return defineTool({
    name: "list_skills",
    summary: "List the skills that are ready for use, with their descriptions",
    description:
      "Returns name and description of each skill, sorted by name. Pass `text` to see only those that mention it, and `offset` to read on. Then call get_skill_info with a name to learn how to use it.",
    category: "skill",
    risk: "low",
    input: () =>
      z.object({
        text: z.string().max(200).default("").describe("Only skills whose name or description contains this"),
        offset: z.int().min(0).default(0).describe("How many to skip"),
        limit: z.int().min(1).max(200).default(20).describe("Most skills to return"),
      }),
    async run({ text, offset, limit }) {
      const skillLibrary = await library();
      await skillLibrary.refresh();
      const all = await skillLibrary.list();
      const usable = all.filter(
        (skill) => skill.enabled && skill.modelInvocable && skill.trust === "trusted",
      );
      const wanted = text.toLowerCase();
      const found = usable.filter(({ name, description }) =>
        `${name} ${description}`.toLowerCase().includes(wanted),
      );
      const skills = found
        .slice(offset, offset + limit)
        .map(({ name, description }) => ({ name, description }));
      const waiting = all.filter((skill) => skill.trust !== "trusted").length;
      return { skills, total: found.length, ...(waiting === 0 ? {} : { waitingForAcceptance: waiting }) };
    },
  });
}

/** How far below the best score a skill may be and still fit. */
const BEHIND_BEST = 0.5;

/** The fitting hits: the best, and those close to it. */
function fittingHits<Hit extends { readonly score: number }>(hits: readonly Hit[]): Hit[] {
  const [best] = hits;
  return best === undefined ? [] : hits.filter(({ score }) => score >= best.score * BEHIND_BEST);
}

/** Searches the skills by meaning. */
export type FindSkills = (request: string, options?: SearchOptions) => Promise<SearchResult>;

/** Finds skills by the meaning of a request. */
export function createSearchSkills({
  library,
  findSkills,
}: SkillStore & { readonly findSkills: FindSkills }): Tool {
  return defineTool({
    name: "search_skills",
    aliases: ["find_skill"],
    summary: "Find skills by what they are for, in English or Chinese",
    description: `Searches the skills by meaning and by words. Returns those that fit, with description, score and why each was found; an empty list means that
no skill fits. \`waiting\` names fitting skills that a person has to accept first. Call get_skill_info to read the instructions of a skill.`,
    category: "skill",
    risk: "low",
    input: () =>
      z.object({
        query: z.string().min(1).max(4_000).describe("What should be done, in your own words"),
        limit: z.int().min(1).max(50).default(5).describe("How many to return"),
      }),
    async run({ query, limit }, { signal }) {
      const { hits, advice, notices } = await findSkills(query, { limit, signal });
      const fitting = fittingHits(hits);
      const all = new Map((await (await library()).list()).map((skill) => [skill.name, skill]));
      const usable = fitting.filter(({ name }) => all.get(name)?.trust === "trusted");
      const waiting = fitting.filter(({ name }) => all.get(name)?.trust !== "trusted");
      return {
        skills: usable.map(({ name, score, why }) => ({
          name,
          description: all.get(name)?.description ?? "",
          score,
          why,
        })),
        ...(waiting.length === 0
          ? {}
          : {
              waiting: waiting.map(({ name }) => ({
                name,
                needs: `a person has to look at it and accept it: dejima skill trust ${name}`,
              })),
            }),
        ...defined({ advice }),
        ...(notices.length === 0 ? {} : { notices }),
      };
    },
  });
}

/** Returns the instructions of a skill. */
export function createGetSkillInfo({ library }: SkillStore): Tool {
  return defineTool({
    name: "get_skill_info",
    summary: "Read the instructions of one skill and the names of its files",
    description:
      "Returns the whole text of the skill's instructions, page by page when it is long (`nextOffset`), the files that get_skill_reference reads, the scripts that run_skill_script runs, and the tools the skill may use.",
    category: "skill",
    risk: "low",
    input: () =>
      skillFields({
        skill: skillInput,
        offset: z.int().min(0).default(0).describe("Where to read on, from `nextOffset`"),
      }),
    async run({ skill: name, offset }) {
      const skill = await openSkill(await library(), name);
      try {
        const { manifest, body, files } = skill;
        const { text, ...next } = textPart(body, offset);
        const paths = files.filter(({ type }) => type === "file").map(({ path }) => path);
        return {
          name: manifest.name,
          description: manifest.description,
          instructions: text,
          ...next,
          references: paths.filter(
            (path) => !path.startsWith("scripts/") && !/^skill\.(?:md|ya?ml)$/i.test(path),
          ),
          scripts: paths.filter((path) => path.startsWith("scripts/")),
          ...defined({ allowedTools: manifest.allowedTools }),
        };
      } finally {
        skill.release();
      }
    },
  });
}

/** Reads a file of a skill. */
export function createGetSkillReference({ library }: SkillStore): Tool {
  return defineTool({
    name: "get_skill_reference",
    summary: "Read a text file that belongs to a skill, page by page",
    description:
      "Reads a file inside the skill's folder, named as get_skill_info lists it. Long files come in pages: pass `nextOffset` as `offset` to read on. Files outside of the skill cannot be read.",
    category: "skill",
    risk: "low",
    input: () =>
      skillFields({
        skill: skillInput,
        path: z.string().min(1).max(500).describe("Path inside the skill, such as references/forms.md"),
        offset: z.int().min(0).default(0).describe("Where to read on, from `nextOffset`"),
      }),
    async run({ skill: name, path, offset }) {
      const skill = await openSkill(await library(), name);
      try {
        const bytes = await (await library()).read(skill.name, path);
        if (bytes.includes(0))
          throw new DejimaError(
            "invalid_input",
            `Cannot read "${path}": it is not a text file. Use it from a script`,
          );
        return { skill: skill.name, path, ...textPart(bytes.toString(), offset) };
      } finally {
        skill.release();
      }
    },
  });
}

/** The size of a page, so that the result fits into an answer as JSON. */
const PAGE_CHARACTERS = 12_000;

interface TextPart {
  readonly text: string;
  /** Where to continue reading. Omitted at the end. */
  readonly nextOffset?: number;
}

/** Cuts a part out of a text, at the end of a line if one is near. */
function textPart(text: string, offset: number): TextPart {
  if (text.length - offset <= PAGE_CHARACTERS) return { text: text.slice(offset) };
  const newline = text.lastIndexOf("\n", offset + PAGE_CHARACTERS - 1);
  const end = newline > offset + PAGE_CHARACTERS / 2 ? newline + 1 : offset + PAGE_CHARACTERS;
  return { text: text.slice(offset, end), nextOffset: end };
}
