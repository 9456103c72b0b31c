import { userInfo } from "node:os";
import type { RunCommand } from "../command.ts";

/** `dejima grants revoke ID` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [id = ""] }) => {
  const grant = await (await runtime()).grants.revoke(id, userInfo().username);
  output.data(grant, () => `${grant.id} is ${grant.status}; it was used ${grant.uses} times`);
  return 0;
};
