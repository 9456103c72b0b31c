import { once } from "node:events";
import { config } from "zod";
import { keepHeapSmall } from "../../../support/keep-heap-small.ts";
import type { RunCommand } from "../command.ts";
import { httpDoorOptions } from "../http-door-options.ts";

const DEFAULT_PORT = 7788;

/** `dejima serve` */
export const run: RunCommand = async ({ runtime, output, signal, doors }, given) => {
  keepHeapSmall({ manyRuns: true });
  // A server checks the same few schemas many times, which pays for compiling them.
  config({ jitless: false });
  const door = httpDoorOptions(given, { output, port: DEFAULT_PORT });
  const { onFault } = door;
  const served = await runtime();
  const server = await doors.serveHttp({ runtime: served, ...door });
  output.data({ url: server.url }, () => `Serving on ${server.url} (Ctrl-C stops it)`);
  // A messenger that cannot be reached takes neither the server nor the others with it.
  const messengers = await doors.openMessengers({ runtime: served, onFault }).catch(onFault);
  if (messengers !== undefined && messengers.names.length > 0)
    output.note(`Answering at ${messengers.names.join(" and ")}`);
  // Ends with the signal, and leaves what goes on for the next process.
  const working = served.scheduler.run(signal).catch(onFault);
  if (!signal.aborted) await once(signal, "abort");
  await working;
  await messengers?.close();
  await server.close();
  return 0;
};
