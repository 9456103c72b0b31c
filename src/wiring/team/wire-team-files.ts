import { join } from "node:path";
import type { TeamVersion } from "../../contract/user/team.ts";
import type { SharedPackages } from "../../sources/mcp/package/package-store.ts";
import type { PinStore } from "../../sources/mcp/pin.ts";
import { once } from "../../support/once.ts";
import { opensItself } from "../../support/opens-itself.ts";
import type { Foundation } from "../foundation.ts";
import { openPins, storedPins } from "../servers/open-pins.ts";
import type { Blobs } from "../storage/wire-blobs.ts";
import { type Storage, sharedOf } from "../storage/wire-storage.ts";
import type { TeamPins } from "./team-pins.ts";
import type { TeamTools } from "./team-tools.ts";

/**
 * The files that the machines of a team share through the blob store, except skills. Without a team or a blob store: the pins of
 * the store.
 */
export interface TeamFiles {
  /** The accepted pins of MCP servers. */
  readonly pins: PinStore & Partial<Pick<TeamPins, "number">>;
  /** The fetched packages of MCP servers. */
  readonly packages?: SharedPackages;
  /** Tool files that run inside Dejima. */
  readonly tools?: TeamTools;
}

/** Creates the shared files. Opens each on first use. */
export function wireTeamFiles(
  { settings }: Foundation,
  { store }: Storage,
  {
    blobs,
    recordChange,
  }: { readonly blobs: Blobs["open"]; recordChange(version: TeamVersion): Promise<void> },
): TeamFiles {
  const { config, home } = settings;
  if (config.runs !== "workers" || blobs === undefined) return { pins: openPins(storedPins(store)) };
  const versions = async () => sharedOf(await store()).versions;
  const shared = { versions, blobs, recordChange };
  const pins = once(async () => {
    const { teamPins } = await import("./team-pins.ts");
    return teamPins({ ...shared, folder: join(home, "team-pins"), before: storedPins(store) });
  });
  const versioned = opensItself(pins.get);
  const packages = once(async () => (await import("./team-packages.ts")).teamPackages(shared));
  const tools = once(async () => {
    const { teamTools } = await import("./team-tools.ts");
    return teamTools({ ...shared, folder: join(home, "team-tools") });
  });
  return {
    pins: { ...openPins(versioned), number: () => versioned.number() },
    packages: opensItself(packages.get),
    tools: opensItself(tools.get),
  };
}
