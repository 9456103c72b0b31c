import type { Dialogue, DialogueRequest } from "../../../contract/dialogue.ts";
import { scanMessage } from "../../../scan/scan-description.ts";
import { oneLine } from "../../../text/one-line.ts";
import { fieldsOf } from "../../../text/record.ts";
import { generateInput } from "./generate-input.ts";
import type { TrialFinding } from "./trial-finding.ts";

/** A question of a server to its user or model, in the middle of a call. */
export interface ServerQuestion {
  readonly tool: string;
  readonly method: DialogueRequest["method"];
  readonly text: string;
}

const MAX_ASKED = 100;
const MAX_TEXT = 20_000;

/** A caller that answers every question of a server on trial with made-up values, and notes it. */
export function createTrialDialogue(home: string): {
  readonly asked: readonly ServerQuestion[];
  of(tool: string): Dialogue;
} {
  const asked: ServerQuestion[] = [];
  const caller = {};
  return {
    asked,
    of: (tool) => ({
      caller,
      can: () => true,
      async request({ method, params = {} }) {
        if (asked.length < MAX_ASKED)
          asked.push({ tool, method, text: JSON.stringify(params).slice(0, MAX_TEXT) });
        return answerTo({ method, params }, home);
      },
    }),
  };
}

function answerTo({ method, params = {} }: DialogueRequest, home: string): unknown {
  if (method === "roots/list") return { roots: [] };
  if (method === "sampling/createMessage")
    return {
      role: "assistant",
      content: { type: "text", text: "Yes" },
      model: "trial",
      stopReason: "endTurn",
    };
  const inputSchema = fieldsOf(params.requestedSchema);
  return {
    action: "accept",
    content: generateInput({ inputSchema: { ...inputSchema, type: "object" } }, home, true),
  };
}

/** What no server may ask for in its own form. */
const SECRET =
  /passw(?:or)?d|passphrase|passcode|\bpin\b|one[- ]time code|\b[2m]fa\b|api[ _-]?key|access[ _-]?token|private[ _-]?key|seed phrase|recovery phrase|mnemonic|credit card|card number|\bcvv\b|social security|密码|口令|密钥|令牌|验证码|银行卡/i;

/** What a form says that it does not ask for. */
const DENIED = /\b(?:do not|don't|never|no need to)\b[^.)"]{0,200}/gi;

/** Judges what a server asked its user and the model. */
export function judgeServerQuestions(asked: readonly ServerQuestion[]): TrialFinding[] {
  return asked.flatMap(({ tool, method, text }): TrialFinding[] => {
    if (method === "elicitation/create")
      return SECRET.test(text.replaceAll(DENIED, ""))
        ? [
            {
              severity: "warning",
              message: `its tool ${tool} asks the user for a secret, which no server may do in a form of its own: ${oneLine(text, 160)}`,
            },
          ]
        : [];
    return scanMessage(text, tool)
      .slice(0, 1)
      .map(({ message, excerpt }) => ({
        severity: "danger",
        message: `what its tool ${tool} asks the model ${message}: ${excerpt.slice(0, 120)}`,
      }));
  });
}
