import { assertTeamText, newlyTrusted } from "../../config/places/team-config.ts";
import { DejimaError } from "../../contract/error.ts";
import type { ReloadReport } from "../../contract/setting.ts";
import type {
  TeamChange,
  TeamConfigChange,
  TeamConfigService,
  TeamDifferences,
  TeamDocument,
  TeamVersion,
} from "../../contract/user/team.ts";
import type { VersionTable } from "../../store/shared-store.ts";
import { defined } from "../../support/defined.ts";
import { parseJson } from "../../support/json.ts";
import type { Foundation } from "../foundation.ts";

/** The maximum number of attempts if several machines change the config at once. */
const MAX_TRIES = 10;

/** The command that lists the versions of a document. */
const HISTORY: Readonly<Record<TeamDocument, string>> = {
  config: "dejima config history",
  skills: "dejima skill history",
  tools: "dejima tool history",
  pins: "dejima mcp history",
  packages: "GET /api/config/team/versions?of=packages",
};

interface TeamConfigParts {
  /** The documents that the team shares. */
  readonly documents: readonly TeamDocument[];
  versions(): Promise<VersionTable>;
  /** Applies the latest version in this process. */
  sync(): Promise<ReloadReport | undefined>;
  /** Applies the other documents here: skills, tool files, and the accepted pins of servers. */
  syncShared(): Promise<void>;
  /** Records a change in the harbour log. */
  recordChange(version: TeamVersion): Promise<void>;
}

/** Opens the shared documents of a team for doors. */
export function openTeamConfig(
  { live, variables, layersUnder }: Pick<Foundation, "live" | "variables" | "layersUnder">,
  { documents, versions, sync, syncShared, recordChange }: TeamConfigParts,
): TeamConfigService {
  async function versionOf(number: number, name: TeamDocument = "config"): Promise<TeamVersion> {
    const found = await (await versions()).get(name, number);
    if (found !== undefined) return found;
    throw new DejimaError(
      "not_found",
      `Cannot find version ${number} of the team's ${name}. \`${HISTORY[name]}\` lists them`,
    );
  }

  async function add(edit: (text: string) => string, { by, change, after }: TeamChange) {
    const table = await versions();
    const latest = await table.latest("config");
    const number = latest?.number ?? 0;
    const text = edit(latest?.text ?? "");
    if (latest !== undefined && text === latest.text) return { version: latest, isNew: false };
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
    documents: async () => documents,
    current: async () => (await versions()).latest("config"),
    version: versionOf,
    async differences(number, of = "config") {
      const table = await versions();
      const [found, latest] = await Promise.all([versionOf(number, of), table.latest(of)]);
      const before = number === 1 ? undefined : await versionOf(number - 1, of);
      return differencesOf(found, { before, latest });
    },
    history: async ({ of = "config", ...page }) => (await versions()).list(of, page),
    change,
    async rollBack(number, { by, of = "config", atMachine = true }) {
      const { text } = await versionOf(number, of);
      const words = `roll back to version ${number}`;
      if (!atMachine && of === "tools") throw onlyAtMachine(number, of, "runs code inside Dejima");
      if (of === "config") {
        const edit = (current: string) => {
          const trusted = atMachine ? [] : newlyTrusted(current, text, variables);
          if (trusted.length > 0)
            throw onlyAtMachine(number, of, `runs ${trusted.join(", ")} outside the sandbox`);
          return text;
        };
        return change(edit, { by, change: words });
      }
      const table = await versions();
      const after = await table.latestNumber(of);
      const version = await table.add({ name: of, text, by, change: words }, { after });
      await syncShared();
      await recordChange(version);
      return { version };
    },
  };
}

function onlyAtMachine(number: number, of: TeamDocument, why: string): DejimaError {
  const command = HISTORY[of].replace("history", "rollback");
  return new DejimaError(
    "tool_not_allowed",
    `Cannot restore version ${number} of the team's ${of} from here: it ${why}, which only a person at a machine can allow. Run \`${command} ${number}\` there`,
    { version: number },
  );
}

async function differencesOf(
  version: TeamVersion,
  { before, latest }: { before: TeamVersion | undefined; latest: TeamVersion | undefined },
): Promise<TeamDifferences> {
  const { createTwoFilesPatch } = await import("diff");
  const patch = (from: TeamVersion | undefined, to: TeamVersion) => {
    const [old, now] = [from === undefined ? "" : readable(from), readable(to)];
    if (old === now) return "";
    const whole = createTwoFilesPatch("before", "after", old, now, undefined, undefined, { context: 2 });
    return whole.split("\n").slice(3).join("\n").trimEnd();
  };
  return { changed: patch(before, version), restoring: patch(latest, version) };
}

/** Documents other than the config are JSON on one line. */
function readable({ name, text }: TeamVersion): string {
  return name === "config" ? text : `${JSON.stringify(parseJson(text), null, 2)}\n`;
}
