import { z } from "zod";
import { DejimaError } from "../../../../contract/error.ts";
import { MEMORY_TYPES, type Memory } from "../../../../contract/user/memory.ts";
import { localDay } from "../../../../contract/words/local-time.ts";
import type { Runtime } from "../../../../runtime.ts";
import { defined } from "../../../../support/defined.ts";
import { defineCommand } from "../../define-command.ts";
import { count, flag, oneOf, USER, value } from "../../input/fields.ts";
import type { Say } from "../../words/say.ts";

const PAGE = 1_000;

const TYPE = oneOf(MEMORY_TYPES, "type", "fact, preference or lesson");

const memoryList = defineCommand({
  path: ["memory", "list"],
  group: "List, search, add, correct and delete memories",
  summary: "List memories and where they come from, newest first",
  input: z.object({
    type: TYPE,
    limit: count(50, "how many (50)"),
    before: value("id", "only those older than this one"),
    user: USER,
  }),
  examples: ["dejima memory list", "dejima memory list --type preference --json"],
  async run({ runtime, output }, { limit, before, type, user }) {
    const page = { limit, type, ...defined({ before }) };
    const found = await (await runtime()).memories.list(user, page);
    output.data(found, () =>
      found.length === 0
        ? output.say("No memories yet. Add one with `dejima memory add`.")
        : output.table(
            found.map((memory) => memoryRow(memory, output.say)).map((row) => row.map(output.shown)),
          ),
    );
    return 0;
  },
});

const memorySearch = defineCommand({
  path: ["memory", "search"],
  summary: "Find memories by meaning and words, in English or Chinese",
  input: z.object({
    text: z.array(z.string()),
    type: TYPE,
    limit: count(10, "how many (10)"),
    user: USER,
  }),
  arguments: ["text"],
  examples: ['dejima memory search "which database"', "dejima memory search 花生 --json"],
  async run({ runtime, output }, { text, user, ...options }) {
    const { memories } = await runtime();
    const found = await memories.search(user, text.join(" "), options);
    const hits = found.map(({ memory, score, strength, why }) => ({ ...memory, score, strength, why }));
    output.data(hits, () =>
      hits.length === 0
        ? output.say("No memory matches.")
        : output.table(
            hits.map((hit) => [hit.score.toFixed(2), ...memoryRow(hit, output.say).map(output.shown)]),
          ),
    );
    return 0;
  },
});

const memoryAdd = defineCommand({
  path: ["memory", "add"],
  summary: "Remember something",
  input: z.object({
    text: z.array(z.string()),
    type: TYPE,
    importance: z.coerce
      .number("it takes a number from 0 to 1")
      .min(0, "it takes a number from 0 to 1")
      .max(1, "it takes a number from 0 to 1")
      .default(0.5)
      .meta({ value: "n", description: "from 0 to 1 (0.5)" }),
    user: USER,
  }),
  arguments: ["text"],
  examples: ['dejima memory add "Answer in bullet points" --type preference'],
  async run({ runtime, output }, { text, type = "fact", importance, user }) {
    const { memories } = await runtime();
    const added = await memories.add(user, {
      text: text.join(" "),
      type,
      importance,
      source: { door: "cli" },
    });
    output.data(
      added,
      () => `${added.memory.id} ${output.say.value(added.status)}: ${output.shown(added.memory.text)}`,
    );
    return 0;
  },
});

const memoryCorrect = defineCommand({
  path: ["memory", "correct"],
  summary: "Correct a memory: the new text takes its place",
  input: z.object({ id: z.string(), text: z.array(z.string()).min(1), user: USER }),
  arguments: ["id", "text"],
  examples: ['dejima memory correct MEMORY "Prefers coffee over tea"'],
  async run({ runtime, output }, { id, text, user }) {
    const { memories } = await runtime();
    const { type, importance } = await findMemory(memories, user, id);
    const corrected = await memories.add(user, {
      text: text.join(" "),
      type,
      importance,
      replaces: id,
      source: { door: "cli" },
    });
    output.data(
      corrected,
      () => output.say`${corrected.memory.id} now says: ${output.shown(corrected.memory.text)}`,
    );
    return 0;
  },
});

