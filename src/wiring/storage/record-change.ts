import type { TeamVersion } from "../../contract/user/team.ts";
import type { OpenRun } from "../../execution/run/run-surface.ts";
import type { SecretChange } from "../../vault/vault.ts";
import type { RunOverrides } from "./run-registry.ts";

type OpenRecord = (options: RunOverrides) => Promise<OpenRun>;

/** Records changes that people make outside of conversations in the harbour log, each in a separate run. */
interface ChangeRecords {
  secret(change: SecretChange): Promise<void>;
  team(version: TeamVersion): Promise<void>;
  /** Sets how runs are opened. Nothing can change before that. */
  recordIn(open: OpenRecord): void;
}

/** Created first, because secrets and the team's settings come before the runs that their changes are recorded in. */
export function createChangeRecords(): ChangeRecords {
  let open: OpenRecord = () => Promise.reject(new Error("a change came before runs could be opened"));
  const at = () => new Date().toISOString();
  return {
    async secret({ name, change, by }) {
      const run = await open({ title: "Secrets", mode: "unattended" });
      run.record({ type: "secret-change", runId: run.id, at: at(), name, change, by });
      await run.end("done");
    },
    async team({ name: what, number: version, sha256, change, by }) {
      const run = await open({ title: "Team settings", mode: "unattended" });
      run.record({ type: "team-change", runId: run.id, at: at(), what, version, sha256, change, by });
      await run.end("done");
    },
    recordIn(opener) {
      open = opener;
    },
  };
}
