import { resolve } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { z } from "zod";
import { BUILTIN_TOOLS, SECRET_PLACES, type SecretInfo } from "../../../../contract/data/secret.ts";
import { DejimaError } from "../../../../contract/error.ts";
import { localTime } from "../../../../contract/words/local-time.ts";
import { trimEndOf } from "../../../../text/text-end.ts";
import type { CommandContext } from "../../command.ts";
import { defineCommand } from "../../define-command.ts";
import { value, values } from "../../input/fields.ts";
import type { Say } from "../../words/say.ts";

const BY = { by: "local" };

const secretSet = defineCommand({
  path: ["secret", "set"],
  group: "Keep secrets that tools use and never see",
  summary: "Store a secret and what it may be used for",
  input: z.object({
    name: z.string(),
    host: values("host", "hosts that it may be sent to, such as api.github.com or *.example.com"),
    path: values("pattern", "only for these paths, such as /repos/** (default: all)"),
    method: values("method", "only for these methods, such as GET (default: all)"),
    tool: values(
      "user",
      "who may use it: builtin, a tool, skill:NAME, mcp:SERVER, api:NAME, sql:NAME, channel:NAME (default: builtin)",
    ),
    in: z
      .array(z.enum(SECRET_PLACES, `there are ${SECRET_PLACES.join(", ")}`))
      .optional()
      .meta({ value: "place", description: "where it may be sent: header, query, body (default: header)" }),
    from: value(
      "source",
      "read it from env:NAME, file:PATH or keyring:SERVICE/ACCOUNT on each use, instead of storing it",
    ),
  }),
  arguments: ["name"],
  examples: [
    "dejima secret set GITHUB_TOKEN --host api.github.com",
    "pass show github | dejima secret set GITHUB_TOKEN --host api.github.com --tool mcp:github",
    "dejima secret set OPENAI_API_KEY --from env:OPENAI_API_KEY --host api.openai.com --path /v1/**",
  ],
  async run(context, { name, host = [], path, method, tool, in: places, from }) {
    if (host.length === 0 && tool === undefined)
      throw new DejimaError(
        "invalid_input",
        `Cannot set ${name}: say where it may be sent, such as --host api.example.com`,
      );
    const binding = {
      hosts: host,
      paths: path ?? ["/**"],
      methods: method?.map((one) => one.toUpperCase()) ?? ["*"],
      tools: tool ?? [BUILTIN_TOOLS],
      places: places ?? ["header" as const],
    };
    const stored =
      from === undefined
        ? { source: "stored", value: await enteredValue(context, name) }
        : { source: from.startsWith("file:") ? `file:${resolve(context.cwd, from.slice(5))}` : from };
    const { secrets, registry } = await context.runtime();
    const isThere = (await secrets.list()).some((listed) => listed.name === name);
    const info = await secrets.set(name, { ...stored, binding }, BY);
    context.output.data(info, () =>
      isThere
        ? context.output
            .say`Replaced the value and binding of ${name}: ${boundWords(info, context.output.say)}.`
        : context.output.say`Kept ${name}: ${boundWords(info, context.output.say)}.`,
    );
    for (const tool of binding.tools)
      if (tool !== BUILTIN_TOOLS && !tool.includes(":") && !registry.has(tool))
        context.output.note(
          context.output.say`There is no tool ${context.output.shown(tool)} now: nothing can use ${name}.`,
        );
    return 0;
  },
});

const secretList = defineCommand({
  path: ["secret", "list"],
  summary: "List secrets: what each is bound to and when it was last used (values hidden)",
  input: z.object({}),
  examples: ["dejima secret list"],
  async run({ runtime, output }) {
    const secrets = await (await runtime()).secrets.list();
    output.data(secrets, () =>
      secrets.length === 0
        ? output.say("No secrets. `dejima secret set NAME --host HOST` keeps one.")
        : output.table([
            [
              output.say("name"),
              output.say("source"),
              output.say("hosts"),
              output.say("used by"),
              output.say("last use"),
            ],
            ...secrets.map((secret) => [
              secret.name,
              output.shown(secret.source),
              output.shown(secret.binding.hosts.join(", ")),
              output.shown(secret.binding.tools.join(", ")),
              lastUse(secret, output.say),
            ]),
          ]),
    );
    return 0;
  },
});

