import { z } from "zod";
import { localTime } from "../../../../contract/words/local-time.ts";
import { accountName } from "../../../../support/process/account.ts";
import { visibleText } from "../../../../text/visible-text.ts";
import { defineCommand } from "../../define-command.ts";
import { personName } from "../../describe/describe-record.ts";
import { flag } from "../../input/fields.ts";

const grantsList = defineCommand({
  path: ["grants", "list"],
  group: "List and revoke grants",
  summary: "List grants: approvals that cover more than one call",
  input: z.object({
    all: flag("also those that are used up, revoked or over"),
  }),
  examples: ["dejima grants list", "dejima grants list --all --json"],
  async run({ runtime, output }, options) {
    const grants = await (await runtime()).grants.list(options.all ? {} : { status: "active" });
    output.data(grants, () =>
      grants.length === 0
        ? output.say("No grants. A person may give one with `dejima approvals approve ID --grant …`.")
        : output.table([
            output.headings("ID", "STATUS", "USES", "UNTIL", "BY", "COVERS"),
            ...grants.map(({ id, status, uses, by, terms }) => [
              id,
              output.say.value(status),
              `${uses}/${terms.maxUses}`,
              localTime(terms.expiresAt),
              personName(by, output.say),
              visibleText(
                `${terms.tool} ${terms.allows.map(({ kind, match, value }) => `${kind} ${value}${match === "under" ? "/**" : ""}`).join(", ")}${terms.runId === undefined ? "" : output.say` in run ${terms.runId}`}`,
              ),
            ]),
          ]),
    );
    return 0;
  },
});

const grantsRevoke = defineCommand({
  path: ["grants", "revoke"],
  summary: "Revoke a grant",
  input: z.object({
    id: z.string(),
  }),
  arguments: ["id"],
  examples: ["dejima grants revoke tazuko-run"],
  async run({ runtime, output }, { id }) {
    const grant = await (await runtime()).grants.revoke(id, accountName());
    output.data(
      grant,
      () => output.say`${grant.id}: ${output.say.value(grant.status)}; used ${grant.uses} times`,
    );
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [grantsList, grantsRevoke];
