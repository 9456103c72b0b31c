import { z } from "zod";
import { ROLES, type Role } from "../../../../access/tokens.ts";
import { DejimaError } from "../../../../contract/error.ts";
import { localTime } from "../../../../contract/words/local-time.ts";
import { defined } from "../../../../support/defined.ts";
import type { CommandContext } from "../../command.ts";
import { configEditor } from "../../config-editor.ts";
import { defineCommand } from "../../define-command.ts";
import { value, values } from "../../input/fields.ts";

const set = defineCommand({
  path: ["sign-in", "set"],
  group: "Let people sign in to the server with an identity provider",
  summary: "Set the OpenID Connect provider and the groups of each role; omitted options do not change",
  input: z.object({
    issuer: value("address", "the provider, such as https://login.example.com/realms/team"),
    clientId: value("name", "the client id of this server at the provider"),
    secretFrom: value("variable", "the environment variable with the client's secret"),
    groupsClaim: value("claim", "the claim that names a person's groups (groups)"),
    tenantClaim: value("claim", "the claim that must name the tenant of this server (none)"),
    role: values("pair", "a group for a role, ROLE=GROUP; * is everybody who can sign in"),
  }),
  examples: [
    "dejima sign-in set --issuer https://login.example.com --client-id dejima --secret-from OIDC_SECRET --role admin=ops --role user=staff",
    "dejima sign-in set --role approver=leads",
  ],
  async run(context, { issuer, clientId, secretFrom, groupsClaim, tenantClaim, role }) {
    const { withSignIn, readConfigText, replaceConfig, chosenConfigFile } = await configEditor();
    if (issuer !== undefined && !/^https?:$/.test(URL.parse(issuer)?.protocol ?? ""))
      throw new DejimaError(
        "invalid_input",
        `Cannot use --issuer "${issuer.slice(0, 100)}": write an address such as https://login.example.com`,
      );
    const existing = (await context.settings()).config.server.signIn;
    const place = { issuer: issuer ?? existing?.issuer, clientId: clientId ?? existing?.clientId };
    if (place.issuer === undefined || place.clientId === undefined)
      throw new DejimaError(
        "invalid_input",
        "Cannot set the sign-in: name the provider with --issuer and --client-id",
      );
    const roles = addGroups(existing?.roles ?? {}, role ?? []);
    if (Object.keys(roles).length === 0)
      throw new DejimaError(
        "invalid_input",
        "Cannot set the sign-in: nobody could sign in. Give a group a role, such as --role user=staff, or --role user='*'",
      );
    const file = await chosenConfigFile(context);
    const before = await readConfigText(context, file);
    const secret = secretFrom === undefined ? secretText(before) : `\${${secretFrom}}`;
    const claim = groupsClaim ?? existing?.groupsClaim;
    await replaceConfig(
      context,
      file,
      withSignIn(before, {
        ...place,
        ...defined({ clientSecret: secret }),
        ...(claim === undefined || claim === "groups" ? {} : { groupsClaim: claim }),
        ...defined({ tenantClaim: tenantClaim ?? existing?.tenantClaim }),
        roles,
      }),
    );
    context.output.data({ ...place, roles, file }, () =>
      [
        context.output.say`People sign in with ${place.issuer ?? ""}, by ${file}.`,
        context.output.say(
          "At the provider, allow the redirect address https://YOUR-SERVER/sign-in/callback.",
        ),
        context.output.say(
          "It takes effect when `dejima serve` restarts. `dejima sign-in check` asks whether the provider answers.",
        ),
      ].join("\n"),
    );
    return 0;
  },
});

type Roles = Partial<Record<Role, readonly string[] | undefined>>;

function addGroups(existing: Roles, pairs: readonly string[]): Roles {
  const roles: Roles = { ...existing };
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    const role = ROLES.find((one) => one === pair.slice(0, at));
    const group = pair.slice(at + 1);
    if (role === undefined || group === "")
      throw new DejimaError(
        "invalid_input",
        `Cannot use --role "${pair.slice(0, 100)}": write ROLE=GROUP; the roles are ${ROLES.join(", ")}`,
      );
    roles[role] = [...new Set([...(roles[role] ?? []), group])];
  }
  return roles;
}

