import { z } from "zod";
import {
  MESSENGER_NAMES,
  MESSENGERS,
  type MessengerName,
  messengerSecret,
} from "../../../config/messengers.ts";
import { DejimaError } from "../../../contract/error.ts";
import { defined } from "../../../support/defined.ts";
import { issueWords } from "../../../support/issue-words.ts";
import type { CommandContext } from "../command.ts";
import { configEditor } from "../config-editor.ts";
import { defineCommand } from "../define-command.ts";
import { flag, values } from "../fields.ts";
import { enteredValue } from "./secret.ts";

const BY = { by: "local" };
const messenger = z.enum(MESSENGER_NAMES, `there are ${MESSENGER_NAMES.join(", ")}`);

const connect = defineCommand({
  path: ["channel", "connect"],
  group: "Messengers at which the assistant can be reached",
  summary:
    "Connect a messenger: asks for what it needs and keeps its secrets; dejima serve then answers there",
  input: z.object({
    messenger,
    set: values(
      "name=value",
      "a setting, such as appId=cli_a1b2; secrets are asked for, or read from standard input, one a line",
    ),
    allow: values("id", "a person who may write; the bot tells a stranger their id"),
  }),
  arguments: ["messenger"],
  examples: [
    "dejima channel connect telegram --allow 4711",
    "pass show feishu | dejima channel connect feishu --set appId=cli_a1b2c3d4e5f60718 --allow ou_4711",
  ],
  async run(context, { messenger: name, set = [], allow = [] }) {
    const { title, help, ask, secrets } = MESSENGERS[name];
    const held = (await context.settings()).config.channels[name];
    const given = Object.fromEntries(set.map(setting));
    if (context.interactive) context.output.note(`${title}: ${help}.`);
    for (const key of ask) given[key] ??= await entered(context, key);
    const kept: Record<string, string> = {};
    const lines = context.interactive ? undefined : (await enteredValue(context, name)).split(/\r?\n/);
    for (const [at, key] of secrets.entries()) {
      const value = lines === undefined ? await enteredValue(context, key) : (lines[at] ?? "");
      if (value !== "") kept[key] = value;
    }
    const named = Object.fromEntries(
      Object.keys(kept).map((key) => [key, `\${secret:${messengerSecret(name, key)}}`]),
    );
    const people = [...new Set([...(held?.allowed ?? []), ...allow])];
    const entry = { ...given, ...named, allowed: people, ...defined({ approvers: held?.approvers }) };
    const checked = MESSENGERS[name].settings.safeParse(entry);
    if (!checked.success) {
      const [issue] = checked.error.issues;
      const key = issue?.path.join(".") ?? "";
      const why = secrets.some((one) => one === key)
        ? `${key} is missing. Enter it at a terminal, or send it to standard input`
        : `${key} ${issue === undefined ? "" : issueWords(issue)}`.trim();
      throw new DejimaError("invalid_input", `Cannot connect ${title}: ${why}. ${help}`);
    }
    const whole = { ...chosenBefore(name, { held, asNew: checked.data }), ...entry };
    const vault = (await context.runtime()).secrets;
    for (const [key, value] of Object.entries(kept))
      await vault.set(messengerSecret(name, key), { source: "stored", value, binding: boundTo(name) }, BY);
    const file = await write(context, name, whole);
    context.output.data({ connected: name, file, allowed: people }, () =>
      [
        `Connected ${title} in ${file}. \`dejima serve\` answers there.`,
        ...(people.length === 0
          ? [
              `Nobody may write yet. Write to the bot: it tells you your id. Then: dejima channel allow ${name} ID`,
            ]
          : []),
      ].join("\n"),
    );
    return 0;
  },
});

const allow = defineCommand({
  path: ["channel", "allow"],
  summary: "Let a person write at a messenger; --approver also lets them answer questions",
  input: z.object({
    messenger,
    person: z.string().min(1).max(200),
    approver: flag("answer questions, too; without any approver, all who may write do"),
    remove: flag("take the person off the list again"),
  }),
  arguments: ["messenger", "person"],
  examples: ["dejima channel allow feishu ou_4711", "dejima channel allow telegram 4711 --approver"],
  async run(context, { messenger: name, person, approver, remove }) {
    const { allowed, approvers } = await connected(context, name);
    const changed = (list: readonly string[]) => [
      ...list.filter((one) => one !== person),
      ...(remove === true ? [] : [person]),
    ];
    const answers =
      approver === true || (remove === true && approvers !== undefined)
        ? changed(approvers ?? [])
        : approvers;
    const people = { allowed: changed(allowed), ...(answers === undefined ? {} : { approvers: answers }) };
    const { withEntrySettings, readServers, replaceConfig, serverFile } = await configEditor();
    const file = await serverFile(context);
    const text = withEntrySettings(await readServers(file), "channels", name, people);
    if (text === undefined)
      throw new DejimaError(
        "not_found",
        `Cannot change ${name}: ${file} does not name it; another config does`,
      );
    await replaceConfig(context, file, text);
    const { title } = MESSENGERS[name];
    context.output.data({ messenger: name, ...people, file }, () =>
      remove === true
        ? `${person} can no longer write at ${title}.`
        : `${person} may write at ${title}${answerWords(person, answers)}.`,
    );
    return 0;
  },
});

