import { BUNDLE_BYTES } from "../../scan/program/powers.ts";
import type { ScannedText } from "../../scan/signal.ts";

const BASE64_TEXT = /["'`]([A-Za-z0-9+/_-]{12,400}={0,2})["'`]/g;
/** The author of a package, as in its manifest: a name with a mail address. */
const SIGNED = /[\w.)] <[\w.+-]{2,64}@[\w.-]{4,80}>|\bemail["']?\s{0,3}:\s{0,3}["'][^"'\n]{4,100}["']/g;
const NOTICES = /(?:^|[/_-])(?:licen[cs]es?|notices?|authors|copying|contributors)$/i;
/** A mail address that is not the user part of a URL. */
const MAIL = /(?<!:\/\/)(?<![\w.+-])(?!git@)[\w.+-]{2,64}@[\w-]{2,63}(?:\.[a-z]{2,24}){1,3}\b/gi;
/** Code that sends mail, and purposes in which an address gets a mail or an invitation. */
const SENDS_MAIL =
  /nodemailer|smtp|sendmail|postmark|sendgrid|mailgun|["'`.]bcc\b|\bbcc\s{0,9}:|personalizations/i;
const FOR_MAIL = /\be?-?mails?\b|inbox|newsletter|calendar|invit|shar(?:e|ing)\b|\bdrive\b/i;
/** An example address: a placeholder name at a placeholder domain. */
const ANYBODY =
  /@(?:example|test|types|made)\b|@[\w.-]{1,60}\.example\.(?:com|org|net)$|@(?:your|my)?-?(?:company|domain)\.(?:com|org|net|io)$|@(?:contoso|fabrikam|northwindtraders)\.com$|@odata\.|^(?:users?|username|you|your[._-]?(?:name|email)|name|e?mail|me|john|jane|john[._-]?doe|jane[._-]?(?:doe|smith)|john[._-]?smith|alice|bob|foo|bar|someone|somebody|test|demo|admin|team|owner|attendee\d?|person\d?|user\d)@(?:gmail|outlook|hotmail|customer|company|your-?company|my-?company|acme|acme-?corp|corp|domain|your-?domain|my-?domain|email|mail|site|foo|bar|abc|xyz|org|business|startup|client|workspace)\.[a-z]{2,6}$/i;
const QUOTED = /["'`]([A-Za-z0-9]{15,70})["'`]/g;
const WALLET = /^bc1[a-z0-9]{25,60}$/;
/** A wallet, or a contract on a blockchain. */
const CONTRACT = /^0x(?!0{9}|f{9})[0-9a-f]{40}$/i;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** Accounts that the code names as a whole string: wallets and bank accounts to which money could go. */
export function accountsIn(code: string, { isOnChains }: { readonly isOnChains: boolean }): string[] {
  const quoted = [...new Set(Array.from(code.matchAll(QUOTED), ([, text = ""]) => text))];
  return quoted
    .filter((text) => WALLET.test(text) || isIban(text) || (!isOnChains && CONTRACT.test(text)))
    .slice(0, 10);
}

/** Whether a text is a bank account number with valid check digits (ISO 13616). */
function isIban(text: string): boolean {
  if (!IBAN.test(text)) return false;
  const turned = text.slice(4) + text.slice(0, 4);
  const digits = [...turned].map((letter) => Number.parseInt(letter, 36)).join("");
  return BigInt(digits) % 97n === 1n;
}

/** Mail addresses in the code of a package, and whether it could send something to them. */
export function mailAddressesIn(
  programs: readonly ScannedText[],
  { said, manifest }: { readonly said: string; readonly manifest: unknown },
): { readonly addresses: readonly string[]; readonly sendsMail: boolean } {
  // Bundles and notices contain the addresses of many packages' authors.
  const own = programs
    .filter(({ file }) => !NOTICES.test(file))
    .map(({ text }) => (text.length > BUNDLE_BYTES ? text.replaceAll(SIGNED, "") : text));
  const hidden = decodedTexts(programs.map(({ text }) => text).join("\n")).match(MAIL) ?? [];
  const named = [withoutComments(own.join("\n")), unsigned(manifest)].flatMap(
    (text) => text.match(MAIL) ?? [],
  );
  const signed = signedBy(manifest);
  const small = programs.filter(({ text }) => text.length <= BUNDLE_BYTES);
  const addresses = [...new Set([...hidden, ...named])]
    .filter((one) => !ANYBODY.test(one) && !signed.includes(one))
    .slice(0, 20);
  const isOwn = (one: string) => said.includes(one.split("@")[1]?.split(".").at(-2) ?? one);
  return {
    addresses,
    // Encoding an address needs a reason. A package that is not for mail may name the address of its home page.
    sendsMail:
      hidden.length > 0 ||
      FOR_MAIL.test(said) ||
      (!addresses.every(isOwn) && small.some(({ text }) => SENDS_MAIL.test(text))),
  };
}

/** Fields of a manifest in which people give their addresses. */
const SIGNED_FIELDS = [
  "author",
  "authors",
  "contributors",
  "maintainers",
  "bugs",
  "repository",
  "homepage",
  "funding",
];

const fieldsOf = (manifest: unknown): [string, unknown][] =>
  typeof manifest === "object" && manifest !== null ? Object.entries(manifest) : [];

/** What a manifest says besides who made the package. */
const unsigned = (manifest: unknown): string =>
  JSON.stringify(
    fieldsOf(manifest).filter(
      ([name]) => !SIGNED_FIELDS.includes(name) && !/^_|ependencies$|^scripts$/.test(name),
    ),
  );

const signedBy = (manifest: unknown): readonly string[] =>
  JSON.stringify(fieldsOf(manifest).filter(([name]) => SIGNED_FIELDS.includes(name))).match(MAIL) ?? [];

/** The decoded short base64 texts, one per line, as far as they are ASCII. */
function decodedTexts(code: string): string {
  return [...code.matchAll(BASE64_TEXT)]
    .map(([, text = ""]) => Buffer.from(text, "base64").toString("latin1"))
    .filter((text) => /^[\x20-\x7e]+$/.test(text))
    .join("\n");
}

/** Removes comments: they do not run, and authors sign their files in them. */
export function withoutComments(code: string): string {
  const pieces = code
    .split("/*")
    .map((piece, at) => (at === 0 ? piece : piece.slice(piece.indexOf("*/") + 1)));
  return pieces
    .join("\n")
    .split("\n")
    .filter((line) => !/^\s{0,200}(?:\/\/|#|\*)/.test(line))
    .join("\n");
}