const secretShow = defineCommand({
  path: ["secret", "show"],
  summary: "Show what a secret is bound to (its value stays hidden)",
  input: z.object({ name: z.string() }),
  arguments: ["name"],
  examples: ["dejima secret show GITHUB_TOKEN"],
  async run({ runtime, output }, { name }) {
    const info = await (await runtime()).secrets.show(name);
    const { binding, source, changedAt } = info;
    output.data(info, () =>
      output.table([
        [output.say("source"), output.shown(source)],
        [output.say("hosts"), output.shown(binding.hosts.join(", ") || output.say.value("none"))],
        [output.say("paths"), output.shown(binding.paths.join(", "))],
        [output.say("methods"), binding.methods.join(", ")],
        [output.say("used by"), output.shown(binding.tools.join(", "))],
        [output.say("sent in"), binding.places.join(", ")],
        [output.say("changed"), localTime(Date.parse(changedAt))],
        [output.say("last use"), lastUse(info, output.say)],
      ]),
    );
    return 0;
  },
});

const secretRotate = defineCommand({
  path: ["secret", "rotate"],
  summary: "Replace the value of a secret; its bindings stay",
  input: z.object({ name: z.string() }),
  arguments: ["name"],
  examples: ["dejima secret rotate GITHUB_TOKEN", "pass show github | dejima secret rotate GITHUB_TOKEN"],
  async run(context, { name }) {
    const { secrets } = await context.runtime();
    await secrets.show(name);
    const info = await secrets.rotate(name, await enteredValue(context, name), BY);
    context.output.data(
      info,
      () => context.output.say`Rotated ${name}. Programs that run already use the new value.`,
    );
    return 0;
  },
});

const secretRemove = defineCommand({
  path: ["secret", "remove"],
  summary: "Delete a secret; it cannot be brought back",
  input: z.object({ name: z.string() }),
  arguments: ["name"],
  examples: ["dejima secret remove GITHUB_TOKEN"],
  async run({ runtime, output }, { name }) {
    if (!(await (await runtime()).secrets.remove(name, BY)))
      throw new DejimaError(
        "not_found",
        `Cannot remove "${name}": not found. \`dejima secret list\` shows them`,
      );
    output.data({ removed: name }, () => output.say`Removed ${name}.`);
    return 0;
  },
});

const secretRekey = defineCommand({
  path: ["secret", "rekey"],
  summary: "Encrypt all secrets with the key in use, after it was replaced; DEJIMA_VAULT_OLD_KEYS opens them",
  input: z.object({}),
  examples: ["DEJIMA_VAULT_KEY=NEW DEJIMA_VAULT_OLD_KEYS=OLD dejima secret rekey"],
  async run({ runtime, output }) {
    const names = await (await runtime()).secrets.rekey(BY);
    output.data(
      { rekeyed: names },
      () =>
        output.say`${output.say.count(names.length, "secret")} encrypted with the key in use. The keys from before are not needed any more.`,
    );
    return 0;
  },
});

/** The value, typed without echo or read from standard input. Never an argument, which others could see. */
export async function enteredValue(
  { interactive, terminal, stdin, signal, output }: CommandContext,
  name: string,
  { allowEmpty = false }: { readonly allowEmpty?: boolean } = {},
): Promise<string> {
  if (!interactive) {
    const given = trimEndOf(await readAll(stdin), /[\r\n]/);
    if (given !== "" || allowEmpty) return given;
    throw new DejimaError(
      "invalid_input",
      `Cannot set ${name}: standard input is empty. Run the command in a terminal, which asks for the value, or pipe the value into it`,
    );
  }
  const entered = await terminal.ask(
    {
      text: "",
      prompt: () => output.say`Value of ${name} (hidden): `,
      read: (line) => line,
      hint: "",
      secret: true,
      leavable: true,
    },
    { signal },
  );
  if (entered !== undefined) return entered;
  throw new DejimaError("cancelled", `${name} was not changed`);
}

function boundWords({ binding }: SecretInfo, say: Say): string {
  const hosts =
    binding.hosts.length === 0
      ? say("sent only to its own server")
      : say`sent to ${binding.hosts.join(", ")} alone`;
  return say`${hosts}, used by ${binding.tools.join(", ")}`;
}

function lastUse({ lastUse: used }: SecretInfo, say: Say): string {
  return used === undefined ? say("never") : say`${localTime(Date.parse(used.at))} by ${used.by}`;
}

/** The commands of this file. */
export const COMMANDS = [secretSet, secretList, secretShow, secretRotate, secretRekey, secretRemove];
