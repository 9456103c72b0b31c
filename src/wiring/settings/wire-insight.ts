import type { PolicyInsight } from "../../execution/policy-insight.ts";
import type { ChangedFiles } from "../../execution/run/changes/changed-files.ts";
import { defined } from "../../support/defined.ts";
import { once } from "../../support/once.ts";
import { type Foundation, otherFiles } from "../foundation.ts";
import type { Runtime } from "../runtime-surface.ts";
import type { JudgedUnder, RunRegistry } from "../storage/run-registry.ts";
import type { CallServices } from "../storage/wire-harbour.ts";
import type { Storage } from "../storage/wire-storage.ts";
import { type Rules, ruleTest } from "./open-rules.ts";
import type { SettingServices } from "./wire-settings.ts";

interface InsightParts {
  readonly storage: Storage;
  readonly settings: SettingServices;
  readonly calls: CallServices;
  readonly runs: RunRegistry;
  ready(): Promise<void>;
}

/** What people can see of the policy: calls judged without being made, past calls, and the files that calls changed. */
interface Insight extends Pick<Runtime, "explain" | "preview"> {
  policy(): Promise<PolicyInsight>;
  /** The rules, with the test of a change on past calls. */
  rules(): Promise<Rules>;
  changedFiles(): Promise<ChangedFiles>;
}

/** Defers all of it until somebody looks. */
export function wireInsight({ layers, live }: Foundation, parts: InsightParts): Insight {
  const { storage, settings, calls, runs } = parts;
  const policy = once(async () =>
    (await import("../../execution/policy-insight.ts")).policyInsight(calls.world),
  );
  const previewing = once(() => import("../../execution/preview-call.ts"));

  /** The layers of a single run: its skills, its outside content and the mode of its conversation. */
  async function layersOf(run: string) {
    const { recordedLayers } = await import("./run-layers.ts");
    const turn = await (await storage.store()).conversations.turn(run);
    const { modeOf } = settings.ruleChanges.conversations;
    const mode = turn === undefined ? "act" : await modeOf(turn.conversationId);
    return recordedLayers(run, calls, { ...runs, mode });
  }

  async function judged(tool: string, input: unknown, { skills, run }: JudgedUnder = {}) {
    await parts.ready();
    const ofRun = run === undefined ? [] : await layersOf(run);
    const all = [...layers, ...(await runs.skillLayers(skills)), ...ofRun];
    return { tool, input, harbour: await calls.harbour(), layers: all, files: otherFiles(live.current()) };
  }

  const changedFiles = once(async () => {
    const { openChangedFiles } = await import("../../execution/run/changes/changed-files.ts");
    const { runsFolder, files, blobs } = await calls.harbour();
    return openChangedFiles({
      runsFolder,
      files,
      blobs,
      history: await calls.history(),
      async judgeRead(path) {
        const { explainCall } = await previewing.get();
        const { verdict, decided } = await explainCall(await judged("read_file", { path }));
        return { verdict, ...defined({ why: decided[0]?.message }) };
      },
    });
  });
  return {
    policy: policy.get,
    rules: async () => ({ ...(await settings.rules()), test: ruleTest(live.current, policy.get) }),
    changedFiles: changedFiles.get,
    explain: async (...call) => (await previewing.get()).explainCall(await judged(...call)),
    preview: async (...call) => (await previewing.get()).previewCall(await judged(...call)),
  };
}
