import { z } from "zod";
import { openOAuth } from "../../../../access/oauth/open-oauth.ts";
import { openTokens, ROLES } from "../../../../access/tokens.ts";
import { DejimaError } from "../../../../contract/error.ts";
import { localTime } from "../../../../contract/words/local-time.ts";
import type { Runtime } from "../../../../runtime.ts";
import { defineCommand } from "../../define-command.ts";
import { oneOf, timespan } from "../../input/fields.ts";

const tokenCreate = defineCommand({
  path: ["token", "create"],
  group: "Create, list and revoke tokens for the server",
  summary: "Create a token for the server; it is shown once",
  input: z.object({
    name: z.string(),
    role: oneOf(ROLES, "role", "viewer, user, approver or admin (user)"),
    expires: timespan("stop working after this time, such as 30d or 12h (never)"),
  }),
  arguments: ["name"],
  examples: ["dejima token create alice --role approver", "dejima token create ci --expires 30d"],
  async run({ runtime, output }, { name, role = "user", expires }) {
    const expiry = expires === undefined ? {} : { expiresAt: Date.now() + expires };
    const token = await openTokens((await runtime()).store.documents).create(name, role, expiry);
    const until =
      expiry.expiresAt === undefined ? "" : output.say` It works until ${localTime(expiry.expiresAt)}.`;
    output.data(
      { name, role, token, ...expiry },
      () =>
        `${token}\n\n${output.say`The token of ${name} (${output.say.value(role)}); it is not shown again.${until}`}`,
    );
    return 0;
  },
});

const tokenList = defineCommand({
  path: ["token", "list"],
  summary: "List tokens (secrets hidden), and the apps that people have connected",
  input: z.object({}),
  examples: ["dejima token list"],
  async run({ runtime, output }) {
    const { documents } = (await runtime()).store;
    const tokens = await openTokens(documents).list();
    const apps = await connectedApps(documents);
    output.data([...tokens, ...apps], () =>
      tokens.length + apps.length === 0
        ? output.say("No tokens. `dejima token create NAME` makes one.")
        : output.table([
            ...tokens.map(({ name, role, createdAt, expiresAt }) => [
              name,
              output.say.value(role),
              localTime(createdAt),
              expiresAt === undefined ? "" : output.say`expires ${localTime(expiresAt)}`,
            ]),
            ...apps.map(({ name, app, user, createdAt }) => [
              name,
              output.say`${output.shown(app)} for ${user}`,
              localTime(createdAt),
            ]),
          ]),
    );
    return 0;
  },
});

const tokenRevoke = defineCommand({
  path: ["token", "revoke"],
  summary: "Revoke a token, or disconnect an app by its name in `token list`",
  input: z.object({
    name: z.string(),
  }),
  arguments: ["name"],
  examples: ["dejima token revoke alice"],
  async run({ runtime, output }, { name }) {
    const { store, schedules } = await runtime();
    const { documents } = store;
    const tokens = openTokens(documents);
    const { connections } = openOAuth({ documents, tokens, localRole: undefined });
    const isUser = await tokens.revoke(name);
    if (!isUser && !(await connections.remove(name)))
      throw new DejimaError(
        "not_found",
        `Cannot revoke the token of "${name}": there is none. \`dejima token list\` shows them`,
      );
    const paused = isUser ? await pauseTasks(schedules, name) : [];
    output.data({ revoked: name, ...(paused.length === 0 ? {} : { paused }) }, () =>
      [
        output.say`Revoked the token of ${name}.`,
        ...paused.map(
          (id) =>
            output.say`Paused their scheduled task ${id}; \`dejima schedule pause ${id} --resume --user ${name}\` resumes it.`,
        ),
      ].join("\n"),
    );
    return 0;
  },
});

const PAGE = 100;

/** Pauses the scheduled tasks of a user: someone without access has nothing run for them either. */
async function pauseTasks(schedules: Runtime["schedules"], user: string): Promise<string[]> {
  const paused: string[] = [];
  for (let left = PAGE; left === PAGE; ) {
    const active = await schedules.list(user, { limit: PAGE, status: "active" });
    for (const { id } of active) {
      await schedules.update(user, id, { status: "paused" });
      paused.push(id);
    }
    left = active.length;
  }
  return paused;
}

/** The apps that people have connected by OAuth. */
async function connectedApps(documents: Runtime["store"]["documents"]) {
  const { clients, connections } = openOAuth({
    documents,
    tokens: openTokens(documents),
    localRole: undefined,
  });
  const shown = (await connections.list()).map(async ({ id, client, user, createdAt }) => {
    const app = (await clients.find(client))?.name ?? client;
    return { name: id, app, user, createdAt };
  });
  return Promise.all(shown);
}

/** The commands of this file. */
export const COMMANDS = [tokenCreate, tokenList, tokenRevoke];
