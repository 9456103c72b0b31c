import { type MessageName, message } from "../../contract/words/messages.ts";
import type { ModelMessage, ModelRequest } from "../../model/language/language-model.ts";
import { type ModelFile, mediumOf } from "../../model/language/media.ts";
import type { AgentWorld } from "../agent-world.ts";
import { wrapUntrusted } from "../untrusted.ts";
import type { AgentState } from "../workflow/state.ts";

/** Providers reject larger files. */
const MAX_BYTES = 5 * 1024 ** 2;
const MAX_FILES = 10;
/** The limit of OpenAI's transcription endpoint. */
const MAX_RECORDING_BYTES = 25 * 1024 ** 2;
const MAX_SHOWN_CHARACTERS = 500;

/**
 * Adds the pictures and recordings of the message to the request, if the model accepts them. Otherwise the model and the person
 * are told.
 */
export function withSentFiles(
  request: ModelRequest,
  state: FilesState,
  world: FilesWorld,
): ModelRequest | Promise<ModelRequest> {
  const sent = world.attachments?.(state.message) ?? [];
  if (sent instanceof Promise) return sent.then((files) => withMedia(files, request, state, world));
  return sent.length === 0 ? request : withMedia(sent, request, state, world);
}

type FilesState = Pick<AgentState, "conversationId" | "message" | "language" | "iteration" | "boundary">;
type FilesWorld = Pick<AgentWorld, "attachments" | "model" | "emit" | "run" | "signal">;

async function withMedia(
  sent: readonly ModelFile[],
  request: ModelRequest,
  state: FilesState,
  world: FilesWorld,
): Promise<ModelRequest> {
  const media = sent.filter(({ mediaType }) => /^(?:image|audio)\//.test(mediaType)).slice(0, MAX_FILES);
  if (media.length === 0) return request;
  const { takes = [] } = world.model;
  const isTaken = ({ mediaType, content }: ModelFile) => {
    const medium = mediumOf(mediaType);
    return medium !== undefined && takes.includes(medium) && content.byteLength <= MAX_BYTES;
  };
  const files = media.filter(isTaken);
  const transcripts = await transcribe(
    media.filter((file) => !isTaken(file)),
    world,
  );
  const left = media.filter((file) => !isTaken(file) && !transcripts.has(file));
  if (state.iteration === 0) announceFiles(left, transcripts, state, world);
  // The content of a picture or a recording is not what the person wrote.
  world.run.mark([...files, ...transcripts.keys()].map(({ name }) => `attachment ${name}`));
  return { ...request, messages: withFiles(request.messages, { files, left, transcripts }, state) };
}

/** Transcribes the recordings, if the model's provider can. */
async function transcribe(
  files: readonly ModelFile[],
  { model, signal }: Pick<AgentWorld, "model" | "signal">,
): Promise<Map<ModelFile, string>> {
  const transcripts = new Map<ModelFile, string>();
  for (const file of files) {
    if (mediumOf(file.mediaType) !== "audio" || file.content.byteLength > MAX_RECORDING_BYTES) continue;
    const text = await model.transcribe?.(file, { signal }).catch(() => undefined);
    if (text !== undefined && text !== "") transcripts.set(file, text);
  }
  return transcripts;
}

/** Adds files to the last message of the user, with which they came. */
function withFiles(
  messages: readonly ModelMessage[],
  {
    files,
    left,
    transcripts,
  }: {
    readonly files: readonly ModelFile[];
    readonly left: readonly ModelFile[];
    readonly transcripts: ReadonlyMap<ModelFile, string>;
  },
  { boundary }: Pick<AgentState, "boundary">,
): ModelMessage[] {
  const at = messages.findLastIndex(({ role }) => role === "user");
  const notes: ModelMessage[] = left.map(({ name }) => ({
    role: "note",
    text: `You cannot see or hear "${name}". Say so where it matters; do not describe it. A tool may be able to read it.`,
  }));
  const transcriptNotes: ModelMessage[] = [...transcripts].map(([{ name }, text]) => ({
    role: "note",
    text: `What is said in the recording "${name}", written down:\n${wrapUntrusted(text, { boundary, tool: "recording" })}`,
  }));
  return messages.flatMap((each, index): ModelMessage[] =>
    index === at && each.role === "user" ? [{ ...each, files }, ...transcriptNotes, ...notes] : [each],
  );
}

function announceFiles(
  left: readonly ModelFile[],
  transcripts: ReadonlyMap<ModelFile, string>,
  { language }: Pick<AgentState, "language">,
  { model, emit }: Pick<AgentWorld, "model" | "emit">,
): void {
  for (const [{ name }, text] of transcripts)
    emit({
      type: "notice",
      situation: "media",
      text: message("heardRecording", language, { name, text: text.slice(0, MAX_SHOWN_CHARACTERS) }),
    });
  for (const { name, mediaType, content } of left) {
    const what: MessageName =
      content.byteLength > MAX_BYTES
        ? "fileTooLarge"
        : mediaType.startsWith("audio/")
          ? "cannotHear"
          : "cannotSee";
    emit({ type: "notice", situation: "media", text: message(what, language, { name, model: model.id }) });
  }
}