const list = defineCommand({
  path: ["channel", "list"],
  summary: "List the messengers, which are connected, and who may write there",
  input: z.object({}),
  examples: ["dejima channel list"],
  async run({ settings, output }) {
    const { channels } = (await settings()).config;
    const found = MESSENGER_NAMES.map((name) => {
      const held = channels[name];
      return {
        name,
        title: MESSENGERS[name].title,
        connected: held !== undefined,
        allowed: held?.allowed ?? [],
        ...defined({ approvers: held?.approvers }),
      };
    });
    output.data(found, () =>
      output.table([
        ["name", "messenger", "connected", "may write", "may answer"],
        ...found.map((one) => [
          one.name,
          one.title,
          one.connected ? "yes" : "no",
          output.shown(one.allowed.join(", ")),
          output.shown((one.approvers ?? one.allowed).join(", ")),
        ]),
      ]),
    );
    return 0;
  },
});

const remove = defineCommand({
  path: ["channel", "remove"],
  summary: "Disconnect a messenger and remove its secrets",
  input: z.object({ messenger }),
  arguments: ["messenger"],
  examples: ["dejima channel remove slack"],
  async run(context, { messenger: name }) {
    if ((await context.settings()).config.channels[name] === undefined)
      throw new DejimaError(
        "not_found",
        `Cannot remove ${MESSENGERS[name].title}: it is not connected. \`dejima channel list\` shows what is`,
      );
    const { withoutEntry, readServers, replaceConfig, serverFile } = await configEditor();
    const file = await serverFile(context);
    const text = withoutEntry(await readServers(file), "channels", name);
    if (text === undefined)
      throw new DejimaError(
        "not_found",
        `Cannot remove ${name}: ${file} does not name it; another config does`,
      );
    const vault = (await context.runtime()).secrets;
    for (const key of MESSENGERS[name].secrets) await vault.remove(messengerSecret(name, key), BY);
    await replaceConfig(context, file, text);
    context.output.data({ removed: name, file }, () => `Removed ${MESSENGERS[name].title}.`);
    return 0;
  },
});

/** Settings besides people and secrets, such as the address of a server, that were set before and are not the default. */
function chosenBefore(
  name: MessengerName,
  { held, asNew }: { held: object | undefined; asNew: object },
): Record<string, unknown> {
  const { ask, secrets } = MESSENGERS[name];
  const defaults = new Map<string, unknown>(Object.entries(asNew));
  const entered = new Set<string>([...ask, ...secrets, "allowed", "approvers"]);
  return Object.fromEntries(
    Object.entries(held ?? {}).filter(([key, value]) => !entered.has(key) && defaults.get(key) !== value),
  );
}

function answerWords(person: string, approvers: readonly string[] | undefined): string {
  if (approvers === undefined) return ", and answer questions about their calls";
  return approvers.includes(person)
    ? ` and answer questions; only these may answer: ${approvers.join(", ")}`
    : `, but not answer questions: only ${approvers.join(", ") || "nobody"} may`;
}

function boundTo(name: MessengerName) {
  return {
    hosts: [],
    paths: ["/**"],
    methods: ["*"],
    tools: [`channel:${name}`],
    places: ["header" as const],
  };
}

async function connected(context: CommandContext, name: MessengerName) {
  const held = (await context.settings()).config.channels[name];
  if (held !== undefined) return held;
  throw new DejimaError(
    "not_found",
    `${MESSENGERS[name].title} is not connected. Run: dejima channel connect ${name}`,
  );
}

/** Writes the section of a messenger, and gives the file. */
async function write(context: CommandContext, name: MessengerName, entry: object): Promise<string> {
  const { withEntry, readServers, replaceConfig, serverFile } = await configEditor();
  const file = await serverFile(context);
  await replaceConfig(context, file, withEntry(await readServers(file), "channels", name, { ...entry }));
  return file;
}

function setting(text: string): [string, string] {
  const at = text.indexOf("=");
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new DejimaError("invalid_input", `Cannot read "${text}": write name=value`);
}

async function entered({ interactive, terminal, signal }: CommandContext, key: string): Promise<string> {
  const line = interactive
    ? await terminal.ask(
        { text: "", prompt: () => `${key}: `, read: (typed) => typed.trim(), hint: "", leavable: true },
        { signal },
      )
    : undefined;
  if (line !== undefined && line !== "") return line;
  throw new DejimaError("invalid_input", `Cannot connect without ${key}: give it with --set ${key}=VALUE`);
}

/** The commands of this file. */
export const COMMANDS = [connect, allow, list, remove];
