import type { ActiveSkill } from "../../contract/active-skill.ts";
import type { PermissionMode } from "../../contract/asking/permission-mode.ts";
import type { Harbour } from "../../execution/harbour.ts";
import type { RunHistory } from "../../execution/run/run-history.ts";
import type { Layer } from "../../policy/layer.ts";
import { modeLayer } from "../../policy/mode-layer.ts";
import { provenanceLayer } from "../../policy/provenance-layer.ts";
import type { RunRegistry } from "../storage/run-registry.ts";

/**
 * The layers of a run besides those of the config, from its log: its active skills, its outside content, and
 * its mode.
 */
export async function recordedLayers(
  runId: string,
  calls: {
    history(): Promise<Pick<RunHistory, "read">>;
    harbour(): Promise<Pick<Harbour, "workspace">>;
  },
  { boundLayers, mode }: Pick<RunRegistry, "boundLayers"> & { readonly mode: PermissionMode },
): Promise<Layer[]> {
  const active: ActiveSkill[] = [];
  const sources: string[] = [];
  let request = "";
  const [history, { workspace }] = await Promise.all([calls.history(), calls.harbour()]);
  for await (const record of history.read(runId)) {
    if (record.type === "turn-start") request = record.message;
    if (record.type === "taint-start") sources.push(record.source);
    if (record.type !== "skill-start") continue;
    const { skill: name, binds = "everything", round = 0 } = record;
    active.push({ name, binds, round, servers: false });
  }
  const skills = await boundLayers(active, request);
  return [
    ...skills,
    modeLayer(() => mode),
    provenanceLayer({ sources: () => sources, mayFollow: () => false, workspace }),
  ];
}
