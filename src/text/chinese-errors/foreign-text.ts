/** An error message in three parts: Dejima's own text, the words of somebody else, and Dejima's advice after them. */
interface SplitMessage {
  readonly own: string;
  readonly others: string;
  readonly tail: string;
}

/** Dejima's words before a foreign text: of a server, a provider, Git, a tool's own code, a registry or a person. */
const LEADS: readonly RegExp[] = [
  /^Cannot [^\n]{0,400}? the MCP server "[^"\n]{1,200}": (?:it ended: |it broke its own schema\. )?/,
  /^The server "[^"\n]{1,200}" says: /,
  /^Cannot get an answer from \S{1,300}: /,
  /^Cannot transcribe "[^"\n]{1,300}": /,
  /^The tool "[^"\n]{1,300}" failed: /,
  /^The program failed: (?:ToolError: )?/,
  /^Cannot sign in: [^\n]{1,400}? (?:gave no valid answer|answer is not valid) \(/,
  /^Cannot install from "[^"\n]{1,1000}": git reports: /,
  /^Cannot use "[^"\n]{1,1000}": it was revoked: /,
  /^Cannot [^\n]{1,400}? said no, because: /,
];

/** Dejima's words after a foreign text. Imitating them is harmless, because they contain no foreign value. */
const TAILS: readonly RegExp[] = [
  /\. Check the key of this provider$/,
  /\. Check the model's name and the address of the provider$/,
  /\. `dejima mcp review [\w.-]{1,100}` shows it$/,
  /\)\. Start again at \/sign-in$/,
  /\)$/,
];

/** The placeholder for foreign words in a message while the rest is translated. */
export const FOREIGN = "\uE000";

/** Separates what others said from our own words. Returns `undefined` if nobody else speaks. */
export function splitForeignText(message: string): SplitMessage | undefined {
  const lead = LEADS.map((pattern) => pattern.exec(message)?.[0]).find((found) => found !== undefined);
  if (lead === undefined) return undefined;
  const rest = message.slice(lead.length);
  const tail =
    TAILS.filter((pattern) => lead.endsWith("(") === pattern.source.startsWith("\\)"))
      .map((pattern) => pattern.exec(rest.slice(-200))?.[0])
      .find((found) => found !== undefined) ?? "";
  return { own: lead, others: rest.slice(0, rest.length - tail.length), tail };
}

/** Foreign words in Chinese quotation marks, which they cannot close. */
export function quoteForeign(words: string): string {
  return `“${unquoted(words)}”`;
}

/** Text without Chinese quotation marks and our placeholder. */
export const unquoted = (text: string) => text.replaceAll(/[“”]/g, '"').replaceAll(FOREIGN, "");

/**
 * Whether a text is one `dejima` command and nothing else: outside of quotes it contains no character with which a shell starts
 * another command, substitutes or redirects.
 */
export function isOwnCommand(text: string): boolean {
  if (!text.startsWith("dejima ") || text.length > 4_000) return false;
  const plain = text.replaceAll(/'[^']*'/g, "");
  return !/[;|&<>$`'"\\\n\r(){}]/.test(plain);
}
