import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { IndexEntry } from "../../src/retrieval/index-entry.ts";

const toolSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().default(""),
  group: z.string().optional(),
  params: z.array(z.string()).optional(),
});

const querySchema = z.object({ id: z.string(), text: z.string(), relevant: z.array(z.string()).min(1) });

/** Requests, and entries, some of which serve them. */
export interface RetrievalSet {
  readonly name: string;
  readonly entries: readonly IndexEntry[];
  readonly queries: readonly {
    /** As the set's own file has it. */
    readonly id?: string;
    readonly text: string;
    readonly relevant: readonly string[];
  }[];
}

/** The sets that the project is developed with; absent where only the repository is. */
export const SETS_FOLDER = fileURLToPath(new URL("../../../shared/data/retrieval", import.meta.url));

/** Reads a set from its two JSONL files. */
export function readSet(name: string, toolsFile: string, queriesFile: string): RetrievalSet {
  const entries = readLines(toolsFile).map((line): IndexEntry => {
    const { id, name: toolName, description, group, params } = toolSchema.parse(line);
    return {
      id,
      name: toolName,
      description,
      ...(params === undefined ? {} : { parameters: params }),
      ...(group === undefined ? {} : { category: group }),
    };
  });
  return { name, entries, queries: readLines(queriesFile).map((line) => querySchema.parse(line)) };
}

/** All sets of a folder, each with its development half. */
export function readSets(folder: string): RetrievalSet[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => ({
      name,
      tools: join(folder, name, "tools.jsonl"),
      queries: join(folder, name, "queries.dev.jsonl"),
    }))
    .filter(({ tools, queries }) => existsSync(tools) && existsSync(queries))
    .map(({ name, tools, queries }) => readSet(name, tools, queries));
}

/** The Chinese requests written for tuning, over the tools of c3-pairs. */
export function readChineseRequests(c3: RetrievalSet): RetrievalSet {
  const file = fileURLToPath(new URL("chinese-requests.txt", import.meta.url));
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const queries = lines.map((line) => {
    const cut = line.lastIndexOf("|");
    return {
      text: line.slice(0, cut).trim(),
      relevant: line
        .slice(cut + 1)
        .split(",")
        .map((id) => id.trim()),
    };
  });
  return { name: "chinese-requests", entries: c3.entries, queries };
}

function readLines(file: string): unknown[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));
}
