import { config, z } from "zod";
import { defineCommand } from "../../define-command.ts";
import { count } from "../../input/fields.ts";

const DEFAULT_RUNS = 10;

const worker = defineCommand({
  path: ["worker"],
  summary: "Work on the messages that `dejima serve` takes with `runs: workers`, over one PostgreSQL store",
  input: z.object({
    runs: count(DEFAULT_RUNS, `how many runs at once (${DEFAULT_RUNS})`),
  }),
  examples: ["dejima worker", "DEJIMA_STORE=postgres://dejima@db.example.com/agents dejima worker --runs 20"],
  async run(context, { runs }) {
    const { runtime, readSettings, variables, output, signal } = context;
    config({ jitless: false });
    const { fetchTeamConfig } = await import("../../../../wiring/team/fetch-team-config.ts");
    await fetchTeamConfig(await readSettings(), variables);
    const served = await runtime();
    // Fails here if something is missing, before announcing that it works.
    await served.worker.figures();
    const { followConfig } = await import("../../follow-config.ts");
    const unfollow = await followConfig(context, served, { command: "dejima worker", print: output.note });
    const working = served.worker.run({ signal, runs, note: output.note });
    output.data(
      { working: true, runs },
      () => output.say`Working on up to ${runs} runs at once (Ctrl-C hands them over)`,
    );
    await working;
    unfollow();
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [worker];
