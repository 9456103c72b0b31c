import OpenAI from "openai";
import type { Approval } from "../../../src/contract/asking/approval.ts";
import { defined } from "../../../src/support/defined.ts";
import { questionLead } from "../../../src/text/question-lead.ts";
import { aServer, type TestServer } from "../../http/a-server.ts";
import { readSse } from "../../http/read-sse.ts";
import type { ConversationDoor, DoorOptions } from "../conversation.ts";

const kept = { door: "http", user: "local" };

/** The shared module itself, as a channel of plain messages uses it. */
export async function openPlainDoor({ files, persona }: DoorOptions): Promise<ConversationDoor> {
  const world = await aServer({ files, ...defined({ persona }) });
  const { conversations } = world.runtime;
  const from = { user: "telegram:4711", door: "telegram", mayApprove: true };
  return {
    ...doorOf(world, { door: from.door, user: from.user }),
    async say(text) {
      const listening = new AbortController();
      let shown = "";
      const options = { conversation: "telegram-4711", listening: listening.signal };
      for await (const said of conversations.converse(text, from, options)) {
        shown += `${said.type === "delta" ? "" : said.text}\n`;
        if (said.type === "question") break;
      }
      listening.abort();
      return shown;
    },
  };
}

/** The events of `/api/chat`. */
export async function openHttpDoor({ files, persona }: DoorOptions): Promise<ConversationDoor> {
  const world = await aServer({ files, ...defined({ persona }) });
  return {
    ...doorOf(world, kept),
    async say(message) {
      let shown = "";
      const answer = await world.post("/api/chat", { message, conversation: "c-1" });
      for await (const { event, data } of readSse(answer)) {
        const { message: told = "", words = "" } = data as { message?: string; words?: string };
        if (event === "reply") shown += `${told}\n${words}\n`;
        if (event === "run-end") shown += String((data as { answer?: string }).answer);
        if (event !== "approval-start") continue;
        const { id } = data as { id: string };
        const question = await world.json<Approval>(`/api/approvals/${id}`);
        const lead = (["en", "zh"] as const).flatMap((language) => questionLead(question, language));
        // The console has the words of both languages, and its own for the buttons.
        return `${shown}\n${lead.join("\n")}\n${question.off?.en ?? ""}\n${question.tool}: ${question.words.en.join()} ${question.words.zh.join()} [yes / 确认]`;
      }
      return shown;
    },
  };
}

/** `/v1` through the real client, which sends all that was said each time. */
export async function openOpenAiDoor({ files, persona }: DoorOptions): Promise<ConversationDoor> {
  const world = await aServer({ files, ...defined({ persona }) });
  const client = new OpenAI({ baseURL: `${world.url}/v1`, apiKey: "any", maxRetries: 0 });
  const messages: OpenAI.Chat.Completions.ChatCompletionMessageParam[] = [];
  return {
    ...doorOf(world, kept),
    async say(content) {
      messages.push({ role: "user", content });
      const { choices } = await client.chat.completions.create({ model: "dejima", messages });
      const answer = choices[0]?.message.content ?? "";
      messages.push({ role: "assistant", content: answer });
      return answer;
    },
  };
}

function doorOf(world: TestServer, names: ConversationDoor["kept"]) {
  return {
    workspace: world.workspace,
    kept: names,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}
