import type { Role } from "../../contract/flow.ts";
import { atomsOf } from "../atoms.ts";
import { phraseOf, wordsOf } from "../words.ts";
import type { Clause } from "./clauses.ts";

/** A value of a call that the user's words explain, with the spellings in which they said it. */
export interface NamedValue {
  readonly path: string;
  readonly argument: string;
  readonly role: Role;
  readonly value: string;
  /** The value itself, or the names by which the user called the thing. */
  readonly spellings: readonly string[];
  /** The names of other things of the same kind. */
  readonly rivals?: readonly string[];
}

type Kind = "mail" | "link" | "account" | "path" | "date" | "number" | "name";

/** Words with capital letters that are no names. */
const NO_NAMES = new Set(
  "i please also then and but so now ok okay can could would will you pr id".split(" "),
);
const CAPITAL = /(?<=[\s"'“‘(])\p{Lu}[\p{L}\p{N}'’-]{0,60}/gu;

const HYPHENED = /(?<![\p{L}\p{N}-])\p{L}[\p{L}\p{N}]{0,40}(?:-[\p{L}\p{N}]{1,40}){1,4}(?![\p{L}\p{N}-])/gu;

/** The values of each kind that a text has. */
function valuesIn(text: string): readonly { readonly kind: Kind; readonly value: string }[] {
  const { atoms, rest } = atomsOf(text.trim());
  const names = (rest.match(CAPITAL) ?? []).filter((name) => !NO_NAMES.has(name.toLowerCase()));
  return [
    ...atoms.map(({ type, value }) => ({ kind: type, value })),
    ...names.map((value) => ({ kind: "name" as const, value })),
    // Names of repositories look like files: "tide-tables".
    ...(rest.match(HYPHENED) ?? []).map((value) => ({ kind: "path" as const, value })),
  ];
}

/** The kind of a value, by its first spelling. Numbered things are called by other names as well. */
function kindsOf({ spellings }: NamedValue): ReadonlySet<Kind> {
  return new Set(
    spellings.map((spelling) => {
      if (spelling.replace(HYPHENED, "") === "") return "path";
      const { atoms, rest } = atomsOf(spelling);
      const [only] = atoms;
      return only !== undefined && atoms.length === 1 && wordsOf(rest).length === 0 ? only.type : "name";
    }),
  );
}

/**
 * Whether an order has another value of the same kind, which no argument of the call uses: then it leaves no gap for this one. Texts
 * have no kind.
 */
export function hasOther({ head }: Clause, value: NamedValue, values: readonly NamedValue[]): boolean {
  if (value.role === "content") return false;
  const kinds = kindsOf(value);
  const used = values.flatMap(({ spellings }) => spellings).map((one) => one.toLowerCase());
  const words = phraseOf(wordsOf(head));
  if (value.rivals?.some((name) => wordsOf(name).length > 0 && words.includes(phraseOf(wordsOf(name)))))
    return true;
  return valuesIn(head).some(
    ({ kind, value: found }) => kinds.has(kind) && !used.some((one) => one.includes(found.toLowerCase())),
  );
}

const RECEIVERS: ReadonlySet<Kind> = new Set(["mail", "account", "name"]);
const OF_SAME =
  /\b(?:h(?:er|is)|their|its|the|whose)\s+(?:[\p{L}-]+\s+){0,2}(?:iban|account|address|e-?mail|mail|number|phone|id|handle|username|contact)\b|\b(?:iban|account|e-?mail|address)\s*[:=]|(?:账号|账户|邮箱|地址|电话)/iu;

/**
 * Whether a part without a verb says what the order leaves open: "her IBAN is …" for "send it to Lena". A receiver whom it only mentions
 * ("Rex is my landlord") does not count for an order that has a receiver.
 */
export function fillsGap(
  holder: Clause,
  value: NamedValue,
  { order, values }: { readonly order: Clause; readonly values: readonly NamedValue[] },
): boolean {
  if (value.role !== "destination") return !hasOther(order, value, values);
  const named = valuesIn(order.head).filter(({ kind }) => RECEIVERS.has(kind));
  if (named.length === 0) return true;
  const kinds = kindsOf(value);
  if (named.some(({ kind }) => kinds.has(kind))) return false;
  const { text } = holder;
  return (
    OF_SAME.test(text) || named.some(({ value: name }) => text.toLowerCase().includes(name.toLowerCase()))
  );
}
