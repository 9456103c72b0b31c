import type { ConfigOffer } from "../../config/offer-config.ts";
import { visibleText } from "../../text/visible-text.ts";
import type { CommandContext } from "./command.ts";
import { confirm } from "./terminal/confirm.ts";

/** Shows a person what they would accept, and asks. */
export async function agreeToConfig(
  context: Pick<CommandContext, "terminal" | "signal">,
  { file, owner, doubt, difference }: Omit<ConfigOffer, "text">,
): Promise<boolean> {
  const title = doubt === "changed" ? "changed since you trusted it" : "is new to you";
  const whose = process.getuid?.() === owner ? "" : ` and belongs to account ${owner}`;
  const lines = difference.split("\n").map((line) => visibleText(line));
  const text = [`${visibleText(file)} ${title}${whose}:`, ...lines].join("\n");
  return confirm(context, "Trust this config: its rules, servers and addresses?", text);
}
