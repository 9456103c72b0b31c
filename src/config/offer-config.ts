import { readFile, stat } from "node:fs/promises";
import { createTwoFilesPatch } from "diff";
import { type ConfigDoubt, judgeConfig } from "./judge-config.ts";
import type { EnvironmentVariables } from "./substitute-environment.ts";

/** A config as a person is shown it before they trust it. Exactly this text is recorded, whatever becomes of the file meanwhile. */
export interface ConfigOffer {
  readonly file: string;
  readonly text: string;
  /** The account that owns the file. */
  readonly owner: number;
  readonly doubt: ConfigDoubt | undefined;
  /** What changed since it was accepted, as a patch; all of it where nothing was. */
  readonly difference: string;
}

/** Reads a config for a person who shall decide about it. */
export async function offerConfig(file: string, variables: EnvironmentVariables): Promise<ConfigOffer> {
  const text = await readFile(file, "utf8");
  const { doubt, accepted = "" } = await judgeConfig(file, text, variables);
  const patch = createTwoFilesPatch("accepted", "now", accepted, text, undefined, undefined, { context: 2 });
  const difference = patch.split("\n").slice(3).join("\n").trimEnd();
  return { file, text, owner: (await stat(file)).uid, doubt, difference };
}
