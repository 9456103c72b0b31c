import { userInfo } from "node:os";
import type { Ask } from "../../contract/approval.ts";
import { DejimaError } from "../../contract/error.ts";
import { visibleText } from "../../text/visible-text.ts";
import { describeQuestion } from "./describe-approval.ts";

/** Asks the person at the terminal about one call. Anything but a clear yes is a no. */
export const askInTerminal: Ask = async (request, { signal }) => {
  const { isCancel, note, select } = await import("@clack/prompts");
  note(describeQuestion(request), `${request.tool}, risk ${request.risk}, ${request.id}`);
  const choice = await select({
    message: request.lines === undefined ? "Run exactly this call?" : "Run these calls?",
    initialValue: "no",
    options: [
      { value: "no", label: "No" },
      { value: "yes", label: "Yes, once" },
      ...request.offers.map(({ key, words }) => ({ value: `grant ${key}`, label: visibleText(words.en) })),
    ],
    signal,
  });
  if (isCancel(choice) && signal.aborted)
    throw new DejimaError("cancelled", "Cancelled while asking; nothing was run");
  const by = userInfo().username;
  if (choice === "yes") return { answer: "approve", by };
  if (typeof choice === "string" && choice.startsWith("grant "))
    return { answer: "approve", by, grant: choice.slice("grant ".length) };
  return { answer: "deny", by };
};
