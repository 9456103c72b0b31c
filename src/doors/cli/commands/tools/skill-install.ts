import { z } from "zod";
import { DejimaError } from "../../../../contract/error.ts";
import type { Runtime } from "../../../../runtime.ts";
import { defined } from "../../../../support/defined.ts";
import { visibleText } from "../../../../text/visible-text.ts";
import { defineCommand } from "../../define-command.ts";
import { acceptance, showPreview } from "../../describe/skill-preview.ts";
import { flag, value } from "../../input/fields.ts";

const skillInstall = defineCommand({
  path: ["skill", "install"],
  group: "Install, inspect, trust and make skills",
  summary: "Install a skill from a folder, a zip, a tar.gz, a git or https address, or a registry",
  input: z.object({
    source: z.string(),
    yes: flag("accept its content without being asked"),
    override: flag("take it although the scan would refuse it"),
    strict: flag("refuse what differs from the specification"),
    keepArchive: flag("no effect: the archive always stays"),
  }),
  arguments: ["source"],
  examples: ["dejima skill install ./my-skill", "dejima skill install my-skill.zip --yes"],
  async run(context, { source, ...options }) {
    const { runtime, output, signal } = context;
    const { skills: library } = await runtime();
    const how = acceptance(context, options.yes);
    const preview = await library
      .install(source, {
        ...how,
        override: options.override,
        strict: options.strict,
        signal,
      })
      .catch(async (error: unknown) => {
        throw await aboutUnaccepted(error, library);
      });
    const { name } = preview.manifest;
    const trust = (await library.list()).find((skill) => skill.name === name)?.trust ?? "unreviewed";
    output.data({ name, trust, content: preview.content.hash, findings: preview.scan.findings }, () =>
      trust === "trusted"
        ? output.say`Installed ${name}.`
        : `${showPreview(preview, output)}\n\n${output.say`Installed ${name}; it can be used once it is accepted: dejima skill trust ${name}`}`,
    );
    return 0;
  },
});

/** If the skill is installed but not accepted, names the command that accepts it. Other errors stay as they are. */
async function aboutUnaccepted(error: unknown, library: Runtime["skills"]): Promise<unknown> {
  if (!(error instanceof DejimaError) || error.code !== "skill_exists") return error;
  const existing = (await library.list()).find(({ name }) => name === error.details.name);
  if (existing === undefined || existing.trust === "trusted") return error;
  return new DejimaError(
    "skill_exists",
    `Cannot install skill "${existing.name}": its current content is not accepted. To accept it: dejima skill trust ${existing.name}`,
    error.details,
  );
}

const skillUpdate = defineCommand({
  path: ["skill", "update"],
  summary: "Fetch a skill again from where it came",
  input: z.object({
    name: z.string(),
    yes: flag("accept its content without being asked"),
    source: value("source", "take it from here instead"),
  }),
  arguments: ["name"],
  examples: ["dejima skill update my-skill"],
  async run(context, { name, ...options }) {
    const { skills: library } = await context.runtime();
    const source = defined({ source: options.source });
    const result = await library.update(name, {
      ...acceptance(context, options.yes),
      ...source,
      signal: context.signal,
    });
    const { manifest, changed, content } = result;
    context.output.data({ name: manifest.name, changed, content: content.hash }, () =>
      changed
        ? context.output.say`Updated ${manifest.name}.`
        : context.output.say`${manifest.name} is up to date.`,
    );
    return 0;
  },
});

const skillTrust = defineCommand({
  path: ["skill", "trust"],
  summary: "Show what changed in a skill since it was accepted, and accept it",
  input: z.object({
    name: z.string(),
    yes: flag("accept its content without being asked"),
    override: flag("take it although the scan would refuse it"),
  }),
  arguments: ["name"],
  examples: ["dejima skill trust my-skill"],
  async run(context, { name, ...options }) {
    const { runtime, output, signal } = context;
    const { skills: library } = await runtime();
    await library.info(name); // throws if the skill does not exist, before anyone is asked
    const { accept } = acceptance(context, options.yes);
    if (accept === undefined) {
      throw new DejimaError(
        "approval_required",
        `Cannot trust "${name}" without a person: run it in a terminal, or pass --yes knowingly`,
      );
    }
    const changes = await library.changes(name);
    for (const { path, change, patch } of changes)
      output.note(visibleText(`${change} ${path}\n${patch ?? ""}`));
    const preview = await library.trust(name, { accept, override: options.override, signal });
    const trust =
      (await library.list()).find((skill) => skill.name === preview.manifest.name)?.trust ?? "unreviewed";
    output.data(
      { name: preview.manifest.name, trust, changes: changes.map(({ path, change }) => ({ path, change })) },
      () => output.say`${name} is ${output.say.value(trust)}.`,
    );
    return trust === "trusted" ? 0 : 3;
  },
});

const skillEnable = defineCommand({
  path: ["skill", "enable"],
  summary: "Let a skill be used again",
  input: z.object({
    name: z.string(),
  }),
  arguments: ["name"],
  examples: ["dejima skill enable my-skill"],
  async run({ runtime, output }, { name }) {
    await (await runtime()).skills.setEnabled(name, true);
    output.data({ name, enabled: true }, () => output.say`Enabled ${name}.`);
    return 0;
  },
});

const skillDisable = defineCommand({
  path: ["skill", "disable"],
  summary: "Disable a skill without deleting it",
  input: z.object({
    name: z.string(),
  }),
  arguments: ["name"],
  examples: ["dejima skill disable my-skill"],
  async run({ runtime, output }, { name }) {
    await (await runtime()).skills.setEnabled(name, false);
    output.data({ name, enabled: false }, () => output.say`Disabled ${name}.`);
    return 0;
  },
});

const skillUninstall = defineCommand({
  path: ["skill", "uninstall"],
  summary: "Remove an installed skill",
  input: z.object({
    name: z.string(),
  }),
  arguments: ["name"],
  examples: ["dejima skill uninstall my-skill"],
  async run({ runtime, output }, { name }) {
    await (await runtime()).skills.uninstall(name);
    output.data({ uninstalled: name }, () => output.say`Uninstalled ${name}.`);
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [skillInstall, skillUpdate, skillTrust, skillEnable, skillDisable, skillUninstall];
