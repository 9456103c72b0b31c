import { useSignal } from "@preact/signals";
import { useWords } from "../core/words.ts";
import { shellWords } from "../words/shell.ts";
import { Button } from "./button.tsx";

const SHOWN_MS = 1_500;

/** Copies a text. */
export function CopyButton({ text }: { text: string }) {
  const say = useWords(shellWords);
  const copied = useSignal(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    copied.value = true;
    setTimeout(() => {
      copied.value = false;
    }, SHOWN_MS);
  };
  return (
    <Button
      small
      kind="quiet"
      icon={copied.value ? "check" : "copy"}
      label={copied.value ? say("copied") : say("copy")}
      onClick={() => void copy().catch(() => undefined)}
    />
  );
}
