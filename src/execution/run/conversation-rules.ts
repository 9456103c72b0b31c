import type { UnsavedText } from "../../contract/data/file-access.ts";
import type { Layer } from "../../policy/layer.ts";
import { modeLayer } from "../../policy/mode-layer.ts";
import { createSwitches, type Switches } from "../asking/switches.ts";
import type { Harbour } from "../harbour.ts";
import type { RunOptions } from "./run-surface.ts";

/** The rules that are turned on for the conversation of a run. A run without one is its own conversation. They never apply unattended. */
export async function openSwitches(
  { rules }: Harbour,
  { conversation, mode }: RunOptions,
  { runId, reopened }: { readonly runId: string; readonly reopened: boolean },
): Promise<Switches> {
  const id = conversation ?? `run ${runId}`;
  const mayHave = mode === "interactive" && (conversation !== undefined || reopened);
  const { conversations } = rules;
  const turnedOn = mayHave ? await conversations.ofConversation(id) : [];
  const live = mode === "interactive" ? conversations : { ...conversations, changed: () => undefined };
  return createSwitches(id, turnedOn, live);
}

/** The layer of the conversation's mode. A mode change applies at once, also in a running run. */
export async function modeLayers({ rules }: Harbour, conversation: string | undefined): Promise<Layer[]> {
  if (conversation === undefined) return [];
  const stored = await rules.conversations.modeOf(conversation);
  return [modeLayer(() => rules.conversations.changedMode(conversation) ?? stored)];
}

/** The text of files in the editor of a conversation. */
export function unsavedIn(
  { editorText }: Harbour,
  conversation: string | undefined,
): UnsavedText | undefined {
  if (editorText === undefined || conversation === undefined) return undefined;
  const { write } = editorText;
  const read: UnsavedText = (path, { signal }) => editorText(path, { conversation, signal });
  if (write === undefined) return read;
  return Object.assign(read, {
    write: (path: string, text: string, { signal }: { readonly signal: AbortSignal }) =>
      write(path, text, { conversation, signal }),
  });
}
