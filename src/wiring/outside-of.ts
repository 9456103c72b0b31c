import { resolve } from "node:path";
import type { Settings } from "../config/load-config.ts";
import { globalLayer } from "../policy/global-layer.ts";
import { createListeners } from "../support/listeners.ts";
import { truePath } from "../support/true-path.ts";
import { createOutside, type Outside } from "./outside.ts";

/** The rules of the ways out for settings alone, where there is no runtime. */
export function outsideOf({ config, base, lineOf }: Settings): Outside {
  const workspace = truePath(resolve(base, config.workspace));
  const layers = [globalLayer(config.permissions, { base: workspace, truePath, lineOf })];
  return createOutside(config.network, { listeners: createListeners(), layers });
}
