/** The command line with which a person repeats a refused call and agrees to it. */
export function replayCommand(tool: string, input: unknown, hash: string): string {
  return `dejima tool call ${tool} --input ${shellQuote(JSON.stringify(input))} --approve ${hash}`;
}

function shellQuote(text: string): string {
  return /^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
