import { readdir } from "node:fs/promises";
import type { ConfigOffer } from "../../config/trust/offer-config.ts";
import type { IgnoredSetting } from "../../config/trust/tighten-config.ts";
import { visibleText } from "../../text/visible-text.ts";
import type { CommandContext } from "./command.ts";
import { confirm } from "./terminal/confirm.ts";

interface ShownOffer extends Omit<ConfigOffer, "text"> {
  readonly ignored: readonly IgnoredSetting[];
}

/** Shows a person the config they would accept, and asks. */
export async function agreeToConfig(
  context: Pick<CommandContext, "terminal" | "signal">,
  offer: ShownOffer,
): Promise<boolean> {
  return confirm(context, "Trust this config: its rules, servers and addresses?", describeOffer(offer));
}

/** The changes in a config, and the settings that take effect once it is trusted. */
export function describeOffer({ file, owner, doubt, difference, ignored }: ShownOffer): string {
  const title = doubt === "changed" ? "changed since you trusted it" : "is new to you";
  const whose = process.getuid?.() === owner ? "" : ` and belongs to account ${owner}`;
  const lines = difference.split("\n").map((line) => visibleText(line));
  const settings = ignored.map(({ key, why }) => `  ${visibleText(`${key} (${why})`)}`);
  const effects = settings.length === 0 ? [] : ["Ignored until you trust it:", ...settings];
  return [`${visibleText(file)} ${title}${whose}:`, ...lines, ...effects].join("\n");
}

/** Shows a person the content of a home of unknown origin, and asks. */
export async function agreeToHome(
  context: Pick<CommandContext, "terminal" | "signal">,
  home: string,
): Promise<boolean> {
  const question = "Use this home: its grants, schedules, servers, skills and tokens?";
  return confirm(context, question, await describeHome(home));
}

/** Lists the content of a home. */
export async function describeHome(home: string): Promise<string> {
  const names = (await readdir(home)).sort().map((name) => `  ${visibleText(name)}`);
  return [`${visibleText(home)} was not made here by your Dejima. It holds:`, ...names].join("\n");
}
