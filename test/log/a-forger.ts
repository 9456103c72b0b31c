import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { HEADS_FILE, HEADS_GENESIS } from "../../src/execution/anchor/read-heads.ts";
import { genesis, sealRecord } from "../../src/execution/log/log-record.ts";
import { sha256 } from "../../src/support/lazy-crypto.ts";

/** Somebody with write access to a home who knows how Dejima writes it. */
export interface Forger {
  /** Rewrites the log of a run with fitting hashes, and its row in the database. Returns the forged end. */
  rewriteLog(runId: string): { records: number; head: string };
  /** Leaves the last record of a run's log out, fits its row to that, and takes its heads out of the chain. */
  removeEnd(runId: string): void;
  /** Takes the heads of a run out of the chain. */
  removeHeads(runId: string): void;
  /** Removes a run without a trace, with the chain of heads from its own on. */
  rollBack(runId: string): void;
  /** Rewrites the chain of heads so that it fits a forged end, keeping signatures as they are. */
  rewriteHeads(runId: string, head: string): void;
  /** Rewrites the chain of heads once more, changing its signatures or leaving them out. */
  rewriteSignatures(change: Change): void;
}

/** Works on the files of a home as any program of the same user could. */
export function aForger(home: string): Forger {
  const rewriteLog: (runId: string, change: Change) => { records: number; head: string } = (
    runId,
    change,
  ) => {
    const file = join(home, "runs", runId, "events.jsonl");
    const forged = reseal(file, genesis(runId), change);
    const database = new DatabaseSync(join(home, "dejima.db"));
    database
      .prepare("update runs set records = ?, head = ? where id = ?")
      .run(forged.records, forged.head, runId);
    database.close();
    return forged;
  };
  const removeHeads = (runId: string) =>
    void reseal(join(home, HEADS_FILE), sha256(HEADS_GENESIS), (event) =>
      event.runId === runId ? undefined : event,
    );
  return {
    rewriteLog: (runId) => rewriteLog(runId, (event) => ({ ...event, title: "forged" })),
    removeEnd(runId) {
      rewriteLog(runId, (event) => (event.type === "run-end" ? undefined : event));
      removeHeads(runId);
    },
    removeHeads,
    rollBack(runId) {
      rmSync(join(home, "runs", runId), { recursive: true });
      const database = new DatabaseSync(join(home, "dejima.db"));
      database.prepare("delete from runs where id = ?").run(runId);
      database.close();
      const lines = readFileSync(join(home, HEADS_FILE), "utf8").split("\n");
      const kept = lines.slice(
        0,
        lines.findIndex((line) => line.includes(runId)),
      );
      writeFileSync(join(home, HEADS_FILE), kept.map((line) => `${line}\n`).join(""));
    },
    rewriteHeads(runId, head) {
      const file = join(home, HEADS_FILE);
      if (!existsSync(file)) throw new Error(`there is no ${file}`);
      reseal(file, sha256(HEADS_GENESIS), (event) => (event.runId === runId ? { ...event, head } : event));
    },
    rewriteSignatures(change) {
      const file = join(home, HEADS_FILE);
      reseal(file, sha256(HEADS_GENESIS), (event) => (event.type === "signature" ? change(event) : event));
    },
  };
}

type Change = (event: Record<string, unknown>) => Record<string, unknown> | undefined;

function reseal(file: string, begin: string, change: Change): { records: number; head: string } {
  let head = begin;
  const events = readFileSync(file, "utf8")
    .split("\n")
    .slice(0, -1)
    .flatMap((line) => {
      const { seq: _seq, prev: _prev, hash: _hash, ...event } = JSON.parse(line);
      return change(event) ?? [];
    });
  const forged = events.map((event, seq) => {
    const sealed = sealRecord(JSON.stringify(event), { seq, previous: head });
    head = sealed.hash;
    return sealed.line;
  });
  writeFileSync(file, forged.join(""));
  return { records: events.length, head };
}
