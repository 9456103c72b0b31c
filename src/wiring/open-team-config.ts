import { assertTeamText } from "../config/team-config.ts";
import { DejimaError } from "../contract/error.ts";
import type { ReloadReport } from "../contract/reload.ts";
import type {
  TeamChange,
  TeamConfigChange,
  TeamConfigService,
  TeamDocument,
  TeamVersion,
} from "../contract/team.ts";
import type { VersionTable } from "../store/shared-store.ts";
import { defined } from "../support/defined.ts";
import type { Foundation } from "./foundation.ts";

/** How often a machine retries if several change the config at once. */
const MAX_TRIES = 10;

interface TeamConfigParts {
  versions(): Promise<VersionTable>;
  /** Applies the latest version in this process. */
  sync(): Promise<ReloadReport | undefined>;
  /** Installs the team's skills here. */
  syncSkills(): Promise<void>;
  /** Records a change in the harbour log. */
  recordChange(version: TeamVersion): Promise<void>;
}

/** Opens the config of a team for doors. */
export function openTeamConfig(
  { live, variables, layersUnder }: Pick<Foundation, "live" | "variables" | "layersUnder">,
  { versions, sync, syncSkills, recordChange }: TeamConfigParts,
): TeamConfigService {
  async function versionOf(number: number, name: TeamDocument = "config"): Promise<TeamVersion> {
    const found = await (await versions()).get(name, number);
    if (found !== undefined) return found;
    const command = name === "config" ? "dejima config history" : "dejima skill history";
    throw new DejimaError(
      "not_found",
      `Cannot find version ${number} of the team's ${name}. \`${command}\` lists them`,
    );
  }

  async function add(edit: (text: string) => string, { by, change, after }: TeamChange) {
    const table = await versions();
    const held = await table.latest("config");
    const number = held?.number ?? 0;
    const text = edit(held?.text ?? "");
    if (held !== undefined && text === held.text) return { version: held, isNew: false };
    const team = assertTeamText(text, number + 1, variables);
    // Rules that cannot be parsed throw here, before any machine uses them.
    layersUnder({ ...live.current(), team });
    const version = await table.add({ name: "config", text, by, change }, { after: after ?? number });
    return { version, isNew: true };
  }

  async function change(edit: (text: string) => string, asked: TeamChange): Promise<TeamConfigChange> {
    for (let tries = 1; ; tries++) {
      try {
        const { version, isNew } = await add(edit, asked);
        const report = await sync();
        if (isNew) await recordChange(version);
        return { version, ...defined({ report }) };
      } catch (error) {
        const again = error instanceof DejimaError && error.code === "conflict" && asked.after === undefined;
        if (!again || tries === MAX_TRIES) throw error;
      }
    }
  }

  return {
    current: async () => (await versions()).latest("config"),
    version: (number) => versionOf(number),
    history: async ({ of = "config", ...page }) => (await versions()).list(of, page),
    change,
    async rollBack(number, { by }) {
      const { text } = await versionOf(number);
      return change(() => text, { by, change: `roll back to version ${number}` });
    },
    async rollBackSkills(number, { by }) {
      const { text } = await versionOf(number, "skills");
      const table = await versions();
      const after = await table.latestNumber("skills");
      const words = `roll back to version ${number}`;
      const added = await table.add({ name: "skills", text, by, change: words }, { after });
      await syncSkills();
      await recordChange(added);
      return added;
    },
  };
}
