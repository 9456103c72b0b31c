import { z } from "zod";
import { DejimaError } from "../../../../contract/error.ts";
import type { Runtime } from "../../../../runtime.ts";
import { languageOfLocale } from "../../../../support/language-of.ts";
import { accountName } from "../../../../support/process/account.ts";
import { visibleLine } from "../../../../text/visible-text.ts";
import { callTool, runtimeForCalls } from "../../call-tool.ts";
import type { CommandContext } from "../../command.ts";
import { defineCommand } from "../../define-command.ts";
import { EXIT, exitCodeOf } from "../../describe/exit-code.ts";
import { count, flag, value } from "../../input/fields.ts";
import { confirm } from "../../terminal/confirm.ts";

const PUBLIC = "https://registry.modelcontextprotocol.io";

const find = defineCommand({
  path: ["find"],
  group: "Find what is missing",
  summary: "Find servers and skills that could be installed for a task, in the copies of your registries",
  input: z.object({ text: z.array(z.string()).min(1), limit: count(5, "how many (5)", { to: 50 }) }),
  arguments: ["text"],
  examples: ['dejima find "translate a PDF"', 'dejima find "查天气" --json'],
  async run(context, { text, limit }) {
    const { output, signal } = context;
    const { finder } = await context.runtime();
    if ((await finder.registries.list()).length === 0) await askForRegistry(context, finder);
    const { hits, notices } = await finder.find(text.join(" "), { limit, signal });
    const { isCopied, missing } = await copiesOf(finder);
    if (!isCopied) throw new DejimaError("server_unavailable", `Cannot find anything: ${missing.join(" ")}`);
    for (const notice of notices) output.note(notice);
    const found = hits.map(({ candidate, score }) => ({ ...candidate, score }));
    output.data({ candidates: found, notices }, () =>
      found.length === 0
        ? output.say(
            "Nothing in your registries fits. Try other words, or add a registry: dejima registry add ADDRESS",
          )
        : `${output.table([
            output.headings("NAME", "PACKAGE", "WHAT"),
            ...found.map(({ name, description, package: { type, identifier, version } }) => [
              ...[visibleLine(name), visibleLine(`${type} ${identifier} ${version}`)],
              visibleLine(description).slice(0, 100),
            ]),
          ])}\n\n${output.say("To try one without installing it: dejima try NAME")}`,
    );
    return EXIT.done;
  },
});

/** Whether there is a copy of a registry to look into, and what to say about registries without one. */
async function copiesOf({
  registries,
}: Runtime["finder"]): Promise<{ readonly isCopied: boolean; readonly missing: string[] }> {
  const all = (await registries.list()).filter(({ kind }) => kind !== "revocations");
  const never = all.filter(({ mirroredAt }) => mirroredAt === undefined);
  const missing = never.map(({ location, problem = "" }) =>
    visibleLine(`${location} was never copied${problem === "" ? "" : `: ${problem}`}.`),
  );
  return {
    isCopied: all.length === 0 || never.length < all.length,
    missing: never.length === 0 ? [] : [...missing, "`dejima registry refresh` tries again"],
  };
}

/** Asks a person once before a registry is queried for the first time. */
async function askForRegistry(context: CommandContext, finder: Runtime["finder"]): Promise<void> {
  const text = context.output
    .say`No registry was added yet. ${PUBLIC} lists public MCP servers; nobody checks the entries. It is copied once a day and searched locally: your searches are not sent.`;
  const agrees = context.interactive && (await confirm(context, context.output.say("Copy it?"), text));
  if (agrees) return void (await finder.registries.add(PUBLIC, { by: accountName() }));
  throw new DejimaError(
    "invalid_input",
    `Cannot find anything: no registry was added. Add one with: dejima registry add ${PUBLIC}`,
  );
}

const tryOut = defineCommand({
  path: ["try"],
  summary: "Fetch something found, report on it and start it contained; asks before it is installed",
  input: z.object({
    name: z.string(),
    purpose: value("text", "what you want it for"),
    install: flag("install it if nothing dangerous is found (approves what is printed)"),
  }),
  arguments: ["name"],
  examples: ["dejima try io.github.someone/weather", "dejima try io.github.someone/weather --install"],
  async run(context, { name, purpose = "", install }) {
    const { finder } = await runtimeForCalls(context, { unattended: false });
    const { id } = await finder.tryOut(name, { signal: context.signal });
    return decide(context, id, { purpose, install });
  },
});

