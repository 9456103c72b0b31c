import type { TeamVersion } from "../../contract/user/team.ts";
import type { OpenRun } from "../../execution/run/run-surface.ts";
import type { SecretChange } from "../../vault/vault.ts";
import type { RunOverrides } from "./run-registry.ts";

/** Records changes that people make outside of conversations in the harbour log, each in a run of its own. */
export function changeRecorder(open: (options: RunOverrides) => Promise<OpenRun>) {
  const about = () => ({ at: new Date().toISOString() });
  return {
    async secret({ name, change, by }: SecretChange): Promise<void> {
      const run = await open({ title: "Secrets", mode: "unattended" });
      run.record({ type: "secret-change", runId: run.id, ...about(), name, change, by });
      await run.end("done");
    },
    async team({ name: what, number: version, sha256, change, by }: TeamVersion): Promise<void> {
      const run = await open({ title: "Team settings", mode: "unattended" });
      run.record({ type: "team-change", runId: run.id, ...about(), what, version, sha256, change, by });
      await run.end("done");
    },
  };
}
