import type { SetApartFiles } from "../../contract/asking/set-apart.ts";
import type { FileGuard } from "../../contract/data/file-guard.ts";
import type { ToolSpending } from "../../contract/figures/tool-spend.ts";
import type { RuleChanges } from "../../execution/asking/switches.ts";
import type { Harbour } from "../../execution/harbour.ts";
import type { RunHistory } from "../../execution/run/run-history.ts";
import { type HttpClient, lazyClient } from "../../network/http-client.ts";
import { once } from "../../support/once.ts";
import { VERSION } from "../../version.ts";
import type { VaultServices } from "../containment/wire-vault.ts";
import type { Foundation } from "../foundation.ts";
import type { OpenRuns } from "./run-registry.ts";
import type { Blobs } from "./wire-blobs.ts";
import type { Storage } from "./wire-storage.ts";

/** Where calls run and are recorded. */
export interface CallServices {
  /** The guarded client. Requests made for a call are recorded in the log of the call's run. */
  readonly client: HttpClient;
  world(): Promise<{
    readonly harbour: Harbour;
    readonly history: RunHistory;
    readonly setApart: SetApartFiles;
    /** Redacts a secret from now on. */
    learnSecret(secret: string): void;
  }>;
  /** Whether the world is open, or opening. */
  readonly isOpen: boolean;
  harbour(): Promise<Harbour>;
  history(): Promise<RunHistory>;
  files(): Promise<FileGuard>;
  /** A text without the known secrets. */
  redact(text: string): Promise<string>;
  /** Starts exporting traces if the config asks for them. */
  traces(): Promise<unknown>;
}

/** Settings that every run reads when it begins. */
const LIMITS = [
  "tools.timeout",
  "tools.networkTimeout",
  "tools.maxInput",
  "tools.maxOutput",
  "tools.maxConcurrent",
] as const;

/** Defers what the first call needs and a look at the catalogue does not. */
export function wireHarbour(
  base: Foundation,
  storage: Storage,
  {
    openRuns,
    rules,
    vault,
    blobs,
    spending,
  }: {
    readonly openRuns: OpenRuns;
    readonly rules: RuleChanges;
    readonly vault: VaultServices;
    readonly blobs: Blobs;
    readonly spending: ToolSpending;
  },
): CallServices {
  const { settings, options, live, outside, closing } = base;
  live.follow(LIMITS, () => {});
  // Read with each answer.
  live.follow(["approvals.byOthers"], () => {});
  const client = lazyClient(async () =>
    (await import("../containment/open-network.ts")).openNetwork(outside, openRuns.get, vault),
  );
  const world = once(async () => {
    const { openHarbour } = await import("./open-harbour.ts");
    const { onNotice, editorText } = options;
    const secretValues = await vault.values();
    return openHarbour({
      ...base,
      ...storage,
      client,
      blobs: blobs.open,
      run: openRuns.get,
      rules,
      spending,
      secretValues,
      onNotice,
      editorText,
    });
  });
  vault.onValue(async (value) => (await world.get()).learnSecret(value));
  closing(world, async ({ harbour: { heads, logs } }) => {
    await heads.done();
    await logs.close();
  });
  const traces = once(() => openTraces(base));
  closing(traces, (end) => end?.());
  const harbour = async () => (await world.get()).harbour;
  return {
    client,
    world: world.get,
    get isOpen() {
      return world.made !== undefined;
    },
    harbour,
    history: async () => (await world.get()).history,
    files: async () => (await harbour()).files,
    redact: async (text) => (await harbour()).redactor.text(text),
    traces: traces.get,
  };

  /** If traces cannot be exported, runs continue without them. */
  async function openTraces({ bus, onFault }: Foundation): Promise<(() => Promise<void>) | undefined> {
    const { endpoint, metrics } = settings.config.telemetry;
    if (endpoint === undefined && metrics === undefined) return undefined;
    const { openTelemetry } = await import("../../telemetry/open-telemetry.ts");
    try {
      return await openTelemetry({ ...settings.config.telemetry, version: VERSION }, bus.subscribe);
    } catch (error) {
      onFault(error);
      return undefined;
    }
  }
}
