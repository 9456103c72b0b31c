import type { ModelProvider } from "../../contract/config-names.ts";

/** What a model may take besides text. */
export type Medium = "image" | "audio";

/** A picture or a recording that goes to a model with a message. */
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
const HEARS = /audio|omni|gemini|voxtral/i;

/** What a file is to a model; `undefined` if it is neither a picture nor a recording in a known format. */
export function mediumOf(mediaType: string): Medium | undefined {
  const plain = mediaType.toLowerCase().replace(/;.*$/s, "").trim();
  return (["image", "audio"] as const).find((medium) => FORMATS[medium].test(plain));
}

/** What a model takes, as far as its provider and its name say. */
export function takenMedia(provider: ModelProvider, name: string): readonly Medium[] {
  switch (provider) {
    case "google":
      return ["image", "audio"];
    case "anthropic":
      return ["image"];
    case "openai":
      return HEARS.test(name) ? ["audio"] : ["image"];
    case "compatible":
    case "ollama":
      return [
        ...(SEES.test(name) ? ["image" as const] : []),
        ...(HEARS.test(name) ? ["audio" as const] : []),
      ];
    default:
      return [];
  }
}
