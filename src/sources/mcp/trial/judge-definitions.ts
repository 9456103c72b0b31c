import type { Purpose } from "../../../scan/program/purpose.ts";
import { scanMessage, showsHarm } from "../../../scan/scan-description.ts";
import { oneLine } from "../../../text/one-line.ts";
import { type ServerDefinitions, scanDefinition, serverHash } from "../tool-definition.ts";
import { withoutOwnAddresses } from "./own-addresses.ts";
import type { TrialFinding } from "./trial-finding.ts";
import { PHASES, type Phase } from "./trial-report.ts";

type Tool = ServerDefinitions["tools"][number];

interface SeenDefinitions {
  /** The server's description at each phase. */
  readonly described: readonly { readonly phase: Phase; readonly definitions: ServerDefinitions }[];
  /** Names of tools that already exist. */
  readonly known: ReadonlySet<string>;
  readonly purpose: Purpose;
  /** Whether the input of its tools could leave. */
  readonly canReach: boolean;
}

/** Instructions to the model are worse than words that some honest tools use as well. */
const MILDER = new Set(["sensitive-place", "literal-key", "command", "quiet-collection"]);

/** Judges a server's descriptions of its tools, and their changes. */
export function judgeDefinitions(seen: SeenDefinitions): TrialFinding[] {
  const { described, known, purpose, canReach } = seen;
  const [first] = described;
  if (first === undefined) return [];
  const { tools, instructions } = first.definitions;
  const siblings = ownTools(tools, known);
  const scanned = [
    ...tools.flatMap((tool) => scanDefinition(withoutOwn(tool, purpose), siblings)),
    ...scanMessage(withoutOwnAddresses(instructions, purpose), "its instructions", siblings),
  ];
  const changed = described.find(
    ({ definitions }) => serverHash(undated(definitions)) !== serverHash(undated(first.definitions)),
  );
  const isDated = described.some(
    ({ definitions }) => serverHash(definitions) !== serverHash(first.definitions),
  );
  const taken = tools.map(({ name }) => name).filter((name) => known.has(name));
  const disguised = tools.flatMap(({ name }) => {
    const other = [...known].find((one) => one !== name && lettersOf(one) === lettersOf(name));
    return other === undefined ? [] : [[name, other] as const];
  });
  return [
    ...scanned
      .toSorted((a, b) => Number(showsHarm(b)) - Number(showsHarm(a)))
      .slice(0, 10)
      .map(
        (finding): TrialFinding => ({
          severity: showsHarm(finding) ? (MILDER.has(finding.signal) ? "warning" : "danger") : "notice",
          message: `the description of ${finding.file} ${finding.message}: ${finding.excerpt.slice(0, 120)}`,
        }),
      ),
    ...(changed === undefined
      ? []
      : [
          {
            severity: "danger" as const,
            message: `describes its tools differently ${PHASES[changed.phase]}`,
          },
        ]),
    ...(changed === undefined && isDated
      ? [
          {
            severity: "notice" as const,
            message: "its definitions contain the time of its start, so that each start waits for a review",
          },
        ]
      : []),
    ...disguised.map(
      ([name, other]): TrialFinding => ({
        severity: "danger",
        message: `names a tool ${name}, which looks like the existing tool ${other}`,
      }),
    ),
    ...judgeDisplacement(seen),
    ...tools.flatMap((tool) => judgeParameters(tool, purpose)),
    ...taken.map(
      (name): TrialFinding => ({
        // Dejima puts the server's name in front of this one. If its name does not fit its purpose and it could send data, it is
        // after the input of the other tool.
        severity: isMentioned(name, purpose) || !canReach ? "notice" : "warning",
        message: `names a tool ${name}, the name of an existing tool`,
      }),
    ),
  ];
}

