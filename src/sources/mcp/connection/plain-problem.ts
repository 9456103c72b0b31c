import { z } from "zod";

const MAX_LENGTH = 1_000;
const issues = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }));

/** What went wrong, in one line. The protocol's library lists everything that is wrong with an answer as JSON: the first is told. */
export function plainProblem(message: string): string {
  const [, method, listed = ""] = /^Invalid result for ([\w/]+): (\[[\s\S]*)$/.exec(message) ?? [];
  const all = method === undefined ? undefined : issues.safeParse(parsed(listed)).data;
  const [first] = all ?? [];
  if (all === undefined || first === undefined) return message.slice(0, MAX_LENGTH);
  const more = all.length === 1 ? "" : `; and ${all.length - 1} more`;
  const where = first.path.length === 0 ? "" : ` ${first.path.join(".")}`;
  return `its answer to ${method} is not what the protocol wants:${where} ${first.message}${more}`.slice(
    0,
    MAX_LENGTH,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
