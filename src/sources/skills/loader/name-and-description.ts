import { DejimaError } from "../../../contract/error.ts";
import { hiddenRuns } from "../../../text/hidden-characters.ts";
import { oneLine } from "../../../text/one-line.ts";
import { isSpecifiedName, type SkillIssue, skillName } from "../skill.ts";
import { textsOf } from "./declared-contract.ts";
import { type HeaderValue, isMap } from "./header-fields.ts";

const SPECIFIED_DESCRIPTION = 1024;

/** A longer description would take too much room in every list. */
const MAX_DESCRIPTION = 4096;

/** The canonical name, by default that of the folder, and the title, by default the canonical name. */
export function nameOf(value: HeaderValue | undefined, folder: string, issues: SkillIssue[]) {
  const written = typeof value === "string" ? plainText(value).text : "";
  const name = skillName(written) || skillName(folder);
  if (name === "") {
    throw new DejimaError(
      "skill_invalid",
      `Cannot load skill "${folder}": neither its name nor its folder contains a letter or digit`,
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

/** The description on one line, without hidden characters. Default: the first paragraph. */
export function descriptionOf(
  value: HeaderValue | undefined,
  body: string,
  name: string,
  issues: SkillIssue[],
): string {
  const written = typeof value === "string" ? value : textsOf(value).join(" ");
  const { text, hidden } = plainText(written.trim() === "" ? derivedDescription(body) : written);
  if (text === "") {
    throw new DejimaError(
      "skill_invalid",
      `Cannot load skill "${name}": it has neither a description nor a text to derive one from`,
    );
  }
  if (hidden)
    issues.push({
      code: "hidden-characters",
      message: "its description contains invisible characters",
    });
  if (written.trim() === "")
    issues.push({ code: "no-description", message: "it has no description; its first paragraph is used" });
  if (text.length > SPECIFIED_DESCRIPTION) {
    issues.push({
      code: "long-description",
      message: `its description has ${text.length} characters; the specification allows ${SPECIFIED_DESCRIPTION}`,
    });
  }
  return text.slice(0, MAX_DESCRIPTION);
}

/** Only the beginning is searched: patterns over a long hostile text could take very long. */
const SEARCHED_CHARACTERS = 8000;

/** A description for a skill that has none: its first paragraph, or else its heading. */
function derivedDescription(body: string): string {
  const blocks = body
    .slice(0, SEARCHED_CHARACTERS)
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/^```[\s\S]*?^```[ \t]*$/gm, "")
    .split(/\r?\n[ \t]*\r?\n/)
    .map((block) => block.trim());
  const paragraph = blocks.map(withoutHeadings).find((block) => /^[\p{L}\p{N}*_"'`(>-]/u.test(block));
  const heading = /^#+[ \t]+(.+)$/m.exec(body.slice(0, SEARCHED_CHARACTERS))?.[1];
  return (paragraph ?? heading ?? "").replace(/[*_`>]+/g, "").slice(0, 1024);
}

function withoutHeadings(block: string): string {
  const lines = block.split(/\r?\n/).filter((line) => !/^\s*(?:#{1,6}\s|[-=_*]{3,}\s*$|\[?!\[|<)/.test(line));
  return lines.join(" ").trim();
}

const MAX_EXAMPLES = 20;

const MAX_LENGTH = 500;

/** The requests in the examples of a skill: a list of requests, or of turns of a conversation. */
export function exampleRequests(value: HeaderValue | undefined): string[] {
  const items = Array.isArray(value) ? value : [];
  return items
    .map((item: HeaderValue) => (isMap(item) ? item.user : item))
    .flatMap((text) => (typeof text === "string" ? plainText(text).text.slice(0, MAX_LENGTH) : []))
    .filter((text) => text !== "")
    .slice(0, MAX_EXAMPLES);
}

/** A text on one line, without control and hidden characters. `hidden` says whether there were any. */
export function plainText(text: string): { text: string; hidden: boolean } {
  return { text: oneLine(text), hidden: hiddenRuns(text).length > 0 };
}
