// A query from a model can run without end: it runs in a thread that can be stopped.
import { doJob } from "../run-in-worker.ts";
import { selectValues } from "./select-values.ts";

await doJob(selectValues);
