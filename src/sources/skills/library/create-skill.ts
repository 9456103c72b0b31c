import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import {
  type InstallOptions,
  type InstallPlace,
  installSkill,
  type SkillPreview,
} from "../install/install-skill.ts";
import { withStaging } from "../install/staging.ts";
import { plainText } from "../loader/name-and-description.ts";
import { isSpecifiedName, skillName } from "../skill.ts";

/** The content of a new skill. */
export interface NewSkill {
  readonly name: string;
  readonly description: string;
  /** The instructions. Default: a template with common sections. */
  readonly body?: string;
  readonly allowedTools?: readonly string[] | undefined;
  readonly triggers?:
    | { readonly keywords: readonly string[]; readonly intents: readonly string[] }
    | undefined;
  /** Further files by path, such as `scripts/report.py` and `references/forms.md`. */
  readonly files?: Readonly<Record<string, string>>;
}

/** The permitted paths of further files of a new skill. */
const FILE_PATH = /^(?:scripts|references|assets)\/[\w][\w.-]{0,99}(?:\/[\w][\w.-]{0,99}){0,3}$/;

/** Creates a new skill, like an install. A draft that nobody accepted can be read but not used. */
export async function createSkill(
  skill: NewSkill,
  place: InstallPlace,
  options: Pick<InstallOptions, "accept" | "override"> = {},
): Promise<SkillPreview> {
  if (!isSpecifiedName(skill.name)) {
    const offered = skillName(skill.name);
    throw new DejimaError(
      "invalid_input",
      `Cannot create skill "${skill.name.slice(0, 100)}": a name has at most 64 lowercase letters, digits and hyphens${offered === "" ? "" : `, such as "${offered}"`}`,
    );
  }
  const description = plainText(skill.description).text;
  if (description === "" || description.length > 1024) {
    throw new DejimaError(
      "invalid_input",
      `Cannot create skill "${skill.name}": the description must have 1 to 1024 characters, it has ${description.length}`,
    );
  }
  const files = Object.entries(skill.files ?? {});
  const wrong = files.find(([path]) => !FILE_PATH.test(path));
  if (wrong !== undefined)
    throw new DejimaError(
      "invalid_input",
      `Cannot create skill "${skill.name}": "${wrong[0].slice(0, 100)}" is no path below scripts/, references/ or assets/`,
    );
  return withStaging(place.home, async (staging) => {
    const folder = join(staging, skill.name);
    await mkdir(folder);
    await writeFile(join(folder, "SKILL.md"), skillText({ ...skill, description }));
    for (const [path, content] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    return installSkill(folder, place, {
      ...options,
      strict: true,
      origin: { type: "created", location: "" },
    });
  });
}

function skillText({ name, description, body = template(name), allowedTools, triggers }: NewSkill): string {
  // JSON is YAML: a quoted text stays a text, whatever it contains.
  const header = [
    `name: ${name}`,
    `description: ${JSON.stringify(description)}`,
    ...(allowedTools === undefined ? [] : [`allowed-tools: ${JSON.stringify(allowedTools)}`]),
    ...(triggers === undefined ? [] : [`triggers: ${JSON.stringify(triggers)}`]),
  ];
  return `---\n${header.join("\n")}\n---\n\n${body.trim()}\n`;
}

function template(name: string): string {
  const title = name.replaceAll("-", " ").replace(/^./, (letter) => letter.toUpperCase());
  return `# ${title}

## When to use it

List the requests that it is for, as users write them.

## Steps

1. Say what to do first, and with which tool.
2. Say how to check the result.

## Limits

Say what it must not do, and when to ask the user.
`;
}
