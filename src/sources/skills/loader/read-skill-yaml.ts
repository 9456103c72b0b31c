import { DejimaError } from "../../../contract/error.ts";
import { withoutByteOrderMark } from "../../../text/hidden-characters.ts";
import { type LoadedSkill, type SkillIssue, type SkillServer, skillName } from "../skill.ts";
import { declaredContract, textsOf } from "./declared-contract.ts";
import { type HeaderMap, type HeaderValue, isMap, parseMap } from "./header-fields.ts";
import { exampleRequests, plainText } from "./name-and-description.ts";

const KINDS = ["knowledge", "tool", "hybrid"] as const;

/** Parses `skill.yaml`, the other form of a skill: triggers, context, examples, servers. */
export function readSkillYaml(
  text: string,
  folder: string,
  servers: readonly SkillServer[] = [],
): LoadedSkill {
  const { fields, problem } = parseMap(withoutByteOrderMark(text));
  if (fields === undefined) {
    throw new DejimaError(
      "skill_invalid",
      `Cannot load skill "${folder}": skill.yaml is not valid YAML: ${problem ?? "it is not a map"}`,
    );
  }
  const name =
    skillName(textOf(fields.get("id"))) || skillName(textOf(fields.get("name"))) || skillName(folder);
  const body = bodyOf(fields);
  const description = plainText(textOf(fields.get("description")) || textOf(fields.get("context"))).text;
  if (name === "" || description === "") {
    throw new DejimaError(
      "skill_invalid",
      `Cannot load skill "${folder}": skill.yaml needs an id and a description or context`,
    );
  }
  const issues: SkillIssue[] =
    name === folder
      ? []
      : [{ code: "name-unlike-folder", message: `the id "${name}" is not that of the folder, "${folder}"` }];
  const kind = KINDS.find((known) => known === textOf(fields.get("type")));
  if (kind === undefined)
    issues.push({ code: "kind", message: `its type is not one of ${KINDS.join(", ")}` });
  const trigger = fields.get("trigger");
  const version = textOf(fields.get("version"));
  const declared = declaredContract(
    fields,
    servers.map((server) => server.name),
  );
  const manifest = {
    name,
    title: plainText(textOf(fields.get("name"))).text || name,
    description: description.slice(0, 1024),
    kind: kind ?? (servers.length > 0 ? ("hybrid" as const) : ("knowledge" as const)),
    ...(version === "" ? {} : { version }),
    metadata: {},
    keywords: isMap(trigger) ? textsOf(trigger.keywords) : [],
    intents: isMap(trigger) ? textsOf(trigger.intent) : [],
    examples: exampleRequests(fields.get("examples")),
    modelInvocable: true,
    userInvocable: true,
    servers: [...servers],
    contract: declared.contract,
    issues: [...issues, ...declared.issues],
  };
  return { manifest, body };
}

/** The name of the server file in `tools.mcpConfig`. Default: `mcp.json`. */
export function serverFileOf(text: string): string {
  const tools = parseMap(text).fields?.get("tools");
  return isMap(tools) ? textOf(tools.mcpConfig) || "mcp.json" : "mcp.json";
}

function bodyOf(fields: ReadonlyMap<string, HeaderValue>): string {
  const examples = fields.get("examples");
  const shown = (Array.isArray(examples) ? examples : []).filter(isMap).map(exampleText);
  const sections = [textOf(fields.get("context")), ...(shown.length === 0 ? [] : ["## Examples", ...shown])];
  return `${sections.join("\n\n").trim()}\n`;
}

function exampleText(example: HeaderMap): string {
  return `User: ${textOf(example.user)}\nAssistant: ${textOf(example.assistant)}`;
}

function textOf(value: HeaderValue | undefined): string {
  return typeof value === "string" ? value.trim() : "";
}
