import { z } from "zod";
import {
  MESSENGER_NAMES,
  MESSENGERS,
  type MessengerName,
  messengerHelp,
} from "../../../../config/schema/messengers.ts";
import { DejimaError } from "../../../../contract/error.ts";
import type { MessengerInfo } from "../../../../contract/user/messenger.ts";
import type { Runtime } from "../../../../runtime.ts";
import { defined } from "../../../../support/defined.ts";
import { accountName } from "../../../../support/process/account.ts";
import type { CommandContext } from "../../command.ts";
import { defineCommand } from "../../define-command.ts";
import { flag, values } from "../../input/fields.ts";
import type { Say } from "../../words/say.ts";
import { enteredValue } from "../tools/secret.ts";

const BY = { by: "local" };
const messenger = z.enum(MESSENGER_NAMES, `there are ${MESSENGER_NAMES.join(", ")}`);

const connect = defineCommand({
  path: ["channel", "connect"],
  group: "Messengers at which the assistant can be reached",
  summary:
    "Connect a messenger: asks for its settings and stores its secrets; dejima serve then answers there",
  input: z.object({
    messenger,
    set: values(
      "name=value",
      "a setting, such as appId=cli_a1b2; secrets are asked for, or read from standard input, one a line",
    ),
    allow: values("id", "a person who may write; the bot replies to strangers with their id"),
  }),
  arguments: ["messenger"],
  examples: [
    "dejima channel connect telegram --allow 4711",
    "pass show feishu | dejima channel connect feishu --set appId=cli_a1b2c3d4e5f60718 --allow ou_4711",
  ],
  async run(context, { messenger: name, set = [], allow = [] }) {
    const { title, steps, ask, secrets } = MESSENGERS[name];
    const settings = Object.fromEntries(set.map(setting));
    const words = steps.map(({ en }, at) => `${at + 1}. ${en}`);
    if (context.interactive) context.output.note([`${title}:`, ...words].join("\n"));
    for (const key of ask) settings[key] ??= await entered(context, key, name);
    const stored: Record<string, string> = {};
    // One secret a line. An empty input keeps the secrets from before.
    const piped = context.interactive ? undefined : await enteredValue(context, name, { allowEmpty: true });
    const lines = piped?.split(/\r?\n/);
    for (const [at, key] of secrets.entries()) {
      const value = lines === undefined ? await enteredValue(context, key) : (lines[at] ?? "");
      if (value !== "") stored[key] = value;
    }
    const { error } = MESSENGERS[name].settings.safeParse({ ...settings, ...stored });
    const missing = secrets.find((key) => error?.issues.some(({ path }) => path[0] === key));
    if (missing !== undefined)
      throw new DejimaError(
        "invalid_input",
        `Cannot connect ${title}: ${missing} is missing. Enter it at a terminal, or send it to standard input. ${messengerHelp(name)}`,
      );
    const { channels } = await context.runtime();
    const { file, allowed: people } = await channels.connect(name, { settings, secrets: stored, allow }, BY);
    context.output.data({ connected: name, file, allowed: people }, () =>
      [
        context.output.say`Connected ${title} in ${file}. \`dejima serve\` answers there.`,
        ...(people.length === 0
          ? [
              context.output
                .say`Nobody may write yet. Write to the bot: it tells you your id. Then: dejima channel allow ${name} ID`,
            ]
          : []),
      ].join("\n"),
    );
    return 0;
  },
});

const allow = defineCommand({
  path: ["channel", "allow"],
  summary: "Let a person write at a messenger and answer questions; with --approver, only approvers answer",
  input: z.object({
    messenger,
    person: z.string().min(1).max(200),
    approver: flag("only people named with this flag answer questions (default: all who may write)"),
    remove: flag("take the person off the list again"),
  }),
  arguments: ["messenger", "person"],
  examples: ["dejima channel allow feishu ou_4711", "dejima channel allow telegram 4711 --approver"],
  async run(context, { messenger: name, person, approver, remove }) {
    const { channels } = await context.runtime();
    const { allowed, approvers } = await connected(channels, name);
    const changed = (list: readonly string[]) => [
      ...list.filter((one) => one !== person),
      ...(remove === true ? [] : [person]),
    ];
    const answers =
      approver === true || (remove === true && approvers !== undefined)
        ? changed(approvers ?? [])
        : approvers;
    const people = { allowed: changed(allowed), ...defined({ approvers: answers }) };
    const { file } = await channels.setPeople(name, people, { by: accountName() });
    const { title } = MESSENGERS[name];
    context.output.data({ messenger: name, ...people, file }, () =>
      remove === true
        ? context.output.say`${person} can no longer write at ${title}.`
        : context.output
            .say`${person} may write at ${title}${answerWords(person, answers, context.output.say)}.`,
    );
    return 0;
  },
});

