import { type MessageName, message } from "../../contract/messages.ts";
import type { ModelMessage, ModelRequest } from "../../model/language/language-model.ts";
import { type ModelFile, mediumOf } from "../../model/language/media.ts";
import type { AgentWorld } from "../agent-world.ts";
import { wrapUntrusted } from "../untrusted.ts";
import type { AgentState } from "../workflow/state.ts";

/** Providers refuse larger ones. */
const MOST_BYTES = 5 * 1024 ** 2;
const MOST_FILES = 10;
/** What OpenAI's endpoint for recordings takes. */
const MOST_RECORDED_BYTES = 25 * 1024 ** 2;
const MOST_SHOWN = 500;

/**
 * Puts the pictures and recordings of the message into the request of a model that takes them. One that does not is told so, and so is
 * the person.
 */
export async function withSentFiles(
  request: ModelRequest,
  state: Pick<AgentState, "conversationId" | "message" | "language" | "iteration" | "boundary">,
  world: Pick<AgentWorld, "attachments" | "model" | "emit" | "run" | "signal">,
): Promise<ModelRequest> {
  const sent = (await world.attachments?.(state.message)) ?? [];
  const media = sent.filter(({ mediaType }) => /^(?:image|audio)\//.test(mediaType)).slice(0, MOST_FILES);
  if (media.length === 0) return request;
  const { takes = [] } = world.model;
  const isTaken = ({ mediaType, content }: ModelFile) => {
    const medium = mediumOf(mediaType);
    return medium !== undefined && takes.includes(medium) && content.byteLength <= MOST_BYTES;
  };
  const files = media.filter(isTaken);
  const heard = await writtenDown(
    media.filter((file) => !isTaken(file)),
    world,
  );
  const left = media.filter((file) => !isTaken(file) && !heard.has(file));
  if (state.iteration === 0) tell(left, heard, state, world);
  // What stands in a picture or is said in a recording is not what the person wrote.
  world.run.mark([...files, ...heard.keys()].map(({ name }) => `attachment ${name}`));
  return { ...request, messages: withFiles(request.messages, { files, left, heard }, state) };
}

/** What is said in the recordings, where the model's provider can write it down. */
async function writtenDown(
  files: readonly ModelFile[],
  { model, signal }: Pick<AgentWorld, "model" | "signal">,
): Promise<Map<ModelFile, string>> {
  const heard = new Map<ModelFile, string>();
  for (const file of files) {
    if (mediumOf(file.mediaType) !== "audio" || file.content.byteLength > MOST_RECORDED_BYTES) continue;
    const text = await model.transcribe?.(file, { signal }).catch(() => undefined);
    if (text !== undefined && text !== "") heard.set(file, text);
  }
  return heard;
}

/** Adds files to the last message of the user, which is the one they came with. */
function withFiles(
  messages: readonly ModelMessage[],
  {
    files,
    left,
    heard,
  }: {
    readonly files: readonly ModelFile[];
    readonly left: readonly ModelFile[];
    readonly heard: ReadonlyMap<ModelFile, string>;
  },
  { boundary }: Pick<AgentState, "boundary">,
): ModelMessage[] {
  const at = messages.findLastIndex(({ role }) => role === "user");
  const notes: ModelMessage[] = left.map(({ name }) => ({
    role: "note",
    text: `You cannot see or hear "${name}". Say so where it matters; do not describe it. A tool may be able to read it.`,
  }));
  const transcripts: ModelMessage[] = [...heard].map(([{ name }, text]) => ({
    role: "note",
    text: `What is said in the recording "${name}", written down:\n${wrapUntrusted(text, { boundary, tool: "recording" })}`,
  }));
  return messages.flatMap((held, index): ModelMessage[] =>
    index === at && held.role === "user" ? [{ ...held, files }, ...transcripts, ...notes] : [held],
  );
}

function tell(
  left: readonly ModelFile[],
  heard: ReadonlyMap<ModelFile, string>,
  { language }: Pick<AgentState, "language">,
  { model, emit }: Pick<AgentWorld, "model" | "emit">,
): void {
  for (const [{ name }, text] of heard)
    emit({
      type: "notice",
      situation: "media",
      text: message("heardRecording", language, { name, text: text.slice(0, MOST_SHOWN) }),
    });
  for (const { name, mediaType, content } of left) {
    const what: MessageName =
      content.byteLength > MOST_BYTES
        ? "fileTooLarge"
        : mediaType.startsWith("audio/")
          ? "cannotHear"
          : "cannotSee";
    emit({ type: "notice", situation: "media", text: message(what, language, { name, model: model.id }) });
  }
}
