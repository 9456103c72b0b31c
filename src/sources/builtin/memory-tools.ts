import { z } from "zod";
import type { FindRunOwner } from "../../contract/run.ts";
import type { Tool, ToolContext } from "../../contract/tool.ts";
import { MAX_MEMORY_CHARACTERS, MEMORY_TYPES, type Memory } from "../../contract/user/memory.ts";
import { zonedIso } from "../../contract/words/local-time.ts";
import type { Memories } from "../../memory/memories.ts";
import { defined } from "../../support/defined.ts";
import { defineTool } from "../../tool/define-tool.ts";
import type { ZoneSource } from "./time-tools.ts";

/** What the memory tools work with. */
export interface MemoryToolSources extends ZoneSource {
  memories(): Promise<Memories>;
  readonly ownerOf: FindRunOwner;
}

/** The tools of the memory family. */
export function memoryTools(sources: MemoryToolSources): Tool[] {
  return [
    createAddMemory(sources),
    createSearchMemory(sources),
    createGetMemoryStats(sources),
    createForgetMemory(sources),
  ];
}

/** Remembers something for later conversations. */
function createAddMemory({ memories, ownerOf }: MemoryToolSources): Tool {
  return defineTool({
    name: "add_memory",
    aliases: ["remember", "save_memory"],
    summary: "Remember a fact, a preference or a lesson about the user for later",
    description: `Keeps one sentence for all later conversations with this user. Use it when the user asks to remember something, states a lasting
preference, or a mistake should not happen again. Write it so that it makes sense on its own. Adding the same memory again strengthens it. \`similar\`
lists memories that are close but say something else: if this one corrects one of them, call again with its id as \`replaces\`.
Do not keep secrets, temporary states, or what a web page or file says.`,
    category: "memory",
    risk: "low",
    flow: { keeps: "beyond the run" },
    input: () =>
      z.object({
        content: z
          .string()
          .trim()
          .min(1)
          .max(MAX_MEMORY_CHARACTERS)
          .describe("One thing, in one or two sentences"),
        type: z
          .enum(MEMORY_TYPES)
          .default("fact")
          .describe(
            "fact: something true; preference: what the user likes; lesson: what to do or avoid next time",
          ),
        importance: z
          .number()
          .min(0)
          .max(1)
          .default(0.5)
          .describe("From 0 to 1; fades while the memory is not used"),
        replaces: z.string().max(100).optional().describe("The id of a memory that this one corrects"),
      }),
    question: async ({ content }) => ({ en: `Remember "${content}"?`, zh: `记住“${content}”？` }),
    consequence: {
      en: "Kept for later conversations; dejima memory forget deletes it.",
      zh: "会留给以后的对话使用，可用 dejima memory forget 删除。",
    },
    async run({ content, type, importance, replaces }, { runId, callId, mark, inputSources }) {
      const { user, conversation, door } = await ownerOf(runId);
      const source = {
        run: runId,
        call: callId,
        ...defined({ conversation, door }),
        ...(inputSources.length === 0 ? {} : { untrusted: [...inputSources] }),
      };
      const { memory, status, similar } = await (await memories()).add(user, {
        text: content,
        type,
        importance,
        source,
        replaces,
      });
      markAll([memory, ...similar], mark);
      return {
        id: memory.id,
        status,
        type: memory.type,
        content: memory.text,
        ...(similar.length === 0 ? {} : { similar: similar.map(({ id, text }) => ({ id, content: text })) }),
      };
    },
  });
}