const list = defineCommand({
  path: ["channel", "list"],
  summary: "List the messengers, which are connected, and who may write there",
  input: z.object({}),
  examples: ["dejima channel list"],
  async run({ runtime, output }) {
    const found = await (await runtime()).channels.list();
    const data = found.map(({ steps: _steps, titleZh: _title, ...one }) => one);
    output.data(data, () =>
      output.table([
        output.headings("NAME", "MESSENGER", "STATE", "MAY WRITE", "MAY ANSWER"),
        ...found.map((one) => [
          one.name,
          output.say.language === "zh" ? (one.titleZh ?? one.title) : one.title,
          stateWords(one, output.say),
          output.shown(one.allowed.join(", ")),
          output.shown((one.approvers ?? one.allowed).join(", ")),
        ]),
      ]),
    );
    return 0;
  },
});

const turn = (enabled: boolean) =>
  defineCommand({
    path: ["channel", enabled ? "on" : "off"],
    summary: enabled ? "Answer at a messenger again" : "Stop answering at a messenger; its settings stay",
    input: z.object({ messenger }),
    arguments: ["messenger"],
    examples: [`dejima channel ${enabled ? "on" : "off"} slack`],
    async run({ runtime, output }, { messenger: name }) {
      const { file } = await (await runtime()).channels.setEnabled(name, enabled, { by: accountName() });
      const { title } = MESSENGERS[name];
      output.data({ messenger: name, enabled, file }, () =>
        enabled ? output.say`${title} is on.` : output.say`${title} is off.`,
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
  async run({ runtime, output }, { messenger: name }) {
    const { file } = await (await runtime()).channels.remove(name, BY);
    output.data({ removed: name, file }, () => output.say`Removed ${MESSENGERS[name].title}.`);
    return 0;
  },
});

/** The state of a messenger in a few words. */
function stateWords(
  { connected: isKnown, enabled, state, problem, secrets }: MessengerInfo,
  say: Say,
): string {
  if (!isKnown) return say("not connected");
  if (!enabled) return say("off");
  const missing = secrets.find(({ isSet, optional }) => !isSet && !optional);
  if (missing !== undefined && state !== "connected") return say`${missing.key} is missing`;
  if (state === "idle") return say("waits for `dejima serve`");
  return problem === undefined ? say.value(state) : `${say.value(state)}: ${problem.text}`;
}

function answerWords(person: string, approvers: readonly string[] | undefined, say: Say): string {
  if (approvers === undefined) return say(", and answer questions about their calls");
  const named = approvers.join(", ") || say("nobody");
  return approvers.includes(person)
    ? say` and answer questions; only these may answer: ${named}`
    : say`, but not answer questions: only ${named} may`;
}

async function connected(channels: Runtime["channels"], name: MessengerName): Promise<MessengerInfo> {
  const known = (await channels.list()).find((one) => one.name === name);
  if (known?.connected === true) return known;
  throw new DejimaError(
    "not_found",
    `${MESSENGERS[name].title} is not connected. Run: dejima channel connect ${name}`,
  );
}

function setting(text: string): [string, string] {
  const at = text.indexOf("=");
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new DejimaError("invalid_input", `Cannot read "${text}": write name=value`);
}

async function entered(
  { interactive, terminal, signal }: CommandContext,
  key: string,
  name: MessengerName,
): Promise<string> {
  const line = interactive
    ? await terminal.ask(
        { text: "", prompt: () => `${key}: `, read: (typed) => typed.trim(), hint: "", leavable: true },
        { signal },
      )
    : undefined;
  if (line !== undefined && line !== "") return line;
  throw new DejimaError(
    "invalid_input",
    `Cannot connect ${MESSENGERS[name].title}: ${key} is missing. Give it with --set ${key}=VALUE. ${messengerHelp(name)}`,
  );
}

/** The commands of this file. */
export const COMMANDS = [connect, allow, list, turn(true), turn(false), remove];
