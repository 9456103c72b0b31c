import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { config, z } from "zod";
import type { Config } from "../../../../config/schema/config-schema.ts";
import type { Runtime } from "../../../../runtime.ts";
import { defineCommand } from "../../define-command.ts";
import { count } from "../../input/fields.ts";
import { HTTP_DOOR_FIELDS, httpDoorOptions, PORTS } from "../../other-doors.ts";

const DEFAULT_PORT = 7788;

const serve = defineCommand({
  path: ["serve"],
  summary: "Serve the console and the HTTP API; on loopback by default",
  input: z.object({
    port: count(DEFAULT_PORT, `the port (${DEFAULT_PORT}); 0 takes any free one`, PORTS),
    ...HTTP_DOOR_FIELDS,
  }),
  examples: ["dejima serve", "dejima serve --port 0 --json"],
  async run(context, input) {
    const { runtime, readSettings, variables, output, signal, doors } = context;
    // A server checks the same few schemas many times, so compiling them pays off.
    config({ jitless: false });
    const door = httpDoorOptions(input, output);
    const { onFault } = door;
    const { fetchTeamConfig } = await import("../../../../wiring/team/fetch-team-config.ts");
    await fetchTeamConfig(await readSettings(), variables);
    const served = await runtime();
    const server = await doors.serveHttp({ runtime: served, ...door });
    output.data({ url: server.url }, () => output.say`Serving on ${server.url} (Ctrl-C stops it)`);
    const { followConfig } = await import("../../follow-config.ts");
    const unfollow = await followConfig(context, served, { command: "dejima serve", print: output.note });
    // Scan the skill folders now, so that the first message finds them indexed. A server that stops meanwhile closes the store.
    void served.search.refreshSkills().catch((error) => (signal.aborted ? undefined : onFault(error)));
    // A messenger that cannot be reached stops neither the server nor the other messengers.
    const answering = served
      .oneOwner(
        "messengers",
        async (owning) => {
          const messengers = await doors.openMessengers({ runtime: served, onFault }).catch(onFault);
          if (messengers !== undefined && messengers.names.length > 0)
            output.note(output.say`Answering at ${messengers.names.join(" and ")}`);
          if (!owning.aborted) await once(owning, "abort");
          await messengers?.close();
        },
        { signal },
      )
      .catch(onFault);
    // Ends with the signal, and leaves runs under way for the next process.
    const working = served
      .oneOwner("schedules", (owning) => served.scheduler.run(owning), { signal })
      .catch(onFault);
    const attending = served.worker.attend({ signal, note: output.note }).catch(onFault);
    const { log } = (await context.settings()).config;
    const tidying = tidyLog(served, { log, signal, onFault });
    if (!signal.aborted) await once(signal, "abort");
    unfollow();
    await Promise.all([working, tidying, answering, attending]);
    await server.close();
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [serve];

const INTERVAL_MS = 6 * 3_600_000;

interface TidyOptions {
  readonly log: Config["log"];
  readonly signal: AbortSignal;
  onFault(fault: unknown): void;
}

/**
 * Removes and compresses the data of old runs as the config says: now, and every few hours until the signal
 * aborts.
 */
async function tidyLog({ history }: Runtime, { log, signal, onFault }: TidyOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      if (log.keepFor !== undefined) await history.prune({ before: Date.now() - log.keepFor });
      if (log.compressAfter !== "never")
        await history.compress({ before: Date.now() - log.compressAfter, signal });
    } catch (fault) {
      onFault(fault);
    }
    await delay(INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
