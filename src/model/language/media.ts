import type { ModelProvider } from "../../contract/config-names.ts";

/** The media a model may accept besides text. */
export type Medium = "image" | "audio";

/** A picture or a recording in a message to a model. */
export interface ModelFile {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** The formats that every provider reads. */
const FORMATS: Readonly<Record<Medium, RegExp>> = {
  image: /^image\/(?:png|jpe?g|gif|webp)$/,
  audio: /^audio\/(?:mpeg|mp3|wav|x-wav|wave|ogg|flac|aac|mp4|webm)$/,
};

const SEES =
  /vision|llava|-vl\b|vl:|gemma-?[34]|minicpm-v|moondream|pixtral|gpt-[45]|gpt-4o|claude|gemini|llama-?4|qwen-?[\d.]*-?omni/i;
const AUDIO_MODELS = /audio|omni|gemini|voxtral/i;

/** The medium of a file. `undefined` if it is neither a picture nor a recording in a known format. */
export function mediumOf(mediaType: string): Medium | undefined {
  const plain = mediaType.toLowerCase().replace(/;.*$/s, "").trim();
  return (["image", "audio"] as const).find((medium) => FORMATS[medium].test(plain));
}

/** The media a model accepts, judged by its provider and name. */
export function acceptedMedia(provider: ModelProvider, name: string): readonly Medium[] {
  switch (provider) {
    case "google":
      return ["image", "audio"];
    case "anthropic":
      return ["image"];
    case "openai":
      return AUDIO_MODELS.test(name) ? ["audio"] : ["image"];
    case "compatible":
    case "ollama":
      return [
        ...(SEES.test(name) ? ["image" as const] : []),
        ...(AUDIO_MODELS.test(name) ? ["audio" as const] : []),
      ];
    default:
      return [];
  }
}