/** The secret as the file spells it: the name of a variable stays one. */
function secretText(text: string): string | undefined {
  return /clientSecret: *["']?(\$\{\w+\})/.exec(text)?.[1];
}

const show = defineCommand({
  path: ["sign-in", "show"],
  summary: "Show the identity provider and which groups have which role",
  input: z.object({}),
  examples: ["dejima sign-in show"],
  async run({ settings, output }) {
    const signIn = (await settings()).config.server.signIn;
    const { issuer, clientId, groupsClaim, tenantClaim, roles = {} } = signIn ?? {};
    output.data(
      signIn === undefined
        ? { set: false }
        : { set: true, issuer, clientId, groupsClaim, ...defined({ tenantClaim }), roles },
      () =>
        signIn === undefined
          ? output.say("Sign-in is off: people use tokens. `dejima sign-in set` names an identity provider.")
          : output.table([
              [output.say("provider"), signIn.issuer],
              [output.say("client"), signIn.clientId],
              [output.say("groups in"), signIn.groupsClaim],
              ...(signIn.tenantClaim === undefined ? [] : [[output.say("tenant in"), signIn.tenantClaim]]),
              ...ROLES.filter((role) => roles[role] !== undefined).map((role) => [
                output.say.value(role),
                (roles[role] ?? [])
                  .map((group) => (group === "*" ? output.say("everybody") : output.shown(group)))
                  .join(", "),
              ]),
            ]),
    );
    return 0;
  },
});

const check = defineCommand({
  path: ["sign-in", "check"],
  summary: "Ask the identity provider whether it answers",
  input: z.object({}),
  examples: ["dejima sign-in check"],
  async run({ settings, runtime, output }) {
    const { config } = await settings();
    if (config.server.signIn === undefined)
      throw new DejimaError(
        "not_found",
        "Cannot check the sign-in: it is not set up. `dejima sign-in set` sets it up",
      );
    const { openSignIn } = await import("../../../../access/sign-in/open-sign-in.ts");
    const { documents } = (await runtime()).store;
    const { issuer } = await openSignIn({ settings: config.server.signIn, documents }).check();
    output.data({ issuer }, () => output.say`${issuer} answers.`);
    return 0;
  },
});

const remove = defineCommand({
  path: ["sign-in", "remove"],
  summary: "Turn sign-in off, and end every session",
  input: z.object({}),
  examples: ["dejima sign-in remove"],
  async run(context) {
    const { withSignIn, readConfigText, replaceConfig, chosenConfigFile } = await configEditor();
    if ((await context.settings()).config.server.signIn === undefined)
      throw new DejimaError("not_found", "Cannot remove the sign-in: it is not set up");
    const sessions = await sessionsOf(context);
    const file = await chosenConfigFile(context);
    await replaceConfig(context, file, withSignIn(await readConfigText(context, file), undefined));
    let ended = 0;
    for (const { name } of await sessions.list()) ended += await sessions.endAll(name);
    context.output.data(
      { file, ended },
      () =>
        context.output
          .say`Removed the sign-in from ${file}; ${context.output.say.count(ended, "session")} ended.`,
    );
    return 0;
  },
});

const list = defineCommand({
  path: ["sign-in", "list"],
  summary: "List the people who are signed in",
  input: z.object({}),
  examples: ["dejima sign-in list"],
  async run(context) {
    const sessions = await (await sessionsOf(context)).list();
    context.output.data(sessions, () =>
      sessions.length === 0
        ? context.output.say("Nobody is signed in.")
        : context.output.table([
            context.output.headings("NAME", "ROLE", "SINCE", "UNTIL"),
            ...sessions.map(({ name, role, createdAt, expiresAt }) => [
              context.output.shown(name),
              role,
              localTime(createdAt),
              localTime(expiresAt),
            ]),
          ]),
    );
    return 0;
  },
});

const end = defineCommand({
  path: ["sign-in", "end"],
  summary: "End all sessions of a person; they can sign in again if the provider allows it",
  input: z.object({ name: z.string() }),
  arguments: ["name"],
  examples: ["dejima sign-in end alice@example.com"],
  async run(context, { name }) {
    const ended = await (await sessionsOf(context)).endAll(name);
    if (ended === 0)
      throw new DejimaError(
        "not_found",
        `Cannot end the sessions of "${name}": there is none. \`dejima sign-in list\` shows them`,
      );
    context.output.data(
      { name, ended },
      () => context.output.say`${context.output.say.count(ended, "session")} of ${name} ended.`,
    );
    return 0;
  },
});

async function sessionsOf({ runtime }: CommandContext) {
  const { openSessions } = await import("../../../../access/sign-in/sessions.ts");
  return openSessions((await runtime()).store.documents);
}

/** The commands of this file. */
export const COMMANDS = [set, show, check, remove, list, end];
