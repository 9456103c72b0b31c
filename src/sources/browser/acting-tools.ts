import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import type { Sentence, Tool, ToolContext } from "../../contract/tool.ts";
import { shortened } from "../../text/text-end.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { type BrowserOf, type BrowserSession, elementName, type Page, readPage } from "./browser-session.ts";

const page = z
  .string()
  .min(1)
  .max(8_000)
  .describe("The address of the open page, as the last snapshot gave it");
const target = z.string().min(1).describe("The element's ref in the snapshot, such as e5");

/** The actions on a page. The browser's server uses the same names. */
const ACTS = [
  {
    name: "browser_click",
    summary: "Click an element of the open page",
    input: { target, doubleClick: z.boolean().optional() },
  },
  {
    name: "browser_type",
    summary: "Type text into a field of the open page",
    input: {
      target,
      text: z.string().max(100_000),
      submit: z.boolean().optional().describe("Press Enter after it"),
    },
  },
  {
    name: "browser_fill_form",
    summary: "Fill several fields of a form on the open page",
    input: {
      fields: z
        .array(
          z.object({
            target,
            name: z.string().describe("Name of the field, for people"),
            type: z.enum(["textbox", "checkbox", "radio", "combobox", "slider"]),
            value: z.string().describe("The text, or true and false for a checkbox"),
          }),
        )
        .min(1)
        .max(100),
    },
  },
  {
    name: "browser_select_option",
    summary: "Choose options of a list on the open page",
    input: { target, values: z.array(z.string()).min(1) },
  },
  {
    name: "browser_press_key",
    summary: "Press a key in the open page, such as Enter",
    input: { key: z.string().min(1).max(50) },
  },
  {
    name: "browser_hover",
    summary: "Move the pointer over an element of the open page",
    input: { target },
  },
  {
    name: "browser_handle_dialog",
    summary: "Answer a dialog that the open page shows",
    input: { accept: z.boolean(), promptText: z.string().optional() },
  },
  {
    name: "browser_navigate_back",
    summary: "Go back to the page before the open one",
    input: {},
  },
] as const;

/** Tools that act on a page. The input names the page, so that rules, questions and grants apply to its address. */
export function actingTools(browserOf: BrowserOf): Tool[] {
  return ACTS.map(({ name, summary, input }) =>
    defineTool({
      category: "browser",
      source: "builtin",
      name,
      summary,
      description: `${summary}. Refused if the open page is not \`page\`. Returns {url, title, snapshot} of the page afterwards.`,
      risk: "high",
      input: () => z.object({ page, ...input }),
      effects: (call) => [{ kind: "host.send", target: call.page }],
      question: (call, { runId }) => questionOf(browserOf, { tool: name, input: call, runId }),
      run: ({ page: address, ...rest }, context) =>
        actOnPage(browserOf, { page: address, tool: name, input: rest }, context),
    }),
  );
}

const VERBS: Readonly<Record<string, readonly [en: string, zh: string]>> = {
  browser_click: ["Click", "点击"],
  browser_type: ["Type into", "输入到"],
  browser_select_option: ["Choose in", "选择"],
  browser_hover: ["Point at", "指向"],
};

const MAX_WAIT_MS = 5_000;

/** Names the element that a call acts on as the person sees it in the page, instead of its ref. */
async function questionOf(
  browserOf: BrowserOf,
  { tool, input, runId }: { tool: string; input: { page: string; target?: unknown }; runId: string },
): Promise<Sentence | undefined> {
  const verb = VERBS[tool];
  if (verb === undefined || typeof input.target !== "string") return undefined;
  const { url, snapshot } = await readPage(await browserOf(runId), AbortSignal.timeout(MAX_WAIT_MS));
  const element = elementName(snapshot, input.target);
  if (element === undefined || withoutFragment(url) !== withoutFragment(input.page)) return undefined;
  const shown = shortened(element, MAX_NAME_LENGTH);
  const host = URL.parse(url)?.host ?? url;
  return { en: `${verb[0]} ${shown} on ${host}?`, zh: `在 ${host} 上${verb[1]}${chineseElement(shown)}？` };
}

/** The kinds of elements that people act on, in Chinese. */
const CHINESE_ROLES: Readonly<Record<string, string>> = {
  button: "按钮",
  link: "链接",
  textbox: "输入框",
  searchbox: "搜索框",
  combobox: "下拉框",
  listbox: "列表",
  option: "选项",
  checkbox: "复选框",
  radio: "单选按钮",
  tab: "标签页",
  menuitem: "菜单项",
};

/** An element such as `button "Send"` with its kind in Chinese. */
function chineseElement(element: string): string {
  const [, role = "", rest = ""] = /^(\w+)(.*)$/s.exec(element) ?? [];
  const name = Object.hasOwn(CHINESE_ROLES, role) ? CHINESE_ROLES[role] : undefined;
  return name === undefined ? ` ${element}` : `${name}${rest}`;
}

const MAX_NAME_LENGTH = 80;

/** Acts on the page that the caller named, and returns the page afterwards. */
async function actOnPage(
  browserOf: BrowserOf,
  { page, tool, input }: { page: string; tool: string; input: Readonly<Record<string, unknown>> },
  { runId, signal }: ToolContext,
): Promise<Page> {
  const session = await browserOf(runId);
  await requireOpen(session, page, signal);
  await session.ask({ tool, input, signal });
  return readPage(session, signal);
}

// The policy judged, and perhaps a person approved, a call that sends to this page. Another page needs its own verdict.
async function requireOpen(session: BrowserSession, page: string, signal: AbortSignal): Promise<void> {
  const { url } = await readPage(session, signal);
  if (withoutFragment(url) === withoutFragment(page)) return;
  throw new DejimaError(
    "conflict",
    `Cannot act on "${page}": the open page is now "${url}". Read it with browser_snapshot first`,
    { page, open: url },
  );
}

// Rules see the whole address. Only the fragment, which is never sent, may differ.
function withoutFragment(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  url.hash = "";
  return url.href;
}
