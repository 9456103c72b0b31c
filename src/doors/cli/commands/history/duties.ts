import { z } from "zod";
import { RISKS } from "../../../../contract/tool.ts";
import type { CommandContext } from "../../command.ts";
import { defineCommand } from "../../define-command.ts";
import { EVERYWHERE } from "../../input/fields.ts";
import type { Say } from "../../words/say.ts";

const risk = z.enum(RISKS, `there are ${RISKS.join(", ")}`);
type Risk = z.output<typeof risk>;

const duties = defineCommand({
  path: ["approvals", "duties"],
  summary: "Require approval by someone other than the requester, by risk: show it, turn it on or off",
  input: z.object({
    switch: z.enum(["on", "off"], "write on or off").optional(),
    risks: z.array(risk).default([]),
    user: EVERYWHERE,
  }),
  arguments: ["switch", "risks"],
  examples: [
    "dejima approvals duties",
    "dejima approvals duties on",
    "dejima approvals duties on medium high",
    "dejima approvals duties off",
  ],
  async run(context, { switch: to, risks, user }) {
    const { rules } = await context.runtime();
    const held = await rules.duties();
    if (to === undefined) {
      context.output.data(held, () => describe(held.byOthers, context.output.say));
      return 0;
    }
    // Without named risks, `on` means high risk and `off` means all risks.
    const named: readonly Risk[] = risks.length > 0 ? risks : to === "on" ? ["high"] : RISKS;
    const change = (before: readonly Risk[]) =>
      RISKS.filter((one) => (named.includes(one) ? to === "on" : before.includes(one)));
    const file = user ? await changeOwn(context, change(held.demanded)) : undefined;
    const now = user ? undefined : await rules.setDuties(change(held.byOthers));
    const byOthers = now?.byOthers ?? change(held.demanded);
    const where = file ?? now?.file;
    context.output.data(
      { byOthers, file: where },
      () => context.output.say`${describe(byOthers, context.output.say)} Kept in ${where ?? ""}.`,
    );
    const stays = to === "off" && !user ? held.demanded.filter((one) => named.includes(one)) : [];
    if (stays.length > 0)
      context.output.note(
        context.output
          .say`Your own config demands it for ${stays.join(", ")} in every folder: dejima approvals duties off ${stays.join(" ")} --user`,
      );
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [duties];

function describe(risks: readonly Risk[], say: Say): string {
  return risks.length === 0
    ? say("Everybody can approve the calls that they asked for.")
    : say`Calls of ${risks.map(say.value).join(say(" and "))} risk need approval by someone else: the requester can only deny them.`;
}

async function changeOwn({ variables }: CommandContext, risks: readonly Risk[]): Promise<string> {
  const [{ changeUserConfig }, { withDuties }] = await Promise.all([
    import("../../../../config/places/user-config.ts"),
    import("../../../../config/edit/edit-servers.ts"),
  ]);
  return changeUserConfig(variables, (text) => withDuties(text, risks));
}
