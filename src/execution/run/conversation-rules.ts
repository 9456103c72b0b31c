import type { UnsavedText } from "../../contract/file-access.ts";
import type { Layer } from "../../policy/layer.ts";
import { modeLayer } from "../../policy/mode-layer.ts";
import { createSwitches, type Switches } from "../asking/switches.ts";
import type { Harbour } from "../harbour.ts";
import type { RunOptions } from "./run-surface.ts";

/** What is turned on for the conversation of a run; a run without one is a conversation of its own. It never holds unattended. */
export async function openSwitches(
  { rules }: Harbour,
  { conversation, mode }: RunOptions,
  { runId, reopened }: { readonly runId: string; readonly reopened: boolean },
): Promise<Switches> {
  const id = conversation ?? `run ${runId}`;
  const mayHave = mode === "interactive" && (conversation !== undefined || reopened);
  const { conversations } = rules;
  const held = mayHave ? await conversations.ofConversation(id) : [];
  const followed = mode === "interactive" ? conversations : { ...conversations, changed: () => undefined };
  return createSwitches(id, held, followed);
}

/** The layer of the mode that was chosen for a conversation; it follows a change while the run goes on. */
export async function modeLayers({ rules }: Harbour, conversation: string | undefined): Promise<Layer[]> {
  if (conversation === undefined) return [];
  const kept = await rules.conversations.modeOf(conversation);
  return [modeLayer(() => rules.conversations.changedMode(conversation) ?? kept)];
}

/** What the editor of a conversation shows of files. */
export function unsavedIn(
  { editorText }: Harbour,
  conversation: string | undefined,
): UnsavedText | undefined {
  if (editorText === undefined || conversation === undefined) return undefined;
  return (path, { signal }) => editorText(path, { conversation, signal });
}
