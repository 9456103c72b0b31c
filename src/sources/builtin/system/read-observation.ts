import { z } from "zod";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import { findLiteral, pageOf } from "./text-window.ts";

/** The whole text of an observation of a run. */
export type ReadObservation = (runId: string, ref: string) => Promise<string>;

const MAX_PAGE = 8_000;
const WINDOW = 200;

/** Pages and searches what was too large to hand over. */
export function createReadObservation(read: ReadObservation): Tool {
  return defineTool({
    name: "read_observation",
    aliases: ["get_observation"],
    summary: "Page through or search a large result kept under the run",
    description: `With \`pattern\`, returns the places where that text occurs, each with ${WINDOW} characters around it and its offset.
Without, returns up to ${MAX_PAGE} characters from \`offset\` and the offset of the next page.`,
    category: "system",
    risk: "low",
    input: () =>
      z.object({
        ref: z.string().max(200).describe('The ref of an observation: "observations/<sha256>"'),
        offset: z.int().min(0).default(0).describe("First character to return"),
        limit: z.int().min(1).max(MAX_PAGE).default(MAX_PAGE).describe("How many characters"),
        pattern: z.string().min(1).max(500).optional().describe("Plain text to look for, ignoring case"),
        maxHits: z.int().min(1).max(100).default(20).describe("How many places to return"),
      }),
    async run({ ref, offset, limit, pattern, maxHits }, { runId }) {
      const text = await read(runId, ref);
      if (pattern === undefined) return pageOf(text, offset, limit);
      return findLiteral(text, pattern, { from: offset, window: WINDOW, maxHits });
    },
  });
}
