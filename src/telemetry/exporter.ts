import { setTimeout as delay } from "node:timers/promises";
import { DejimaError } from "../contract/error.ts";

/** The timeout of a collector. */
export const EXPORT_TIMEOUT_MS = 2_000;

/** Where spans or metrics are exported to. */
export interface ExporterOptions {
  /** The URL of the OTLP/HTTP endpoint, with its path. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly version: string;
}

/** The resource attributes of every span and metric. */
export function resourceAttributes(version: string) {
  return { "service.name": "dejima", "service.version": version };
}

/** A collector that does not answer must not keep a server from closing. */
export async function closeInTime(shutdown: () => Promise<void>): Promise<void> {
  await Promise.race([shutdown().catch(() => {}), delay(EXPORT_TIMEOUT_MS, undefined, { ref: false })]);
}

/** Loads parts of the OpenTelemetry SDK, which an embedding program installs itself. */
export async function loadSdk<Parts>(load: () => Promise<Parts>, packages: string): Promise<Parts> {
  try {
    return await load();
  } catch (cause) {
    throw new DejimaError(
      "server_unavailable",
      `Cannot send telemetry: install ${packages}, or leave telemetry.endpoint and telemetry.metrics out`,
      {},
      { cause },
    );
  }
}
