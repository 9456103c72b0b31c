import { z } from "zod";
import { openTokens, ROLES } from "../../../access/tokens.ts";
import { DejimaError } from "../../../contract/error.ts";
import { defineCommand } from "../define-command.ts";
import { oneOf } from "../fields.ts";

const tokenCreate = defineCommand({
  path: ["token", "create"],
  group: "Create, list and revoke tokens for the server",
  summary: "Create a token for the server; it is shown once",
  input: z.object({
    name: z.string(),
    role: oneOf(ROLES, "role", "viewer, user, approver or admin (user)"),
  }),
  arguments: ["name"],
  examples: ["dejima token create alice --role approver"],
  async run({ runtime, output }, { name, role = "user" }) {
    const token = await openTokens((await runtime()).store.documents).create(name, role);
    output.data(
      { name, role, token },
      () => `${token}\n\nThe token of ${name} (${role}); it is not shown again.`,
    );
    return 0;
  },
});

const tokenList = defineCommand({
  path: ["token", "list"],
  summary: "List tokens (secrets hidden)",
  input: z.object({}),
  examples: ["dejima token list"],
  async run({ runtime, output }) {
    const tokens = await openTokens((await runtime()).store.documents).list();
    output.data(tokens, () =>
      tokens.length === 0
        ? "No tokens. `dejima token create NAME` makes one."
        : output.table(
            tokens.map(({ name, role, createdAt }) => [name, role, new Date(createdAt).toISOString()]),
          ),
    );
    return 0;
  },
});

const tokenRevoke = defineCommand({
  path: ["token", "revoke"],
  summary: "Revoke a token",
  input: z.object({
    name: z.string(),
  }),
  arguments: ["name"],
  examples: ["dejima token revoke alice"],
  async run({ runtime, output }, { name }) {
    const revoked = await openTokens((await runtime()).store.documents).revoke(name);
    if (!revoked)
      throw new DejimaError(
        "not_found",
        `Cannot revoke the token of "${name}": there is none. \`dejima token list\` shows them`,
      );
    output.data({ revoked: name }, () => `Revoked the token of ${name}.`);
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [tokenCreate, tokenList, tokenRevoke];
