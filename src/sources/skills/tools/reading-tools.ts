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
  /** Whether the user started a skill in a run. Default: no. */
  isStarted?(runId: string, skill: string): boolean;
}

/** Opens a skill for a call. A skill that only users may start must have been started by the user in this run. */
export async function openSkill(
  { library, isStarted }: SkillStore,
  name: string,
  runId: string,
): Promise<SkillUse> {
  const skillLibrary = await library();
  await skillLibrary.refresh();
  const skill = await skillLibrary.use(name);
  if (skill.manifest.modelInvocable || isStarted?.(runId, skill.name) === true) return skill;
  skill.release();
  throw new DejimaError(
    "tool_not_allowed",
    `Cannot use skill "${skill.name}": only a user may start it, with /${skill.name} in a message or dejima skill run`,
    { skill: skill.name },
  );
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
export type FindSkills = (
  request: string,
  options: SearchOptions & { readonly user: string },
) => Promise<SearchResult>;

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
no skill fits. \`waiting\` names fitting skills that a person has to accept first, with their \`content\` for accept_skill. Call get_skill_info to read the instructions of a skill.`,
    category: "skill",
    risk: "low",
    input: () =>
      z.object({
        query: z.string().min(1).max(4_000).describe("What should be done, in your own words"),
        limit: z.int().min(1).max(50).default(5).describe("How many to return"),
      }),
    async run({ query, limit }, { signal, userId: user }) {
      const { hits, advice, notices } = await findSkills(query, { limit, signal, user });
      const fitting = fittingHits(hits);
      const skillLibrary = await library();
      const all = new Map((await skillLibrary.list()).map((skill) => [skill.name, skill]));
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
              waiting: await Promise.all(
                waiting.map(async ({ name }) => ({
                  name,
                  needs: `a person has to look at it and accept it: call accept_skill, or dejima skill trust ${name}`,
                  content: await contentOf(skillLibrary, name),
                })),
              ),
            }),
        ...defined({ advice }),
        ...(notices.length === 0 ? {} : { notices }),
      };
    },
  });
}

/** The hash of a skill's current content, with which accept_skill asks about it. */
export async function contentOf(library: SkillLibrary, name: string): Promise<string> {
  const { folder } = await library.info(name);
  return (await library.validate(folder)).content.hash;
}

/** Returns the instructions of a skill. */
export function createGetSkillInfo(store: SkillStore): Tool {
  return defineTool({
    name: "get_skill_info",
    picksSkill: true,
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
    async run({ skill: name, offset }, { runId }) {
      const skill = await openSkill(store, name, runId);
      try {
        const { manifest, body, files } = skill;
        const { text, ...next } = textPart(body, offset);
        const paths = files.filter(({ type }) => type === "file").map(({ path }) => path);
        return {
          name: manifest.name,
          description: manifest.description,
          instructions: text,
          ...next,
          references: paths.filter((path) => !isScript(path) && !/^skill\.(?:md|ya?ml)$/i.test(path)),
          scripts: paths.filter(isScript),
          ...defined({ allowedTools: manifest.allowedTools }),
        };
      } finally {
        skill.release();
      }
    },
  });
}

/** Reads a file of a skill. */
export function createGetSkillReference(store: SkillStore): Tool {
  return defineTool({
    name: "get_skill_reference",
    picksSkill: true,
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
    async run({ skill: name, path, offset }, { runId }) {
      const skill = await openSkill(store, name, runId);
      try {
        const bytes = await (await store.library()).read(skill.name, path);
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

/** Whether a file of a skill is a program: it is in a folder called scripts. */
export function isScript(path: string): boolean {
  return /(?:^|\/)scripts\//.test(path);
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
