import { relative, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { WitnessInput } from "../../../../config/edit/edit-servers.ts";
import { createSigningKey, signingKeyFile } from "../../../../config/places/state-folder.ts";
import { DejimaError } from "../../../../contract/error.ts";
import { localTime } from "../../../../contract/words/local-time.ts";
import { defined } from "../../../../support/defined.ts";
import { configEditor } from "../../config-editor.ts";
import { defineCommand } from "../../define-command.ts";
import { chosenRun, describeFlow, describeRecord } from "../../describe/describe-record.ts";
import { count, flag, value } from "../../input/fields.ts";
import { logVerify, wasPruned } from "./log-verify.ts";

const logList = defineCommand({
  path: ["log", "list"],
  group: "Read and verify the harbour log",
  summary: "List the runs, newest first",
  input: z.object({
    limit: count(20, "how many (20)"),
    before: value("run", "only runs older than this one"),
  }),
  examples: ["dejima log list", "dejima log list --limit 5 --json"],
  async run({ runtime, output }, options) {
    const { limit, before: oldest } = options;
    const before = defined({ before: oldest });
    const runs = await (await runtime()).history.list({ limit, ...before });
    output.data(runs, () =>
      runs.length === 0
        ? output.say("No runs yet. `dejima tool call current_time` makes one.")
        : output.table([
            output.headings("RUN", "STATUS", "CALLS", "STARTED", "TITLE"),
            ...runs.map(({ id, status, calls, startedAt, title }) => [
              id,
              output.say.value(status),
              String(calls),
              localTime(startedAt),
              output.say.phrases(title),
            ]),
          ]),
    );
    return 0;
  },
});

const logShow = defineCommand({
  path: ["log", "show"],
  summary: "Show the harbour log of a run",
  input: z.object({
    run: z.string().optional(),
  }),
  arguments: ["run"],
  examples: ["dejima log show", "dejima log show 20261115-104215-k3f9qa --json"],
  async run({ runtime, output }, { run: name }) {
    const harbour = await runtime();
    const runId = await chosenRun(harbour, name);
    const records = await Array.fromAsync(harbour.history.read(runId)).catch(async (error: unknown) => {
      const prunedAt = (await harbour.history.pruned()).get(runId)?.at;
      throw prunedAt === undefined ? error : wasPruned(runId, prunedAt);
    });
    output.data(
      records,
      () =>
        `${output.style("bold", runId)}\n${output.table(records.map((record) => describeRecord(record, output.say)))}${describeFlow(records, output)}`,
    );
    return 0;
  },
});

const logSign = defineCommand({
  path: ["log", "sign"],
  summary: "Create a key that signs the ends of runs",
  input: z.object({}),
  examples: ["dejima log sign"],
  async run({ output, settings, variables }) {
    const { config, base } = await settings();
    const named = config.log.signingKey;
    const file = named === undefined ? signingKeyFile(variables) : resolve(base, named);
    if (file === undefined)
      throw new DejimaError(
        "io_error",
        "Cannot create a signing key: neither HOME nor XDG_CONFIG_HOME is set; set one, or name a file as log.signingKey",
      );
    const created = createSigningKey(file);
    output.data({ file, created }, () =>
      created
        ? output.say`Created the signing key ${file}. Runs that end from now on are signed; keep a copy of it elsewhere.`
        : output.say`Runs are already signed with ${file}. Delete it to stop; move it away and run this again for a new key.`,
    );
    return 0;
  },
});

const logWitness = defineCommand({
  path: ["log", "witness"],
  summary: "List, add or remove who else gets the ends of runs",
  input: z.object({
    target: z.string().optional(),
    certificate: value("file", "certificate (PEM) of a time stamping authority"),
    remove: flag("remove it"),
  }),
  arguments: ["target"],
  examples: [
    "dejima log witness",
    "dejima log witness /mnt/audit/heads.jsonl",
    "dejima log witness https://audit.example.com/heads",
    "dejima log witness timestamp:https://tsa.example.com --certificate tsa.pem",
  ],
  async run(context, { target, ...options }) {
    const { output } = context;
    const settings = await context.settings();
    const current: readonly WitnessInput[] = settings.config.log.witnesses;
    if (target === undefined) {
      output.data({ witnesses: current }, () =>
        current.length === 0
          ? output.say(
              "No witnesses: the chain of heads is kept in this home alone. `dejima log witness /mnt/audit/heads.jsonl` adds a file elsewhere.",
            )
          : output.table(
              current.map((witness) => Object.entries(witness).map(([kind, value]) => `${kind} ${value}`)),
            ),
      );
      return 0;
    }
    const witnessInput = witnessOf(target, options.certificate);
    const others = current.filter((witness) => !isSame(witness, witnessInput));
    const remove = options.remove;
    if (remove && others.length === current.length)
      throw new DejimaError(
        "invalid_input",
        `Cannot remove the witness "${target}": it is not in the config`,
      );
    const { withWitnesses, readConfigText, replaceConfig, chosenConfigFile } = await configEditor();
    const file = await chosenConfigFile(context);
    await replaceConfig(
      context,
      file,
      withWitnesses(await readConfigText(context, file), remove ? others : [...others, witnessInput]),
    );
    output.data({ [remove ? "removed" : "added"]: witnessInput, file }, () =>
      remove
        ? output.say`Removed the witness from ${file}.`
        : output.say`Added the witness to ${file}. It gets the end of the chain of heads each time a run ends.`,
    );
    const folders = [settings.home, resolve(settings.base, settings.config.workspace)];
    const near = remove ? undefined : ownFolder(witnessInput, folders, context.cwd);
    if (near !== undefined)
      output.note(
        output.say`Warning: ${target} is in ${near}. Anyone who can change the log there can change this copy as well; choose a place that only others can write to.`,
      );
    return 0;
  },
});

const logTail = defineCommand({
  path: ["log", "tail"],
  summary: "Follow the harbour log of a run until it ends",
  input: z.object({
    run: z.string().optional(),
  }),
  arguments: ["run"],
  examples: ["dejima log tail", "dejima log tail --json"],
  async run({ runtime, output, signal }, { run: name }) {
    const harbour = await runtime();
    const runId = await chosenRun(harbour, name);
    for await (const record of harbour.history.follow(runId, { signal })) {
      output.line(record, () => output.table([describeRecord(record, output.say)]));
    }
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [logList, logShow, logVerify, logSign, logWitness, logTail];

/** The folder of Dejima that contains the witness file. There it proves nothing. */
function ownFolder(witness: WitnessInput, folders: readonly string[], cwd: string): string | undefined {
  if (!("file" in witness)) return undefined;
  const path = resolve(cwd, witness.file);
  return folders.find((folder) => !relative(folder, path).startsWith(".."));
}

function witnessOf(target: string, certificate: string | undefined): WitnessInput {
  if (target.startsWith("timestamp:")) {
    const timestamp = target.slice("timestamp:".length);
    return certificate === undefined ? { timestamp } : { timestamp, certificate };
  }
  return /^https?:/i.test(target) ? { webhook: target } : { file: target };
}

function isSame(one: WitnessInput, other: WitnessInput): boolean {
  const place = ({
    certificate: _certificate,
    ...where
  }: WitnessInput & { certificate?: string | undefined }) => where;
  return isDeepStrictEqual(place(one), place(other));
}
