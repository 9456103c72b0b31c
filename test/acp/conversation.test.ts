import type { RequestPermissionResponse } from "@agentclientprotocol/sdk";
import { aCommandLine } from "../agent/command-line.ts";
import {
  type ConversationDoor,
  conversationConformance,
  type DoorOptions,
} from "../conformance/conversation.ts";
import { allow, anEditor, choose } from "./an-editor.ts";

/** An editor: a prompt begins a turn, and a question is a dialog that stays until it is answered. */
async function openEditorDoor({ files, persona }: DoorOptions): Promise<ConversationDoor> {
  const config: Record<string, string> =
    persona === undefined ? {} : { "dejima.yaml": `persona: ${persona}\n` };
  const cli = await aCommandLine({ ...files, ...config });
  const dialogs: ((response: RequestPermissionResponse) => void)[] = [];
  const editor = await anEditor(cli, { permit: () => new Promise((resolve) => dialogs.push(resolve)) });
  const session = await editor.begin();
  let turn: Promise<unknown> = Promise.resolve();
  return {
    workspace: cli.folder,
    modal: true,
    kept: { door: "acp", user: "local" },
    async say(text) {
      const shown = editor.said(session).length;
      const asked = editor.asked.length;
      const question = editor.asked.at(-1);
      const [dialog] = dialogs;
      if (dialog === undefined || question === undefined) turn = editor.prompt(session, text);
      else {
        if (!/^(?:yes|no|确认|取消)$/.test(text)) return "";
        dialogs.shift();
        dialog(/^(?:yes|确认)$/.test(text) ? allow(question) : choose(question, "reject_once"));
      }
      const next = editor.until(() => (editor.asked.length > asked ? true : undefined));
      next.catch(() => {}); // The editor was closed meanwhile.
      await Promise.race([turn, next]);
      const put = editor.asked.length > asked ? `${JSON.stringify(editor.asked.at(-1))} shell 确认` : "";
      return `${editor.said(session).slice(shown)} ${put}`;
    },
    async [Symbol.asyncDispose]() {
      await editor[Symbol.asyncDispose]();
      await cli[Symbol.asyncDispose]();
    },
  };
}

conversationConformance("acp", openEditorDoor);
