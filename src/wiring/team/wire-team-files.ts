import { join } from "node:path";
import type { TeamVersion } from "../../contract/user/team.ts";
import type { SharedPackages } from "../../sources/mcp/package/package-store.ts";
import { type PinStore, pinOfPackage, pinSchema } from "../../sources/mcp/pin.ts";
import type { Store } from "../../store/store.ts";
import { once } from "../../support/once.ts";
import { opensItself } from "../../support/opens-itself.ts";
import type { Foundation } from "../foundation.ts";
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

const PINS = "mcp-pins";

/** Pins in the store, without versions. */
function storedPins(store: () => Promise<Store>): PinStore {
  const documents = async () => (await store()).documents;
  return {
    get: async (server) => (await documents()).get(PINS, server),
    put: async (server, pin) => (await documents()).put(PINS, server, pin),
    delete: async (server) => (await documents()).delete(PINS, server),
  };
}

/** Opens the pins of MCP servers. A pin that an update stored for a package takes effect once the config names that package. */
function openPins(stored: PinStore): PinStore {
  return {
    async get(server, integrity) {
      const key = integrity === undefined ? undefined : pinOfPackage(server, integrity);
      const next = key === undefined ? undefined : pinSchema.safeParse(await stored.get(key)).data;
      if (key === undefined || next === undefined) return stored.get(server);
      const note = { by: "dejima", change: `update ${server}` };
      await stored.put(server, next, note);
      await stored.delete(key, note);
      return next;
    },
    put: (...given) => stored.put(...given),
    delete: (...given) => stored.delete(...given),
  };
}
