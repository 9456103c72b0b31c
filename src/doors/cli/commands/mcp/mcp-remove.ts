import { z } from "zod";
import { DejimaError } from "../../../../contract/error.ts";
import { serverPrefix } from "../../../../contract/tool-family.ts";
import type { Runtime } from "../../../../runtime.ts";
import type { CommandContext } from "../../command.ts";
import { configEditor } from "../../config-editor.ts";
import { defineCommand } from "../../define-command.ts";
import { EVERYWHERE, flag, TEAM } from "../../input/fields.ts";
import { confirm } from "../../terminal/confirm.ts";

const mcpRemove = defineCommand({
  path: ["mcp", "remove"],
  summary: "Remove an MCP server from the config, with what you accepted for it",
  input: z.object({
    name: z.string(),
    rules: flag("remove the rules of its tools as well; without it you are asked on a terminal"),
    user: EVERYWHERE,
    team: TEAM,
  }),
  arguments: ["name"],
  examples: ["dejima mcp remove memory", "dejima mcp remove memory --rules"],
  async run(context, { name, rules: withRules, user, team }) {
    const { withoutServer, readConfigText, editConfig, chosenConfigFile } = await configEditor();
    const file = await chosenConfigFile(context, { user, team });
    if (withoutServer(await readConfigText(context, file), name) === undefined)
      throw await notInFile(context, name, file);
    const { mcp, rules } = await context.runtime();
    const left = await rulesOfServer(rules, name);
    await mcp.forget(name);
    await mcp.logout(name, "everyone");
    const edit = (text: string) => withoutServer(text, name) ?? text;
    await editConfig(context, file, { edit, change: `mcp remove ${name}` });
    const { output } = context;
    const removes = left.length > 0 && (withRules || (await asksForRules(context, name, left)));
    if (removes) for (const rule of left) await rules.set({ rule });
    const removed = { removed: name, file, rules: left, rulesRemoved: removes };
    output.data(removed, () =>
      removes
        ? output.say`Removed ${name} from ${file}, with ${left.join(", ")}.`
        : output.say`Removed ${name} from ${file}.`,
    );
    if (left.length > 0 && !removes)
      output.note(
        output.say`Rules of its tools stay: ${left.join(", ")}. To remove one: dejima policy forget '${left[0] ?? ""}'`,
      );
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [mcpRemove];

/** Points to the user's other config if that one names the server. */
async function notInFile(context: CommandContext, name: string, file: string): Promise<DejimaError> {
  const { user } = await context.settings();
  const isElsewhere = user !== undefined && file !== user.file && Object.hasOwn(user.config.mcpServers, name);
  const where = isElsewhere ? `. Your own config ${user.file} does: add --user` : "";
  return new DejimaError("not_found", `Cannot remove "${name}": ${file} does not name this server${where}`);
}

/** The rules about the tools of one server. */
async function rulesOfServer(rules: Runtime["rules"], server: string): Promise<string[]> {
  const { allow, ask, deny } = await rules.list();
  return [...allow, ...ask, ...deny].filter((rule) => rule.startsWith(serverPrefix(server)));
}

async function asksForRules(
  context: CommandContext,
  name: string,
  rules: readonly string[],
): Promise<boolean> {
  if (!context.interactive) return false;
  return confirm(
    context,
    context.output.say("Remove these rules as well?"),
    context.output.say`Rules of the tools of ${name}: ${rules.join(", ")}`,
  );
}
