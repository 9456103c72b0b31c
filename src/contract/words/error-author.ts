import type { ErrorCode, ErrorDetails } from "../error.ts";

/** The parts of an error that a person sees. */
export interface ShownError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: ErrorDetails;
}

/** The MCP server that wrote the whole message: the details of a failed call then contain its answer. */
export function errorAuthor({ message, details = {} }: ShownError): string | undefined {
  const { server, tool, content } = details;
  const isAnswer = typeof server === "string" && Array.isArray(content) && content.length > 0;
  return isAnswer && message !== withoutWords(String(tool), server) ? server.slice(0, 200) : undefined;
}

/** The message for a call that failed at its server without a text. */
export const withoutWords = (tool: string, server: string) =>
  `"${tool}" of "${server}" failed without a word`;
