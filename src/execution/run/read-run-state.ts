import { join } from "node:path";
import { type Artifact, artifactSchema } from "../../contract/artifact.ts";
import { readLog } from "../log/read-log.ts";

/** What the log of an interrupted run says of how far it came. */
interface RunState {
  readonly calls: number;
  /** The hash that was announced with each question, by its id. */
  readonly announced: ReadonlyMap<string, string>;
  readonly answered: ReadonlySet<string>;
  /** Where untrusted content came from that has entered it. */
  readonly sources: readonly string[];
  /** The files that it has made for its user. */
  readonly artifacts: readonly Artifact[];
}

/** Reads where a run stood when its process went. */
export async function readRunState(folder: string): Promise<RunState> {
  let calls = 0;
  const announced = new Map<string, string>();
  const answered = new Set<string>();
  const sources: string[] = [];
  const artifacts: Artifact[] = [];
  for await (const record of readLog(join(folder, "events.jsonl"))) {
    if (record.type === "call-start") calls = Math.max(calls, Number(record.callId.split(".").at(-1)));
    if (record.type === "approval-start" && record.id !== undefined)
      announced.set(record.id, record.callHash);
    if (record.type === "approval-end" && record.id !== undefined) answered.add(record.id);
    if (record.type === "artifact-end") artifacts.push(artifactSchema.parse(record));
    if (record.type === "taint-start") sources.push(record.source);
  }
  return { calls, announced, answered, sources, artifacts };
}
