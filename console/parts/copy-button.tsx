import { useSignal } from "@preact/signals";
import { copyText } from "../core/copy-text.ts";
import { useReport } from "../core/use-report.ts";
import { useWords } from "../core/words.ts";
import { shellWords } from "../words/shell.ts";
import { Button } from "./button.tsx";

const SHOWN_MS = 1_500;

/** Copies a text. `label` names it, if that is not obvious. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const say = useWords(shellWords);
  const report = useReport();
  const copied = useSignal(false);
  const copy = async () => {
    await copyText(text);
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
      label={copied.value ? say("copied") : (label ?? say("copy"))}
      onClick={() => void copy().catch(report)}
    />
  );
}
