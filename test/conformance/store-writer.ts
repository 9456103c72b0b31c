import { openStore } from "../../src/store/open-store.ts";

/** Writes to one store until it has done `rounds` rounds or is killed; says "ready" once it is writing. */
const [file = "", name = "", rounds = "0"] = process.argv.slice(2);
const store = await openStore({ file });
for (let round = 0; round < Number(rounds); round++) {
  const id = `${name}-${round}`;
  await store.runs.create({
    id,
    title: "x".repeat(500),
    mode: "ci",
    status: "open",
    startedAt: round,
    calls: 0,
    records: 0,
    head: "",
  });
  await store.statistics.record([{ tool: "shared", ok: true, durationMs: round }]);
  await store.documents.put("shelf", id, { round });
  if (round === 0) process.stdout.write("ready\n");
}
await store.close();
