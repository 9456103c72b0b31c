import { readdir } from "node:fs/promises";
import type { ConfigOffer } from "../../config/trust/offer-config.ts";
import type { IgnoredSetting } from "../../config/trust/tighten-config.ts";
import { visibleText } from "../../text/visible-text.ts";
import type { CommandContext } from "./command.ts";
import { confirm } from "./terminal/confirm.ts";
import type { Say } from "./words/say.ts";

interface ShownOffer extends Omit<ConfigOffer, "text"> {
  readonly ignored: readonly IgnoredSetting[];
}

/** Shows a person the config they would accept, and asks. */
export async function agreeToConfig(
  context: Pick<CommandContext, "terminal" | "signal" | "output">,
  offer: ShownOffer,
): Promise<boolean> {
  const { say } = context.output;
  const question = say("Trust this config: its rules, servers and addresses?");
  return confirm(context, question, describeOffer(offer, say));
}

/** The changes in a config, and the settings that take effect once it is trusted. */
export function describeOffer({ file, owner, doubt, difference, ignored }: ShownOffer, say: Say): string {
  const shown = visibleText(file);
  const title =
    doubt === "changed" ? say`${shown} changed since you trusted it` : say`${shown} is new to you`;
  const whose = process.getuid?.() === owner ? "" : say` and belongs to account ${owner}`;
  const lines = difference.split("\n").map((line) => visibleText(line));
  const settings = ignored.map(({ key, why }) => `  ${visibleText(`${key} (${why})`)}`);
  const effects = settings.length === 0 ? [] : [say("Ignored until you trust it:"), ...settings];
  return [`${title}${whose}:`, ...lines, ...effects].join("\n");
}

/** Shows a person the content of a home of unknown origin, and asks. */
export async function agreeToHome(
  context: Pick<CommandContext, "terminal" | "signal" | "output">,
  home: string,
): Promise<boolean> {
  const { say } = context.output;
  const question = say("Use this home: its grants, schedules, servers, skills and tokens?");
  return confirm(context, question, await describeHome(home, say));
}

/** Lists the content of a home. */
export async function describeHome(home: string, say: Say): Promise<string> {
  const names = (await readdir(home)).sort().map((name) => `  ${visibleText(name)}`);
  return [say`${visibleText(home)} was not made here by your Dejima. It contains:`, ...names].join("\n");
}