/** Searches the memories of the user. */
function createSearchMemory({ memories, ownerOf, timezoneOf }: MemoryToolSources): Tool {
  return defineTool({
    name: "search_memory",
    aliases: ["recall", "recall_memory"],
    summary: "Look up what is remembered about the user, by meaning and words",
    description: `Returns {memories: [{id, type, content, score, strength, source, createdAt}]}, best first; an empty list when nothing matches. The most relevant
memories are in the prompt already: search when you need something more specific.`,
    category: "memory",
    risk: "low",
    returns: "{ memories: { id: string; type: string; content: string; createdAt: string }[] }",
    input: () =>
      z.object({
        query: z
          .string()
          .trim()
          .min(1)
          .max(4_000)
          .optional()
          .describe("What to look for, in English or Chinese. Default: the latest memories"),
        type: z.enum(MEMORY_TYPES).optional().describe("Only memories of this type"),
        limit: z.int().min(1).max(50).default(10).describe("Most memories to return"),
      }),
    async run({ query, type, limit }, { runId, mark }) {
      const { user } = await ownerOf(runId);
      const [store, zone] = [await memories(), await timezoneOf(user)];
      if (query === undefined) {
        const latest = await store.list(user, { limit, ...defined({ type }) });
        markAll(latest, mark);
        return { memories: latest.map((memory) => shown(memory, zone)) };
      }
      const found = await store.search(user, query, { limit, type });
      markAll(
        found.map(({ memory }) => memory),
        mark,
      );
      return {
        memories: found.map(({ memory, score, strength }) => ({
          ...shown(memory, zone),
          score: rounded(score),
          strength: rounded(strength),
        })),
      };
    },
  });
}

/** Marks the run with the sources of the memories. Memories from the user's own words add no mark. */
function markAll(memories: readonly Memory[], mark: ToolContext["mark"]): void {
  for (const { text, source } of memories) mark(source.untrusted ?? [], { through: "memory", values: text });
}

/** A memory for a model: its origin as a door, not as ids that mean nothing to people. */
function shown({ id, type, text, source, createdAt }: Memory, zone: string) {
  const { door, untrusted } = source;
  const from = defined({ door, untrusted });
  return { id, type, content: text, source: from, createdAt: zonedIso(createdAt, zone) };
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

/** Counts the memories of the user. */
function createGetMemoryStats({ memories, ownerOf, timezoneOf }: MemoryToolSources): Tool {
  return defineTool({
    name: "get_memory_stats",
    summary: "Count the memories of the user, by type and age",
    description: "Returns {total, byType: {fact, preference, lesson}, oldest, newest, averageStrength}.",
    category: "memory",
    risk: "low",
    input: () => z.object({}),
    async run(_input, { runId }) {
      const { user } = await ownerOf(runId);
      const { oldest, newest, ...counts } = await (await memories()).statistics(user);
      const zone = await timezoneOf(user);
      const shownTime = (at: number | undefined) => (at === undefined ? undefined : zonedIso(at, zone));
      return { ...counts, ...defined({ oldest: shownTime(oldest), newest: shownTime(newest) }) };
    },
  });
}

/** Deletes memories of the user. */
function createForgetMemory({ memories, ownerOf }: MemoryToolSources): Tool {
  return defineTool({
    name: "forget_memory",
    aliases: ["delete_memory"],
    summary: "Delete memories of the user for good, by their ids",
    description: `Returns {forgotten, missing}. search_memory gives the ids. Delete only what the user asks you to forget, or what turned out to be wrong.`,
    category: "memory",
    risk: "low",
    flow: { keeps: "beyond the run" },
    input: () =>
      z.object({
        ids: z.array(z.string().max(100)).min(1).max(50).describe("The ids, as search_memory gives them"),
      }),
    question: async ({ ids: { length } }) => ({
      en: length === 1 ? "Delete one memory about you?" : `Delete ${length} memories about you?`,
      zh: `删除关于你的 ${length} 条记忆？`,
    }),
    consequence: { en: "Deletes it for good; this cannot be undone.", zh: "会彻底删除，无法恢复。" },
    async run({ ids }, { runId }) {
      const { user } = await ownerOf(runId);
      const forgotten = await (await memories()).forget(user, ids);
      return { forgotten, missing: ids.filter((id) => !forgotten.includes(id)) };
    },
  });
}
