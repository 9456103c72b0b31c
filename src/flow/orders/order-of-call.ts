import type { ArgumentOrigin } from "../../contract/origin.ts";
import { saysToOthers } from "../action.ts";
import type { ExplainedCall, Leaf } from "../call-leaves.ts";
import type { RunOrigins } from "../run-origins.ts";
import { spendsMoney } from "../spends-money.ts";
import { objectOf } from "../verbs.ts";
import { nameWords, singularOf } from "../words.ts";
import { type Clause, commands, saysWord } from "./clauses.ts";
import { valuesOfOtherOrders } from "./one-order.ts";
import type { NamedValue } from "./order-gaps.ts";
import { isSwitch } from "./stated-switch.ts";

/** The origins of a call's arguments, with the values marked that the user said for something else than this call. */
export function withOtherOrders(
  origins: readonly ArgumentOrigin[],
  leaves: readonly Leaf[],
  {
    tool,
    service,
    run,
    asking,
  }: {
    readonly tool: string;
    readonly service: string;
    readonly run: RunOrigins;
    /** The orders that ask for the call. */
    readonly asking: readonly Clause[];
  },
): readonly ArgumentOrigin[] {
  if (asking.length === 0) return origins;
  const said = origins.flatMap(({ path, from, role }): NamedValue[] => {
    const leaf = leaves.find((one) => one.path === path);
    if (leaf === undefined || role === "inert" || role === "code") return [];
    const { argument, value } = leaf;
    if (from === "user")
      return [{ path, argument, role, value, spellings: [pairOf(leaf, leaves, run.own) ?? value] }];
    if (from !== "record") return [];
    const things = run.records.find(value, { argument, service, tool });
    const spellings = things.flatMap(({ names }) => names);
    const rivals = run.records
      .ofKind({ argument, service, tool })
      .slice(0, MOST_RIVALS)
      .flatMap(({ id, names }) => (id === value ? [] : names))
      .filter((name) => !spellings.includes(name));
    return [{ path, argument, role, value, spellings, rivals }];
  });
  const other = valuesOfOtherOrders(said, { tool, asking, clauses: run.own.clauses });
  const unnamed = changesOwnData(tool) ? said.filter((value) => !isOfField(value, tool, asking)) : [];
  const paths = new Set([...other, ...unnamed.map(({ path }) => path)]);
  if (paths.size === 0) return origins;
  return origins.map((origin) =>
    paths.has(origin.path) ? { ...origin, from: "elsewhere" as const, asks: true } : origin,
  );
}

const MOST_RIVALS = 200;

/** The path that the user wrote for this value and another one of the call: "acme/sundial" for an owner and a repository. */
export function pairOf(
  { role, value }: Leaf,
  leaves: readonly Leaf[],
  own: Pick<RunOrigins["own"], "namesPair">,
): string | undefined {
  if (role !== "authority") return undefined;
  for (const { role: other, value: second } of leaves) {
    if (other !== "authority") continue;
    if (own.namesPair(value, second)) return `${value}/${second}`;
    if (own.namesPair(second, value)) return `${second}/${value}`;
  }
  return undefined;
}

const CHANGES = new Set("update edit change set modify configure".split(" "));
const OWN_DATA = new Set(
  "profile account setting preference username user billing notification contact".split(" "),
);
/** Words for all data of the user's. People name the field: "change my city". */
const ALL_DATA = new Set("profile setting preference account info information detail data".split(" "));
const ID_WORDS = new Set("id ids number key uuid".split(" "));
const CHINESE_FIELDS: Readonly<Record<string, string>> = {
  email: "邮箱|邮件地址",
  phone: "电话|手机",
  address: "地址",
  street: "街道",
  city: "城市",
  country: "国家",
  name: "名字|姓名|名称|昵称",
  nickname: "昵称",
  username: "用户名",
  password: "密码",
  bio: "简介",
  language: "语言",
  photo: "头像|照片",
  theme: "主题",
};

