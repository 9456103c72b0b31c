import type { z } from "zod";

/** What is wrong with a value, as the rest of a sentence that begins with its name: "must be a string, not a number". */
export function issueWords(issue: z.core.$ZodIssue): string {
  // A custom message of the schema is quoted.
  return (BY_LIBRARY.test(issue.message) ? plainWords(issue) : undefined) ?? lowerFirst(issue.message);
}

/** How the library's own messages begin. */
const BY_LIBRARY = /^(?:Invalid (?!date)|Too (?:small|big)|Unrecognized key)/;

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
  undefined: "nothing",
};

function plainWords(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${typeWords(issue.expected)}${receivedWords(issue)}`;
    case "too_small":
      return boundWords(issue.origin, issue.minimum, issue.inclusive === false ? "more than" : "at least");
    case "too_big":
      return boundWords(issue.origin, issue.maximum, issue.inclusive === false ? "less than" : "at most");
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_format":
      return formatWords(issue);
    case "invalid_value":
      return issue.values.length === 1
        ? `must be ${JSON.stringify(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(", ")}`;
    case "invalid_key":
    case "invalid_element": {
      const [inner] = issue.issues;
      return inner === undefined
        ? undefined
        : `has a ${issue.code === "invalid_key" ? "name" : "value"} that ${issueWords(inner)}`;
    }
    case "invalid_union": {
      const forms = issue.errors.flatMap(([first]) => (first?.path.length === 0 ? [issueWords(first)] : []));
      return forms.length === 0
        ? "has none of the forms that it may have"
        : [...new Set(forms)].join(", or ");
    }
    case "unrecognized_keys":
      return `has fields that are not known: ${namesOf(issue.keys)}`;
    default:
      return undefined;
  }
}

/** Maximum number of problems in a message, and of names in one problem. The input may have any number. */
const MAX_NAMED = 20;
const MAX_NAME = 100;

/** The first problems of an input, and how many more it has. */
export function firstIssues<Issue extends { readonly path: string; readonly message: string }>(
  issues: readonly Issue[],
): (Issue | { readonly path: string; readonly message: string })[] {
  const more = issues.length - MAX_NAMED;
  const rest = more > 0 ? [{ path: "", message: `has ${more} more problems` }] : [];
  return [
    ...issues.slice(0, MAX_NAMED).map((issue) => ({ ...issue, path: issue.path.slice(0, MAX_NAME) })),
    ...rest,
  ];
}

function namesOf(keys: readonly string[]): string {
  const named = keys.slice(0, MAX_NAMED).map((key) => `"${key.slice(0, MAX_NAME)}"`);
  const more = keys.length - named.length;
  return `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function typeWords(type: string): string {
  return TYPES[type] ?? type;
}

/** Left out if it would explain nothing: 1.5 is a number, and so is the whole number that was expected. */
function receivedWords({ expected, message }: z.core.$ZodIssueInvalidType): string {
  const [, received] = /received (\w+)$/.exec(message) ?? [];
  const isPlain = received === undefined || received === "undefined";
  return isPlain || (expected === "int" && received === "number") ? "" : `, not ${typeWords(received)}`;
}

function boundWords(origin: string, bound: number | bigint, than: string): string {
  if (origin === "string" && bound === 1 && than === "at least") return "must not be empty";
  if (origin === "string") return `must have ${than} ${bound} characters`;
  if (origin === "array" || origin === "set")
    return `must have ${than} ${bound} ${bound === 1 ? "entry" : "entries"}`;
  return `must be ${than} ${bound}`;
}

function formatWords({ format, ...issue }: z.core.$ZodIssueInvalidStringFormat): string {
  if (format === "url") return "must be an address such as https://example.com/path";
  if (format === "regex") return `must match the pattern ${issue.pattern ?? ""}`;
  return `must be a valid ${format}`;
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
