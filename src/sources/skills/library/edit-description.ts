import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isMap, isScalar, parseDocument } from "yaml";
import { DejimaError } from "../../../contract/error.ts";
import { withFileErrors } from "../file-error.ts";
import { withStaging } from "../install/staging.ts";
import { splitFrontMatter } from "../loader/header-fields.ts";
import { plainText } from "../loader/name-and-description.ts";
import { readSkillMd } from "../loader/read-skill-md.ts";
import { hashContent } from "../skill-files.ts";
import { keepAccepted, trustOf } from "./skill-trust.ts";
import { lockKey, requireInstalled, type SkillWorld } from "./skill-world.ts";

/** Replaces the description of an installed skill. Changes no other byte of the file, and keeps its trust. */
export async function editDescription(world: SkillWorld, name: string, description: string): Promise<void> {
  const entry = requireInstalled(world, name, "edit");
  const text = plainText(description).text;
  if (text === "" || text.length > 1024) {
    throw new DejimaError(
      "invalid_input",
      `Cannot edit skill "${entry.name}": the description must have 1 to 1024 characters, it has ${text.length}`,
    );
  }
  const file = join(entry.folder, "SKILL.md");
  await withFileErrors(`edit skill "${entry.name}"`, async () => {
    const before = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await readFile(file));
    const trust = await trustOf(world, entry);
    await replaceFile(world, file, withDescription(before, text, entry.name));
    await world.catalogue.refresh();
    if (trust === "trusted") await acceptAgain(world, name);
  });
}

/** Replaces the description in a text, and checks that nothing else changed. */
export function withDescription(text: string, description: string, name: string): string {
  const range = descriptionRange(text);
  if (range === undefined) throw cannotEdit(name);
  const edited =
    text.slice(0, range.start) + JSON.stringify(description) + range.tail + text.slice(range.end);
  const after = readSkillMd(edited, name).manifest;
  if (after.description !== description || after.name !== readSkillMd(text, name).manifest.name)
    throw cannotEdit(name);
  return edited;
}

function cannotEdit(name: string): DejimaError {
  return new DejimaError(
    "skill_invalid",
    `Cannot edit skill "${name}": its SKILL.md has no description line to edit; add one to its front matter`,
  );
}

/** The place of the value of `description` in the text. `tail` is the line end that a block scalar includes. */
function descriptionRange(text: string): { start: number; end: number; tail: string } | undefined {
  const { header, headerStart } = splitFrontMatter(text);
  if (header === undefined) return undefined;
  const document = parseDocument(header, {
    schema: "failsafe",
    uniqueKeys: false,
    logLevel: "silent",
    prettyErrors: false,
  });
  if (document.errors.length > 0) return lineRange(text, header, headerStart);
  if (!isMap(document.contents)) return undefined;
  const pair = document.contents.items.find(({ key }) => isScalar(key) && key.value === "description");
  const range = isScalar(pair?.value) ? pair.value.range : undefined;
  if (range == null) return undefined;
  const [from, to] = range;
  const lineEnd = /\r?\n$/.exec(header.slice(from, to))?.[0] ?? "";
  return { start: headerStart + from, end: headerStart + to, tail: lineEnd };
}

/** For a header that is not valid YAML: the rest of the line after the key. */
function lineRange(
  text: string,
  header: string,
  headerStart: number,
): { start: number; end: number; tail: string } | undefined {
  const match = /^description[ \t]*:[ \t]+(?=[^|>\s])/m.exec(header);
  if (match === null) return undefined;
  const start = headerStart + match.index + match[0].length;
  const length = /^[^\r\n]*/.exec(text.slice(start))?.[0].length ?? 0;
  return { start, end: start + length, tail: "" };
}

/** Writes the file in the staging folder and moves it into place, so that it is never half written. */
async function replaceFile(world: SkillWorld, file: string, text: string): Promise<void> {
  const { mode } = await stat(file);
  await withStaging(world.home, async (staging) => {
    const temporary = join(staging, "SKILL.md");
    await writeFile(temporary, text, { mode: mode & 0o777, flag: "wx" });
    await rename(temporary, file);
  });
}

/** Accepts the new content: the rest of it was accepted before. */
async function acceptAgain(world: SkillWorld, name: string): Promise<void> {
  const entry = requireInstalled(world, name, "edit");
  const content = await hashContent(entry.folder);
  await keepAccepted(world, entry, content.hash);
  await world.lock.change((data) => {
    const locked = data.skills[lockKey(entry)];
    if (locked !== undefined) Object.assign(locked, { hash: content.hash, files: { ...content.files } });
  });
}