/** Whether a tool changes data of the user's own: their profile, their settings. */
function changesOwnData(tool: string): boolean {
  return (
    nameWords(tool).some((name) => CHANGES.has(name)) &&
    objectOf(tool).some((name) => OWN_DATA.has(singularOf(name)))
  );
}

/**
 * Whether an order names the field that a value of the user's own data is for. An address to write to is not their new address, and
 * the city is not the name. "And" and commas separate the fields.
 */
function isOfField(
  { argument, value, spellings }: NamedValue,
  tool: string,
  asking: readonly Clause[],
): boolean {
  const words = nameWords(argument);
  const object = objectOf(tool).map(singularOf);
  const further = ALL_DATA.has(object.at(-1) ?? "") ? [] : object.filter((word) => OWN_DATA.has(word));
  return asking.some(({ plain, head }) => {
    if (!further.every((word) => saysWord(plain, word))) return false;
    if (isSwitch(value) || words.some((word) => ID_WORDS.has(word))) return true;
    const forms = [words.join("[\\s_-]?"), ...words.flatMap((word) => CHINESE_FIELDS[word] ?? [])];
    return [...head.matchAll(new RegExp(forms.join("|"), "giu"))].some(({ 0: field, index }) =>
      spellings.some((spelling) => {
        const at = head.indexOf(spelling);
        const between =
          at > index ? head.slice(index + field.length, at) : head.slice(at + spelling.length, index);
        return at !== -1 && !/\band\b|[,，；。、和]/iu.test(between);
      }),
    );
  });
}

/**
 * Whether all orders for a call apply only if the user is free, and the run cannot show that: the receiving service has not been read.
 * Payments never depend on it.
 */
export function dependsOnCondition(
  call: ExplainedCall,
  { orders, isSeen }: { readonly orders: readonly Clause[]; readonly isSeen: boolean },
): boolean {
  if (orders.some(({ asks }) => asks === "always")) return false;
  return spendsMoney(call) || !isSeen;
}

/** Whether a call replaces the content of an existing thing, and no order of the user asks for that. */
export function replacesUnasked(
  tool: string,
  leaves: readonly Leaf[],
  { records, orders }: Pick<RunOrigins, "records"> & { readonly orders: readonly Clause[] },
): boolean {
  const how = replacesContent(tool);
  if (how === "never" || !leaves.some(({ argument, role }) => role === "content" && isWhole(argument)))
    return false;
  const exists = leaves.some(({ role, value }) => role === "authority" && records.exists(value));
  return exists && (how === "new" || !orders.some(wantsReplaced));
}

const WHOLE = new Set("content contents body text data".split(" "));

/** Whether an argument is for the whole content of a thing, not for a note on it. */
function isWhole(argument: string): boolean {
  return nameWords(argument).some((word) => WHOLE.has(word));
}

const REPLACES = new Set("write overwrite replace update edit modify save put set upload".split(" "));
const NEW_FILES = new Set("file document doc page note sheet".split(" "));
const REPLACING =
  "update edit replace overwrite rewrite change correct fix modify revise set translate 改 更新 替换 覆盖 重写 换".split(
    " ",
  );
const INTO =
  /\b(?:write|save|put|store|copy|enter)\b[^.!?;\n]{0,200}\b(?:into|in|to|as|over|onto)\b|[写存][^。！？；\n]{0,60}[到进入]/iu;

/** Whether a tool would replace the content of a thing. A new file replaces one of the same name. */
function replacesContent(tool: string): "always" | "new" | "never" {
  const names = nameWords(tool);
  // A review or a reply is a new text.
  if (saysToOthers(tool) && !names.includes("upload")) return "never";
  if (names.some((name) => REPLACES.has(name))) return "always";
  const makes = names.some((name) => name === "create" || name === "make" || name === "new");
  return makes && objectOf(tool).some((name) => NEW_FILES.has(singularOf(name))) ? "new" : "never";
}

/** Whether an order asks to replace the content of a thing, not to add to it, read it or write about it. */
function wantsReplaced(clause: Clause): boolean {
  return commands(clause, REPLACING) || INTO.test(clause.plain);
}
