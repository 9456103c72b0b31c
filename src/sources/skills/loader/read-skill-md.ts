import type { LoadedSkill, SkillIssue, SkillServer } from "../skill.ts";
import { parseAllowedTools } from "./allowed-tools.ts";
import { declaredContract, textsOf } from "./declared-contract.ts";
import {
  type HeaderFields,
  type HeaderValue,
  isMap,
  readHeaderFields,
  type SplitText,
  splitFrontMatter,
} from "./header-fields.ts";
import { descriptionOf, exampleRequests, nameOf, plainText } from "./name-and-description.ts";

/** The keys of the specification, our own, and those that many collections use. */
const KNOWN_KEYS = new Set(
  `name description license compatibility metadata allowed-tools contract version disable-model-invocation user-invocable
  argument-hint triggers keywords tags author authors homepage repository model context agent hooks category requires type
  title slug emoji when_to_use examples`.split(/\s+/),
);

/** Parses the text of a SKILL.md. Reports differences in `issues`; throws only if it has neither name nor description. */
export function readSkillMd(text: string, folder: string, servers: readonly SkillServer[] = []): LoadedSkill {
  const split = splitFrontMatter(text);
  const header: HeaderFields = split.header === undefined ? NO_HEADER : readHeaderFields(split.header);
  const issues: SkillIssue[] = [...splitIssues(split), ...headerIssues(header)];
  const field = (key: string) => header.fields.get(key);
  const { title, name } = nameOf(field("name"), folder, issues);
  const description = descriptionOf(field("description"), split.body, name, issues);
  const serverNames = servers.map((server) => server.name);
  const declared = declaredContract(header.fields, serverNames);
  const allowedTools = allowedToolsOf(header, split.header ?? "", issues);
  const triggers = field("triggers");
  const manifest = {
    name,
    title,
    description,
    kind: servers.length > 0 ? ("hybrid" as const) : ("knowledge" as const),
    ...optionalText("version", field("version") ?? versionIn(field("metadata"))),
    ...optionalText("license", field("license")),
    ...optionalText("compatibility", field("compatibility")),
    ...optionalText("argumentHint", field("argument-hint")),
    metadata: metadataOf(field("metadata")),
    ...(allowedTools === undefined ? {} : { allowedTools: [...allowedTools] }),
    keywords: unique([
      ...textsOf(isMap(triggers) ? triggers.keywords : triggers),
      ...textsOf(field("keywords")),
      ...textsOf(field("tags")),
    ]),
    intents: isMap(triggers) ? unique([...textsOf(triggers.intents), ...textsOf(triggers.intent)]) : [],
    examples: exampleRequests(field("examples")),
    modelInvocable: !isYes(field("disable-model-invocation")),
    userInvocable: !isNo(field("user-invocable")),
    servers: [...servers],
    contract: declared.contract,
    issues: [...issues, ...declared.issues],
  };
  return { manifest, body: split.body };
}

const NO_HEADER: HeaderFields = { fields: new Map(), read: "whole" };

const SPLIT_MESSAGES: Record<NonNullable<SplitText["oddity"]>, string> = {
  "byte-order-mark": "it starts with a byte order mark",
  "text-before-front-matter": "there is text before the front matter",
  "no-front-matter": "it has no front matter; name and description are taken from the folder and the text",
  "no-fences": "its front matter lacks the --- lines",
  "no-end": "its front matter has no closing --- line",
};

function splitIssues({ oddity }: SplitText): SkillIssue[] {
  return oddity === undefined ? [] : [{ code: oddity, message: SPLIT_MESSAGES[oddity] }];
}

function headerIssues({ fields, read, problem }: HeaderFields): SkillIssue[] {
  const unknown = [...fields.keys()].filter((key) => !KNOWN_KEYS.has(key));
  const shown = unknown
    .slice(0, 10)
    .map((key) => key.slice(0, 40))
    .join(", ");
  return [
    ...(read === "whole"
      ? []
      : [{ code: `yaml-${read}`, message: `its front matter is not valid YAML: ${problem}` }]),
    ...(unknown.length === 0 ? [] : [{ code: "unknown-keys", message: `unknown keys: ${shown}` }]),
  ];
}

/** A list that cannot be parsed allows nothing: a typing mistake must not remove a restriction. */
function allowedToolsOf(
  header: HeaderFields,
  text: string,
  issues: SkillIssue[],
): readonly string[] | undefined {
  const value = header.fields.get("allowed-tools");
  if (value === undefined) {
    if (header.read === "whole" || !/^allowed-tools[ \t]*:/m.test(text)) return undefined;
    issues.push({
      code: "allowed-tools",
      message: "its allowed-tools cannot be read, so it may use no tool",
    });
    return [];
  }
  const { rules, dropped } = parseAllowedTools(value);
  if (dropped.length > 0) {
    const shown = dropped
      .slice(0, 10)
      .map((entry) => entry.slice(0, 60))
      .join(", ");
    issues.push({ code: "allowed-tools", message: `these allowed-tools are unknown: ${shown}` });
  }
  return rules;
}

function metadataOf(value: HeaderValue | undefined): Record<string, string> {
  if (!isMap(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, typeof item === "string" ? item : JSON.stringify(item)]),
  );
}

function versionIn(metadata: HeaderValue | undefined): HeaderValue | undefined {
  return isMap(metadata) ? metadata.version : undefined;
}

function optionalText<Key extends string>(
  key: Key,
  value: HeaderValue | undefined,
): { [key in Key]?: string } {
  if (typeof value !== "string" || value.trim() === "") return {};
  // A computed key widens to string; the object has exactly this key.
  return { [key]: plainText(value).text } as { [key in Key]?: string };
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

function isYes(value: HeaderValue | undefined): boolean {
  return typeof value === "string" && /^(?:true|yes|on)$/i.test(value.trim());
}

function isNo(value: HeaderValue | undefined): boolean {
  return typeof value === "string" && /^(?:false|no|off)$/i.test(value.trim());
}
