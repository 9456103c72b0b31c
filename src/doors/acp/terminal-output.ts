import type { ClientCapabilities, SessionUpdate, ToolCallContent } from "@agentclientprotocol/sdk";
import { fieldsOf } from "../../text/record.ts";
import { visibleText } from "../../text/visible-text.ts";

/**
 * Editors that say `terminal_output` show output that the agent sends as a terminal of the call. The command itself runs in the
 * sandbox. The fields are an extension that Zed and the agents for it agreed on.
 */
export function showsTerminals({ _meta }: ClientCapabilities): boolean {
  return _meta?.terminal_output === true;
}

/** The fields that begin the terminal of a call, which has the call's id. */
export function terminalStart(callId: string) {
  return { content: terminalContent(callId), _meta: { terminal_info: { terminal_id: callId } } };
}

/** The terminal of a call as its content. */
export function terminalContent(callId: string): ToolCallContent[] {
  return [{ type: "terminal", terminalId: callId }];
}

/** A piece of output. Control characters of programs must not steer the editor's terminal. */
export function terminalChunk(callId: string, chunk: string): SessionUpdate {
  return {
    sessionUpdate: "tool_call_update",
    toolCallId: callId,
    status: "in_progress",
    _meta: { terminal_output: { terminal_id: callId, data: visibleText(chunk) } },
  };
}

/** The fields that end it: the exit code, and the output if none was sent while it ran. */
export function terminalEnd(callId: string, output: unknown, { streamed }: { readonly streamed: boolean }) {
  const { stdout, stderr, exitCode } = fieldsOf(output); // fields are looked at below
  const data = [stdout, stderr].filter((part) => typeof part === "string" && part !== "").join("\n");
  return {
    _meta: {
      ...(streamed || data === ""
        ? {}
        : { terminal_output: { terminal_id: callId, data: visibleText(data) } }),
      terminal_exit: {
        terminal_id: callId,
        signal: null,
        exit_code: typeof exitCode === "number" ? exitCode : null,
      },
    },
  };
}
