const PIPED = /\b(?:curl|wget)\b[^\n|"'`]{1,200}\|\s{0,9}(?:sudo )?(?:ba|z)?sh\b/g;

/** A text without the commands that install a program, as far as the texts for readers (in lower case) show them word for word. */
export function withoutShownCommands(text: string, texts: string): string {
  return text.replaceAll(PIPED, (command) => (texts.includes(command.toLowerCase()) ? "" : command));
}
