import { findTools } from "../../find/find-tools.ts";
import type { Finder } from "../../find/finder.ts";
import { once } from "../../support/once.ts";
import type { Programs } from "../containment/wire-programs.ts";
import type { Foundation } from "../foundation.ts";
import type { ServerConfig } from "../servers/open-server-config.ts";
import type { ConfigWriter } from "../settings/config-writer.ts";
import type { Storage } from "../storage/wire-storage.ts";
import type { TeamFiles } from "../team/wire-team-files.ts";
import type { Catalogue } from "./wire-search.ts";
import type { ToolSources } from "./wire-tools.ts";

interface FinderParts {
  readonly storage: Storage;
  readonly programs: Programs;
  readonly catalogue: Catalogue;
  readonly teamFiles: TeamFiles;
  readonly tools: ToolSources;
  writer(): Promise<ConfigWriter>;
}

/** What adds tools to a runtime, and takes them away again. */
interface WiredFinder {
  finder(): Promise<Finder>;
  serverConfig(): Promise<ServerConfig>;
}

/** Registers the tools that find others, and defers the registries and trials behind them. */
export function wireFinder(base: Foundation, parts: FinderParts): WiredFinder {
  const { variables, outside, registry, live, closing } = base;
  const { programs, catalogue } = parts;
  const { mcp } = parts.tools;
  const settings = live.current;
  const serverConfig = once(async () => {
    const { openServerConfig } = await import("../servers/open-server-config.ts");
    return openServerConfig({ variables, settings, writer: await parts.writer(), mcp });
  });
  const finder = once(async () =>
    (await import("./open-find.ts")).openFind({
      variables,
      outside,
      registry,
      settings,
      store: parts.storage.store,
      embedders: catalogue.embedders,
      skills: catalogue.skills,
      sandbox: programs.sandbox,
      pins: parts.teamFiles.pins,
      mcp,
      tryServer: async (trial) => (await mcp()).tryServer(trial),
      serverConfig: serverConfig.get,
    }),
  );
  closing(finder, (own) => own.close());
  registry.registerMany(findTools(finder.get));
  return { finder: finder.get, serverConfig: serverConfig.get };
}
