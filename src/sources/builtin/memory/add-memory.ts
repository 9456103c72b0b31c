import { z } from "zod";
import { MAX_MEMORY_CHARACTERS, MEMORY_TYPES } from "../../../contract/memory-types.ts";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import type { MemoryToolSources } from "./memory-sources.ts";

/** Remembers something for later conversations. */
export function createAddMemory({ memories, ownerOf }: MemoryToolSources): Tool {
  return defineTool({
    name: "add_memory",
    aliases: ["remember", "save_memory"],
    summary: "Remember a fact, a preference or a lesson about the user for later",
    description: `Keeps one sentence for all later conversations with this user. Use it when the user asks to remember something, states a lasting
preference, or a mistake should not happen again. Write it so that it can be understood alone. Saying the same again strengthens it. \`similar\`
lists near ones that say something else: when this one corrects one of them, call again with its id as \`replaces\`.
Do not keep secrets, passing states, or what a web page or file says.`,
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
            "fact: what is so; preference: what the user likes; lesson: what to do or avoid next time",
          ),
        importance: z
          .number()
          .min(0)
          .max(1)
          .default(0.5)
          .describe("From 0 to 1; it fades when it is never needed"),
        replaces: z.string().max(100).optional().describe("The id of a memory that this one corrects"),
      }),
    async run({ content, type, importance, replaces }, { runId, callId, mark }) {
      const { user, conversation, door, untrusted } = await ownerOf(runId);
      const source = {
        run: runId,
        call: callId,
        ...(conversation === undefined ? {} : { conversation }),
        ...(door === undefined ? {} : { door }),
        ...(untrusted.length === 0 ? {} : { untrusted: [...untrusted] }),
      };
      const kept = await (await memories()).add(user, { text: content, type, importance, source, replaces });
      const { memory, status, similar } = kept;
      mark([memory, ...similar].flatMap((one) => one.source.untrusted ?? []));
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
