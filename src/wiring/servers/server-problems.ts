import type { McpSource } from "../../sources/mcp/mcp-source.ts";
import type { DocumentRepository } from "../../store/store.ts";
import { isRecord } from "../../text/record.ts";

const COLLECTION = "mcp-problems";

/** The source, which also remembers across restarts why a server last failed to start. */
export async function rememberProblems(source: McpSource, documents: DocumentRepository): Promise<McpSource> {
  const known = new Map(
    (await documents.list(COLLECTION)).flatMap(({ key, value }) =>
      isRecord(value) && typeof value.problem === "string" ? [[key, value.problem] as const] : [],
    ),
  );
  const forget = async (name: string) => {
    if (known.delete(name)) await documents.delete(COLLECTION, name);
  };
  return {
    ...source,
    async discover(names) {
      const problems = await source.discover(names);
      for (const { name, state, failures, problem } of source.reports()) {
        // Without a failed start, a variable is not set. That can change with the next start of Dejima.
        if (state === "failing" && failures > 0 && problem !== undefined && problems.has(name)) {
          known.set(name, problem);
          await documents.put(COLLECTION, name, { problem });
        } else if (state === "running") await forget(name);
      }
      return problems;
    },
    reports: () =>
      source.reports().map((report) => {
        const problem = known.get(report.name);
        if (problem === undefined || report.state !== "stopped") return report;
        return { ...report, state: "failing" as const, problem };
      }),
    async forget(name, who) {
      await forget(name);
      await source.forget(name, who);
    },
    async close() {
      for (const { name, state } of source.reports()) if (state === "running") await forget(name);
      await source.close();
    },
  };
}
