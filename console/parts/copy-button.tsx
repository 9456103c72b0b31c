import { useSignal } from "@preact/signals";
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

/** Copies a text. Without a secure connection browsers support only the older API. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("readonly", "");
  field.className = "only-heard";
  // An open dialog traps the focus, so the field must be inside it.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) throw new Error("Cannot copy: the browser refused");
}
