/** The command line with which a person repeats a refused call and agrees to it; without an input it is read from stdin. */
export function replayCommand(tool: string, inputJson: string | undefined, hash: string): string {
  return `dejima tool call ${tool} --input ${inputJson === undefined ? "-" : shellQuote(inputJson)} --approve ${hash}`;
}

function shellQuote(text: string): string {
  return /^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
