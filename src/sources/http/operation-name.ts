import { BUILTIN_WORDS } from "../../contract/tool-family.ts";
import { sha256 } from "../../support/sha256.ts";

const MAX_LENGTH = 64;

/** What models call an operation by: the API's name and the operation's, in small letters, each name given once. */
export function operationNames(api: string, operations: readonly { readonly id: string }[]): string[] {
  const given = new Set<string>();
  return operations.map(({ id }) => {
    const plain = apart(`${words(api)}_${words(id)}`.replace(/^[^a-z]+/, ""));
    const whole = plain === "" || plain.length > MAX_LENGTH || given.has(plain) ? told(plain, id) : plain;
    given.add(whole);
    return whole;
  });
}

/** An API whose name is a word of ours would have its tools taken for built-in ones. */
function apart(name: string): string {
  const [first = ""] = name.split("_");
  return BUILTIN_WORDS.includes(first) ? `api_${name}` : name;
}

/** Names that are too long or taken are told apart by a hash. */
function told(name: string, id: string): string {
  return `${name.slice(0, MAX_LENGTH - 9) || "api"}_${sha256(id).slice(0, 8)}`;
}

function words(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
}
