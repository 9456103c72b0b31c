/** What the programs on the way in print, alone, when they cannot go on. */
const COMPLAINT = /^(?:limits|bwrap|setpriv|prlimit|bridge|warm): (.*)\n$/;

/**
 * Why the program never began. The walls' own complaint is a single line on stderr; a program that prints the same only
 * claims of itself that it did not start.
 */
export function startFailure(exitCode: number, stderr: string): string | undefined {
  if (exitCode !== 1 && exitCode !== 126 && exitCode !== 127) return undefined;
  const complaint = COMPLAINT.exec(stderr)?.[1];
  return complaint === undefined ? undefined : `Cannot start the program: ${complaint}`;
}
