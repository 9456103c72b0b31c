import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonSchema } from "../../src/contract/data/json-schema.ts";

/** The folder of the recorded suites, beside the checkout. */
export const DATA = fileURLToPath(new URL("../../../shared/data/agentdojo", import.meta.url));

/** One recorded call, with the key of its output. */
export interface RecordedCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly output: string;
}

/** A suite of AgentDojo as data: honest tasks, and what an obedient model does once it has read an injection. */
export interface Suite {
  readonly suite: string;
  readonly mark: string;
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly schema: JsonSchema;
  }[];
  readonly users: Readonly<
    Record<string, { readonly prompt: string; readonly calls: readonly RecordedCall[] }>
  >;
  readonly injections: Readonly<Record<string, { readonly goal: string }>>;
  readonly prefixes: Readonly<Record<string, { readonly calls: readonly RecordedCall[] }>>;
  readonly attacks: readonly {
    readonly user: string;
    readonly injection: string;
    readonly calls: readonly RecordedCall[];
  }[];
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** Every suite of a folder. Empty if the folder is not there. */
export function readSuites(folder: string = DATA): Suite[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
}
