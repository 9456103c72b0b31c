import { z } from "zod";

const rules = z.array(z.string().min(1));

/** What holds for one kind of MCP client besides everything that holds for all. */
const client = z.strictObject({
  only: rules
    .optional()
    .describe("All that it may use; left out, everything that the rest of the policy leaves"),
  confirm: rules.default([]).describe("Calls of it that a person is asked about"),
  deny: rules.default([]).describe("Calls that it can never make"),
  mode: z.enum(["auto", "full", "search"]).optional().describe("How it is shown tools"),
});

/** Rules for MCP clients, by the name that a client gives (`*` stands for anything) or `token:NAME`, the token it comes with. */
export const mcpClients = z
  .record(z.string().min(1).max(200), client)
  .describe("Rules for MCP clients, by the name that they give or token:NAME; they can only tighten");
