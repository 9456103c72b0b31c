import { DejimaError } from "../../contract/error.ts";
import type { VerdictKind } from "../../contract/verdict.ts";
import type { CommandContext } from "./command.ts";
import { configEditor } from "./config-editor.ts";

const LISTS = { allow: "safe", ask: "confirm", deny: "deny" } as const;

/** Adds a rule to the user's own config or removes it. */
export async function changeOwnRule(
  { variables, output, settings, runtime }: CommandContext,
  rule: string,
  verdict: VerdictKind | undefined,
): Promise<number> {
  const permissions = (await settings()).user?.permissions;
  const known = permissions !== undefined && Object.values(permissions).some((list) => list.includes(rule));
  if (verdict === undefined && !known)
    throw new DejimaError(
      "not_found",
      `Cannot remove "${rule}": your own config has no rule with this text. \`dejima policy list\` shows them`,
    );
  // Never write a rule that cannot be parsed.
  await (await runtime()).rules.test({ rule, verdict }, { runs: 1 });
  const [{ changeUserConfig }, { withRule }] = await Promise.all([
    import("../../config/places/user-config.ts"),
    import("../../config/edit/edit-servers.ts"),
  ]);
  const list = verdict === undefined ? undefined : LISTS[verdict];
  const file = await changeUserConfig(variables, (text) => withRule(text, rule, list));
  output.data({ rule, effect: verdict ?? null, file }, () =>
    verdict === undefined
      ? output.say`Removed ${rule} from ${file}.`
      : output.say`${rule}: ${output.say.value(verdict)}, in every folder, by ${file}.\nTo take it back: dejima policy forget '${rule}' --user`,
  );
  return 0;
}

/** Adds a rule to the config of the team or removes it. */
export async function changeTeamRule(
  context: CommandContext,
  rule: string,
  verdict: VerdictKind | undefined,
): Promise<number> {
  const { editConfig, chosenConfigFile, withRule } = await configEditor();
  const file = await chosenConfigFile(context, { team: true });
  const list = verdict === undefined ? undefined : LISTS[verdict];
  const edit = (text: string) => {
    const next = withRule(text, rule, list);
    if (next !== text || verdict !== undefined) return next;
    throw new DejimaError("not_found", `Cannot remove "${rule}": the team's config has no such rule`);
  };
  await editConfig(context, file, { edit, change: `policy ${verdict ?? "forget"} ${rule}` });
  const { output } = context;
  output.data({ rule, effect: verdict ?? null, file }, () =>
    verdict === undefined
      ? output.say`Removed ${rule} from ${file}.`
      : output.say`${rule}: ${output.say.value(verdict)}, at every machine of the team.\nTo take it back: dejima policy forget '${rule}' --team`,
  );
  return 0;
}