const outdated = defineCommand({
  path: ["outdated"],
  summary: "List installed servers and skills that a registry has a newer version of",
  input: z.object({}),
  examples: ["dejima outdated"],
  async run({ runtime, output, signal }) {
    const { finder } = await runtime();
    const all = await finder.outdated({ signal });
    const isAny = (await finder.installed()).length > 0;
    const { isCopied, missing } = await copiesOf(finder);
    if (!isCopied)
      throw new DejimaError(
        "server_unavailable",
        `Cannot find outdated versions: there is no copy of a registry to compare with. ${missing.join(" ")}`,
      );
    if (missing.length > 0) output.note(missing.join(" "));
    output.data({ outdated: all }, () =>
      all.length === 0
        ? isAny
          ? output.say("Everything that was installed from a registry is up to date.")
          : output.say("Nothing was installed from a registry. `dejima find` searches the registries.")
        : `${output.table([
            output.headings("NAME", "KIND", "PACKAGE", "INSTALLED", "NEWEST"),
            ...all.map(({ server, kind, package: from, installed, latest }) =>
              [
                server,
                kind === "skill" ? output.say("skill") : output.say("server"),
                from,
                installed,
                latest,
              ].map(visibleLine),
            ),
          ])}\n\n${output.say("To try a newer version and see its changes: dejima update NAME")}`,
    );
    return EXIT.done;
  },
});

const update = defineCommand({
  path: ["update"],
  summary:
    "Try the newest version of an installed server or skill, show its changes, and ask before it is used",
  input: z.object({
    name: z.string(),
    install: flag("use it if nothing dangerous is found (approves what is printed)"),
  }),
  arguments: ["name"],
  examples: ["dejima update weather"],
  async run(context, { name, install }) {
    const { finder } = await runtimeForCalls(context, { unattended: false });
    const { id } = await finder.tryUpdate(name, { signal: context.signal });
    return decide(context, id, { purpose: "", install });
  },
});

interface Decision {
  readonly purpose: string;
  readonly install: boolean;
}

/** Shows a trial. Installs the candidate if a person approves: at the terminal, or by `--install`. */
async function decide(context: CommandContext, id: string, { purpose, install }: Decision): Promise<number> {
  const { output, interactive } = context;
  const runtime = await context.runtime();
  const { definitions: _definitions, files: _files, ...record } = await runtime.finder.trial(id);
  const isDangerous = record.grade === "dangerous";
  const asks = !isDangerous && (interactive || install);
  if (!interactive || isDangerous)
    output.note(await runtime.finder.describe(id, purpose, languageOfLocale(context.variables)));
  if (!asks) {
    output.data({ trial: record }, () =>
      isDangerous
        ? output.say("Not installed.")
        : output.say("Nothing was installed. Add --install to install it."),
    );
    return isDangerous ? EXIT.denied : EXIT.done;
  }
  const input = { trial: id, purpose: purpose || `Use ${record.candidate.name}` };
  // The flag approves exactly this call, as it was printed.
  const approve = install ? (await runtime.preview("install_capability", input)).hash : undefined;
  const outcome = await callTool(context, { tool: "install_capability", input, approve, unattended: false });
  if (outcome.type === "failure") {
    output.data({ trial: record, error: outcome.error }, () => visibleLine(outcome.error.message));
    return exitCodeOf(outcome.error.code);
  }
  const tools = toolsIn(outcome.output);
  const none = output.say("no tools");
  const { skill, server, candidate } = record;
  const name = skill?.name ?? server?.name ?? candidate.name;
  output.data({ trial: record, installed: name, tools, callId: outcome.callId }, () =>
    [
      skill === undefined
        ? output.say`Installed ${name}: ${tools.join(", ") || none}.`
        : output.say`Installed the skill ${name}. To look at it: dejima skill info ${name}`,
      output.say`To take it back: dejima undo ${outcome.callId}`,
    ].join("\n"),
  );
  return EXIT.done;
}

function toolsIn(result: unknown): string[] {
  const { tools = [] } = (result ?? {}) as { tools?: string[] }; // the result of install_capability
  return tools.map(visibleLine);
}

/** The commands of this file. */
export const COMMANDS = [find, tryOut, outdated, update];
