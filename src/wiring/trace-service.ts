import type { Config } from "../config/config-schema.ts";
import type { Listener } from "../execution/event-bus.ts";
import { type Once, once } from "../support/once.ts";
import { VERSION } from "../version.ts";

/** The traces of a runtime, where the config wants them: opened before the first run. Who cannot send them works without. */
export function lazyTraces(
  { endpoint, headers, content }: Config["telemetry"],
  {
    subscribe,
    onFault,
  }: {
    subscribe(listener: Listener): () => void;
    readonly onFault: ((error: unknown) => void) | undefined;
  },
): Once<(() => Promise<void>) | undefined> {
  return once(async () => {
    if (endpoint === undefined) return undefined;
    const { openTelemetry } = await import("../telemetry/open-telemetry.ts");
    try {
      return await openTelemetry({ endpoint, headers, content, version: VERSION }, subscribe);
    } catch (error) {
      onFault?.(error);
      return undefined;
    }
  });
}
