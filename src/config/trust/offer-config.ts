import { stat } from "node:fs/promises";
import { createTwoFilesPatch } from "diff";
import { readConfigText } from "../places/read-plain-file.ts";
import type { EnvironmentVariables } from "../substitute-environment.ts";
import { type ConfigDoubt, judgeConfig } from "./judge-config.ts";

/** A config as shown to a person before they trust it. Exactly this text is recorded, even if the file changes meanwhile. */
export interface ConfigOffer {
  readonly file: string;
  readonly text: string;
  /** The account that owns the file. */
  readonly owner: number;
  readonly doubt: ConfigDoubt | undefined;
  /** The changes since it was accepted, as a patch. The whole text if it never was. */
  readonly difference: string;
}

/** Reads a config for a person who decides whether to trust it. */
export async function offerConfig(file: string, variables: EnvironmentVariables): Promise<ConfigOffer> {
  const text = readConfigText(file);
  const { doubt, accepted = "" } = await judgeConfig(file, text, variables);
  const patch = createTwoFilesPatch("accepted", "now", accepted, text, undefined, undefined, { context: 2 });
  const difference = patch.split("\n").slice(3).join("\n").trimEnd();
  return { file, text, owner: (await stat(file)).uid, doubt, difference };
}