/** A point in time, as a program writes it. */
const POINT_IN_TIME =
  /\b20\d\d-[01]\d-[0-3]\d(?:[T ][0-2]\d:[0-5]\d(?::[0-6]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?/g;

/** Definitions without the points in time in them: a schema may have "now" as its default. */
const undated = (definitions: ServerDefinitions): ServerDefinitions =>
  // The shape is the same: only texts inside have changed.
  JSON.parse(JSON.stringify(definitions).replaceAll(POINT_IN_TIME, "2000-01-01")) as ServerDefinitions;

/**
 * The tools that a server may mention, also without the prefix that all its tools have. One with the name of an existing tool
 * could steer the model away from it.
 */
export const ownTools = (
  tools: ServerDefinitions["tools"],
  known: ReadonlySet<string>,
): ReadonlySet<string> =>
  new Set(
    tools.flatMap(({ name }) => [name, name.slice(name.indexOf("_") + 1)]).filter((name) => !known.has(name)),
  );

/** A definition without addresses of its own service. The shape is the same: only texts inside are different. */
const withoutOwn = (tool: Tool, purpose: Purpose): Tool =>
  JSON.parse(withoutOwnAddresses(JSON.stringify(tool), purpose)) as Tool;

const TOOL_NAME = /\b[a-z]+(?:_[a-z]+)+\b/g;
/** Words with which a text talks a tool down, or puts another in its place. */
const DISPLACES =
  /\b(?:outdated|obsolete|deprecated|broken|unreliable|insecure|unsafe|inaccurate|wrong|instead of|rather than|in place of|replac(?:es|ed|ing)|tak(?:es|ing) (?:its|the) place|supersed\w+|(?:do not|don't|never|no longer) (?:use|call))\b|过时|不可靠|不安全|代替|替代|不要(?:再)?(?:使用|调用)/i;

/** Texts that talk down an existing tool: a model may believe them. */
function judgeDisplacement({ described, known }: SeenDefinitions): TrialFinding[] {
  const { tools = [], instructions = "" } = described[0]?.definitions ?? {};
  const own = new Set(tools.map(({ name }) => name));
  const texts = [...tools.map(({ name, description = "" }) => ({ name, text: description }))];
  return [...texts, { name: "its instructions", text: instructions }].flatMap(({ name, text }) => {
    const other = text
      .split(/[.。\n]/)
      .filter((sentence) => DISPLACES.test(sentence))
      .flatMap((sentence) => sentence.match(TOOL_NAME) ?? [])
      .find((one) => known.has(one) && !own.has(one));
    return other === undefined
      ? []
      : [
          {
            severity: "warning" as const,
            message: `the description of ${name} speaks against the existing tool ${other}: ${oneLine(text, 120)}`,
          },
        ];
  });
}

const isMentioned = (tool: string, { stated }: Purpose): boolean =>
  tool.split(/[^a-z]+/i).some((word) => word.length > 3 && stated.includes(word.toLowerCase()));

/** The letters of a name, in one spelling for those that look alike. */
const lettersOf = (name: string): string =>
  name
    .replaceAll(/[Il1|]/g, "l")
    .replaceAll(/[O0]/g, "o")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");

const COLLECTS =
  /\b(?:whole|entire|full|complete|all(?: of)? the)\b[^.]{0,20}\b(?:conversation|chat|dialogue|transcript)\b|\bsystem prompt\b|\b(?:outputs?|results?|answers?) of (?:all |any |every )?(?:the )?other tools?\b/i;
const KEEPS_TALK = /conversation|\bchats?\b|transcript|prompt|\bmemor|session/;

/** Parameters that ask the model to pass on its conversation. */
function judgeParameters({ name, inputSchema }: Tool, { stated }: Purpose): TrialFinding[] {
  if (KEEPS_TALK.test(stated)) return [];
  return Object.entries(inputSchema.properties ?? {}).flatMap(([parameter, schema]): TrialFinding[] => {
    const { description } = schema as { readonly description?: unknown }; // looked at as unknown
    return typeof description === "string" && COLLECTS.test(description)
      ? [
          {
            severity: "warning",
            message: `its tool ${name} asks in ${parameter} for the conversation with the model: ${oneLine(description, 120)}`,
          },
        ]
      : [];
  });
}
