const TELLING = ["path", "command", "query", "url", "pattern", "from", "name", "skill", "expression", "tool"];
const LONGEST = 120;

/** The most telling part of an input, on one line: a path, a command, a query. */
export function callSummary(params: unknown): string {
  if (typeof params !== "object" || params === null) return "";
  const fields = Object.entries(params).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  const [, value = ""] = fields.find(([name]) => TELLING.includes(name)) ?? fields[0] ?? [];
  const line = value.replace(/\s+/g, " ").trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
