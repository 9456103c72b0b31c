import type { Ask } from "../../contract/approval.ts";
import { DejimaError } from "../../contract/error.ts";
import { visibleText } from "../../support/visible-text.ts";

/** Asks the person at the terminal about one call. Anything but a clear yes is a no. */
export const askInTerminal: Ask = async (request, { signal }) => {
  const { confirm, isCancel, note } = await import("@clack/prompts");
  const effects = request.effects.map(({ kind, target }) => `${kind}  ${visibleText(target)}`);
  const rules = request.reasons
    .filter(({ effect }) => effect === "ask")
    .map(({ rule, file }) => `${rule}${file === undefined ? "" : ` (${file})`}`);
  note(
    [
      `input   ${visibleText(shorten(JSON.stringify(request.input)))}`,
      ...effects,
      `because ${rules.join("; ")}`,
    ].join("\n"),
    `${request.tool}, risk ${request.risk}`,
  );
  const answer = await confirm({ message: "Run exactly this call?", initialValue: false, signal });
  if (isCancel(answer) && signal.aborted)
    throw new DejimaError("cancelled", "Cancelled while asking; nothing was run");
  return { answer: answer === true ? "approve" : "deny", by: "the person at the terminal" };
};

function shorten(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}… (${text.length} characters)` : text;
}
