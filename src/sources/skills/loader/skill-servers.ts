import { z } from "zod";
import { withoutByteOrderMark } from "../../../text/unseen.ts";
import type { SkillIssue, SkillServer } from "../skill.ts";

const serverFile = z.object({
  mcpServers: z.record(
    z.string().min(1).max(64),
    z.object({
      command: z.string().optional(),
      args: z.array(z.string()).optional(),
      env: z.record(z.string(), z.string()).optional(),
      url: z.string().optional(),
    }),
  ),
});

/** Reads a skill's `mcp.json`. A file that cannot be read binds no server, with an issue that says why. */
export function readSkillServers(text: string): { servers: SkillServer[]; issues: SkillIssue[] } {
  const parsed = serverFile.safeParse(parsedJson(text));
  if (!parsed.success) {
    return {
      servers: [],
      issues: [{ code: "servers", message: `mcp.json binds no server: ${problem(parsed.error)}` }],
    };
  }
  const issues: SkillIssue[] = [];
  const servers = Object.entries(parsed.data.mcpServers).flatMap(([name, server]) => {
    if (server.command !== undefined || server.url !== undefined) return [withoutGaps({ name, ...server })];
    issues.push({ code: "servers", message: `server "${name}" has neither a command nor a url` });
    return [];
  });
  return { servers, issues };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(withoutByteOrderMark(text));
  } catch {
    return undefined;
  }
}

function problem(error: z.ZodError): string {
  const [issue] = error.issues;
  const where = issue?.path.join(".") ?? "";
  return where === "" ? 'it is not JSON of the form {"mcpServers": {…}}' : `${where}: ${issue?.message}`;
}

type Gaps<Value> = { [Key in keyof Value]: Value[Key] | undefined };

/** Drops the keys that hold nothing, which the compiler wants left out. */
function withoutGaps(server: Gaps<SkillServer> & { name: string }): SkillServer {
  const entries = Object.entries(server).filter(([, value]) => value !== undefined);
  // Only entries without a value were taken away.
  return Object.fromEntries(entries) as SkillServer;
}
