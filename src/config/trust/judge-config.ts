import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { defined } from "../../support/defined.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import type { EnvironmentVariables } from "../substitute-environment.ts";
import { trustRecord } from "./trust-record.ts";

/** `new`: not accepted yet. `changed`: the text differs from the accepted one. `owner`: it belongs to another account. */
export type ConfigDoubt = "new" | "changed" | "owner";

/** Whether the user has accepted exactly this text. If not, the reason and the last accepted text. */
export async function judgeConfig(
  file: string,
  text: string,
  variables: EnvironmentVariables,
): Promise<{ doubt?: ConfigDoubt; accepted?: string }> {
  const entry = await trustRecord(variables).find(file);
  const { uid } = await stat(file);
  if (entry === undefined) return { doubt: (await isOwn(file, uid)) ? "new" : "owner" };
  const accepted = defined({ accepted: entry.text });
  if (entry.owner !== uid) return { doubt: "owner", ...accepted };
  return entry.sha256 === sha256(text) ? {} : { doubt: "changed", ...accepted };
}

async function isOwn(file: string, uid: number): Promise<boolean> {
  const user = process.getuid?.();
  return user === undefined || (uid === user && (await stat(dirname(file))).uid === user);
}
