import { DejimaError } from "../../../contract/error.ts";
import type { SkillIssue } from "../skill.ts";
import { textsOf } from "./declared-contract.ts";
import { derivedDescription } from "./derived-description.ts";
import type { HeaderValue } from "./header-fields.ts";
import { plainText } from "./plain-text.ts";
import { isSpecifiedName, skillName } from "./skill-name.ts";

const SPECIFIED_DESCRIPTION = 1024;
/** Beyond this a description would crowd out the others in every list. */
const MAX_DESCRIPTION = 4096;

/** The name as it is used and as it was written; the folder's when the author gave none. */
export function nameOf(value: HeaderValue | undefined, folder: string, issues: SkillIssue[]) {
  const written = typeof value === "string" ? plainText(value).text : "";
  const name = skillName(written) || skillName(folder);
  if (name === "") {
    throw new DejimaError(
      "skill_invalid",
      `Cannot load skill "${folder}": neither its name nor its folder holds a letter or digit`,
    );
  }
  const shown = written.slice(0, 80);
  if (written === "")
    issues.push({ code: "no-name", message: `it has no name; the folder's is used: ${name}` });
  else if (!isSpecifiedName(written)) {
    issues.push({
      code: "name",
      message: `the name "${shown}" is not lowercase letters, digits and hyphens; it is used as ${name}`,
    });
  }
  if (written !== "" && written !== folder) {
    issues.push({
      code: "name-unlike-folder",
      message: `the name "${shown}" is not that of the folder, "${folder.slice(0, 80)}"`,
    });
  }
  return { name, title: written.slice(0, 200) || name };
}

/** The description on one line, as a person sees it; the first paragraph when the author gave none. */
export function descriptionOf(
  value: HeaderValue | undefined,
  body: string,
  name: string,
  issues: SkillIssue[],
): string {
  const given = typeof value === "string" ? value : textsOf(value).join(" ");
  const { text, hidden } = plainText(given.trim() === "" ? derivedDescription(body) : given);
  if (text === "") {
    throw new DejimaError(
      "skill_invalid",
      `Cannot load skill "${name}": it has neither a description nor a text to take one from`,
    );
  }
  if (hidden)
    issues.push({
      code: "hidden-characters",
      message: "its description holds characters that cannot be seen",
    });
  if (given.trim() === "")
    issues.push({ code: "no-description", message: "it has no description; its first paragraph is used" });
  if (text.length > SPECIFIED_DESCRIPTION) {
    issues.push({
      code: "long-description",
      message: `its description has ${text.length} characters; the specification allows ${SPECIFIED_DESCRIPTION}`,
    });
  }
  return text.slice(0, MAX_DESCRIPTION);
}
