import { once } from "node:events";
import { config } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { keepHeapSmall } from "../../../support/keep-heap-small.ts";
import type { RunCommand } from "../command.ts";

const DEFAULT_PORT = 7788;

/** `dejima serve` */
export const run: RunCommand = async ({ runtime, output, signal, doors }, { options }) => {
  keepHeapSmall({ manyRuns: true });
  // A server checks the same few schemas many times, which pays for compiling them.
  config({ jitless: false });
  const port = Number(options.port ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new DejimaError(
      "invalid_input",
      `Cannot listen on port "${options.port}": give a number from 0 to 65535`,
    );
  }
  const onFault = (error: unknown) =>
    output.note(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const served = await runtime();
  const server = await doors.serveHttp({
    runtime: served,
    host: typeof options.host === "string" ? options.host : "127.0.0.1",
    port,
    requireToken: options.requireToken === true,
    names: Array.isArray(options.name) ? options.name.map(String) : [],
    onFault,
  });
  output.data({ url: server.url }, () => `Serving on ${server.url} (Ctrl-C stops it)`);
  // A messenger that cannot be reached takes neither the server nor the others with it.
  const messengers = await doors.openMessengers({ runtime: served, onFault }).catch(onFault);
  if (messengers !== undefined && messengers.names.length > 0)
    output.note(`Answering at ${messengers.names.join(" and ")}`);
  // Ends with the signal, and leaves what goes on for the next process.
  const working = (await served.scheduler()).run(signal).catch(onFault);
  if (!signal.aborted) await once(signal, "abort");
  await working;
  await messengers?.close();
  await server.close();
  return 0;
};
