import { withoutServer } from "../../../config/edit-servers.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { RunCommand } from "../command.ts";
import { readServers, replaceConfig, serverFile } from "../mcp/server-file.ts";

/** `dejima mcp remove NAME` */
export const run: RunCommand = async (context, { arguments: [name = ""] }) => {
  const file = await serverFile(context);
  const text = withoutServer(await readServers(file), name);
  if (text === undefined)
    throw new DejimaError("not_found", `Cannot remove "${name}": ${file} names no such server`);
  const { mcp } = await context.runtime();
  await mcp.forget(name);
  await mcp.logout(name);
  await replaceConfig(context, file, text);
  context.output.data({ removed: name, file }, () => `Removed ${name} from ${file}.`);
  return 0;
};
