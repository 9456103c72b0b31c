import type { JsonSchema } from "../../contract/data/json-schema.ts";
import type { Tool } from "../../contract/tool.ts";
import type { OfferedTool } from "../../model/language/language-model.ts";
import { cachedByName } from "../../text/cached-by-name.ts";
import type { ToolRegistry } from "../../tool/tool-registry.ts";
import type { Catalogue, Offers } from "../agent-world.ts";
import { approximateTokens } from "../prompt/section.ts";

// Built-in tools that few requests need. Their definitions would take half of the tokens of all tools.
const FAMILIES: readonly Family[] = [
  {
    tools: /^browser_(?!open$)/,
    words:
      /\b(?:browser?|page|site|website|click|screenshot|form|button|log ?in)\b|浏览器|网页|网站|页面|点击|截图|表单|登录/i,
  },
  {
    tools: /^(?:json|base64)_/,
    words: /json|base64|\b(?:encode|decode|parse|quer(?:y|ies))\b|编码|解码|解析/i,
  },
  {
    tools: /^(?:call_mcp_tool|get_mcp_instructions|get_mcp_prompt|read_mcp_resource)$/,
    words: /\bmcp\b|\bservers?\b|\bresources?\b|\bprompts?\b|服务器|资源/i,
  },
  {
    tools: /^(?:accept_skill|draft_skill|install_skill|uninstall_skill)$/,
    words: /skill|install|技能|安装|卸载/i,
  },
  {
    tools: /^(?:deliver_artifacts|get_image_file|get_voice_file)$/,
    words:
      /\b(?:images?|pictures?|photos?|voice|audio|recordings?|files?|attach\w*|send|deliver|report)\b|图|照片|语音|录音|附件|文件|发给|发送|报告/i,
  },
  {
    tools: /^http_(?:get|post|request)$/,
    words: /https?:|\b(?:api|http|post|request|webhook|endpoint|curl)\b|接口|请求/i,
  },
  {
    tools: /^(?:update_scheduled_task|trigger_scheduled_task)$/,
    words: /\b(?:remind\w*|schedul\w*|tasks?|plan\w*|pause|resume|every)\b|提醒|定时|任务|计划|暂停|每/i,
  },
  {
    tools: /^(?:submit_plan|read_quarantined|run_child_task)$/,
    words:
      /https?:|\b(?:e-?mails?|inbox|messages?|pages?|sites?|websites?|web|links?|channels?|calendars?|invites?|articles?|news)\b|邮件|邮箱|消息|网页|网站|链接|频道|日历|新闻|文章/i,
  },
  {
    tools: /^(?:find|try|install)_capability$/,
    words:
      /\b(?:install\w*|capabilit\w+|registr\w+|find a (?:tool|server|skill)|mcp)\b|安装|找个工具|注册表/i,
  },
  { tools: /^(?:raise_budget|spend_on_model)$/, words: /\bbudgets?\b|预算/i },
  {
    tools: /^(?:get_env|set_env|detect_platform|sleep|get_run_log|get_memory_stats|skip_profile_question)$/,
    words:
      /\b(?:env\w*|variables?|system|platform|machine|computer|node|wait|sleep|seconds?|minutes?|logs?|calls?|did|memor\w+|remember|skip|question)\b|环境|变量|系统|平台|电脑|等待?|秒|分钟|日志|记录|记忆|记得|跳过|问题/i,
  },
];

const MIN_USES = 3;

// Constraints that the gate checks anyway and that do not tell a model what to send.
const BOUNDS: ReadonlySet<string> = new Set([
  "$schema",
  "minLength",
  "maxLength",
  "maxItems",
  "additionalProperties",
]);

const DATA: ReadonlySet<string> = new Set(["enum", "const", "default", "examples", "required"]);

/** Maximum number of offered lists that are kept for later runs. */
const MAX_RECENT = 16;

/** An offered list, and the state of the registry that it was made from. */
interface OfferedList extends Offers {
  readonly revision: number;
}

type CatalogueServices = Pick<
  Catalogue,
  "findTools" | "findSkills" | "uses" | "skills" | "waitingSkills" | "openSkill"
>;

