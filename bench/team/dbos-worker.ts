// One worker process of DBOS. Its workflow has the steps of our run: a model that asks for a tool, the tool, a model that answers.
import { setTimeout as pause } from "node:timers/promises";
import { peer } from "../peers.ts";
import { APPLICATION, type DbosSdk, QUEUE, WAIT_MS, WORKFLOW } from "./dbos.ts";

const [address = "", runs = "4"] = process.argv.slice(2);
// The package exports what its declarations say.
const { DBOS } = (await peer("@dbos-inc/dbos-sdk")) as unknown as DbosSdk;

DBOS.registerWorkflow(
  async (what: string) => {
    const call = await DBOS.runStep(async () => ({ tool: "idle", input: { what } }), { name: "model" });
    const output = await DBOS.runStep(() => pause(WAIT_MS, call.input.what), { name: "tool" });
    return DBOS.runStep(async () => `Answered: ${output}`, { name: "answer" });
  },
  { name: WORKFLOW },
);
DBOS.setConfig({
  name: APPLICATION,
  systemDatabaseUrl: address,
  applicationVersion: "1",
  executorID: String(process.pid),
  logLevel: "error",
});
await DBOS.launch();
// Its default is to look for work once a second.
await DBOS.registerQueue(QUEUE, { workerConcurrency: Number(runs), minPollingIntervalMs: 50 });
console.log("working");
process.once("SIGTERM", () => void DBOS.shutdown().then(() => process.exit()));