/** A memory by its id. Looks page by page. */
async function findMemory(memories: Runtime["memories"], user: string, id: string): Promise<Memory> {
  let before: string | undefined;
  for (;;) {
    const page = await memories.list(user, { limit: PAGE, type: undefined, ...defined({ before }) });
    const found = page.find((memory) => memory.id === id);
    if (found !== undefined) return found;
    before = page.at(-1)?.id;
    if (before === undefined || page.length < PAGE)
      throw new DejimaError(
        "not_found",
        `Cannot correct the memory "${id}": there is none with this id. \`dejima memory list\` shows them`,
      );
  }
}

const memoryForget = defineCommand({
  path: ["memory", "forget"],
  summary: "Delete memories",
  input: z.object({
    ids: z.array(z.string()).default([]),
    all: flag("all memories of the user, and what was learned from their requests"),
    user: USER,
  }),
  arguments: ["ids"],
  examples: ["dejima memory forget m-3f9a1c2b4d", "dejima memory forget --all"],
  async run({ runtime, output }, { ids, all, user }) {
    const { memories, learned } = await runtime();
    if (!all && ids.length === 0)
      throw new DejimaError(
        "invalid_input",
        "Cannot forget: name the ids that `dejima memory list` shows, or --all",
      );
    const forgotten = all
      ? await forgetAll(
          (limit) => memories.list(user, { limit }),
          (page) => memories.forget(user, page),
        )
      : await memories.forget(user, ids);
    if (all) await learned({ user, forget: true });
    const missing = all ? [] : ids.filter((id) => !forgotten.includes(id));
    output.data({ forgotten, missing }, () =>
      [
        output.say`${forgotten.length} forgotten`,
        ...missing.map((id) => output.say`there is no ${output.shown(id)}`),
      ].join("\n"),
    );
    return missing.length === 0 ? 0 : 1;
  },
});

const memoryStats = defineCommand({
  path: ["memory", "stats"],
  summary: "Count memories by type and age",
  input: z.object({
    user: USER,
  }),
  examples: ["dejima memory stats"],
  async run({ runtime, output }, { user }) {
    const counts = await (await runtime()).memories.statistics(user);
    const { total, byType, oldest, newest, averageStrength } = counts;
    const day = (time: number) => localDay(time);
    output.data(counts, () =>
      output.table([
        [output.say("total"), String(total)],
        ...Object.entries(byType).map(([type, count]) => [output.say.value(type), String(count)]),
        ...(oldest === undefined || newest === undefined
          ? []
          : [[output.say("from"), output.say`${day(oldest)} to ${day(newest)}`]]),
        [output.say("average strength"), averageStrength.toFixed(2)],
      ]),
    );
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [memoryList, memorySearch, memoryAdd, memoryCorrect, memoryForget, memoryStats];

async function forgetAll(
  list: (limit: number) => Promise<readonly { readonly id: string }[]>,
  forget: (ids: readonly string[]) => Promise<string[]>,
): Promise<string[]> {
  const gone: string[] = [];
  for (;;) {
    const page = await list(PAGE);
    if (page.length === 0) return gone;
    gone.push(...(await forget(page.map(({ id }) => id))));
  }
}

/** A memory as a row of a table. */
function memoryRow({ id, type, createdAt, text, source }: Memory, say: Say): string[] {
  return [id, say.value(type), localDay(createdAt), text.replaceAll(/\s+/g, " "), origin(source, say)];
}

/** Where a memory comes from, in words. */
function origin({ door, run, untrusted = [] }: Memory["source"], say: Say): string {
  const said = run === undefined ? say("you added it") : say`learned in run ${run}`;
  const where = door === undefined ? "" : ` (${door})`;
  const read = untrusted.length === 0 ? "" : say`, after reading ${untrusted.slice(0, 3).join("; ")}`;
  return `${said}${where}${read}`;
}