/** The agent's view of a registry. Each tool is converted and measured once. */
export function createCatalogue(registry: ToolRegistry, services: CatalogueServices): Catalogue {
  const offers = new WeakMap<Tool, OfferedTool & { tokens: number }>();
  const lists = new WeakMap<readonly string[], OfferedList>();
  // Most runs offer the same tools.
  const recent = new Map<string, OfferedList>();
  let listed: { readonly revision: number; readonly tools: readonly Tool[] } | undefined;
  const offer: Catalogue["offer"] = (name) => {
    const tool = registry.get(name);
    if (tool === undefined) return undefined;
    const known = offers.get(tool);
    if (known !== undefined) return known;
    const inputSchema = slimSchema(tool.input.toJsonSchema());
    const { name: own, description } = tool;
    const longest = registry.descriptionOf(tool, list());
    const tokens = approximateTokens(`${own} ${longest} ${JSON.stringify(inputSchema)}`);
    const made = { name: own, description, inputSchema, tokens };
    offers.set(tool, made);
    return made;
  };
  const list = () => {
    if (listed?.revision !== registry.revision)
      listed = { revision: registry.revision, tools: registry.list() };
    return listed.tools;
  };
  return {
    ...services,
    written: new WeakMap(),
    offer,
    offerAll(names, { found = [], uses = {} } = {}) {
      const { revision } = registry;
      const own = lists.get(names);
      if (own?.revision === revision) return own;
      const text = names.join(" ");
      const known = recent.get(text);
      if (known?.revision === revision) {
        lists.set(names, known);
        return known;
      }
      const listedTools = names.flatMap((name) => registry.get(name) ?? []);
      const merits = { pinned: found, uses: new Map(Object.entries(uses)) };
      const tools = listedTools.flatMap((tool) => {
        const offered = offer(tool.name);
        if (offered === undefined || tool.composes !== true) return offered ?? [];
        return { ...offered, description: registry.descriptionOf(tool, listedTools, merits) };
      });
      const shown = new Set(names);
      const hidden = list().filter(({ name }) => !shown.has(name));
      const savedTokens = hidden.reduce((sum, { name }) => sum + (offer(name)?.tokens ?? 0), 0);
      const made = { revision, tools, savedTokens };
      lists.set(names, made);
      if (recent.size >= MAX_RECENT) recent.clear();
      recent.set(text, made);
      return made;
    },
    list,
    get: (name) => registry.get(name),
    nearest: (name) => registry.nearestNames(name),
  };
}

/** A schema as a model needs it: names, types, choices and descriptions, without constraints that only validation needs. */
export function slimSchema(schema: JsonSchema): JsonSchema {
  return slim(schema) as JsonSchema; // Only keys of schemas are left out.
}

function slim(value: unknown, names = false): unknown {
  if (Array.isArray(value)) return value.map((item) => slim(item));
  if (typeof value !== "object" || value === null) return value;
  const relevant = Object.entries(value).filter(([key, inner]) => names || !isBound(key, inner));
  // The keys under `properties` are the tool's own names, even if they look like schema keywords.
  return Object.fromEntries(
    relevant.map(([key, inner]) => [
      key,
      DATA.has(key) && !names ? inner : slim(inner, key === "properties" && !names),
    ]),
  );
}

function isBound(key: string, value: unknown): boolean {
  if (key === "additionalProperties") return value === false;
  return (
    BOUNDS.has(key) ||
    (key === "maximum" && value === Number.MAX_SAFE_INTEGER) ||
    (key === "minimum" && value === Number.MIN_SAFE_INTEGER)
  );
}

interface Family {
  readonly tools: RegExp;
  /** A request that contains one of these words may need the family. */
  readonly words: RegExp;
}

/** What decides whether a rarely needed tool is offered nevertheless. */
interface OfferReasons {
  readonly message: string;
  readonly pinned: readonly string[];
  /** How often each tool was used before. */
  readonly uses: Readonly<Record<string, number>>;
}

/**
 * The tools to offer from the start: all except rarely used built-in ones that the message does not mention and that are neither
 * pinned nor often used. Those are listed in the prompt, and a search for them puts them on offer.
 */
export function initialOffer(
  tools: readonly Tool[],
  { message, pinned, uses }: OfferReasons,
): readonly Tool[] {
  const silent = new Set(FAMILIES.filter(({ words }) => !words.test(message)));
  const often = Object.keys(uses).filter((name) => (uses[name] ?? 0) >= MIN_USES);
  const kept = new Set([...pinned, ...often]);
  const key = [...kept, ...FAMILIES.map((family) => silent.has(family))].join(" ");
  const last = lastOffers.get(tools);
  if (last?.key === key) return last.offer;
  const servers = tools.some(({ source }) => source === "mcp");
  const offer = tools.filter(({ name, source }) => {
    if (source !== "builtin" || kept.has(name)) return true;
    if (servers && name.includes("mcp")) return true;
    return !familiesOf(name).some((family) => silent.has(family));
  });
  lastOffers.set(tools, { key, offer });
  return offer;
}

/** The last offer from each list of tools, and what decided about it. Most messages get the same. */
const lastOffers = new WeakMap<readonly Tool[], { readonly key: string; readonly offer: readonly Tool[] }>();

const familiesOf = cachedByName((name) => FAMILIES.filter(({ tools }) => tools.test(name)));
