import { basename, join } from "node:path";
import type { AgentParts, Memories } from "../../agent/agent-parts.ts";
import { type AgentRunsParts, createAgentRuns } from "../../agent/agent-run.ts";
import type { SkillCard } from "../../agent/agent-world.ts";
import type { Learning } from "../../agent/context/learning.ts";
import { createCatalogue } from "../../agent/context/tool-catalogue.ts";
import { type Agent, createAgent } from "../../agent/create-agent.ts";
import { listPersonas, loadPersona } from "../../agent/persona.ts";
import { type Driver, drive } from "../../agent/workflow/drive.ts";
import type { Settings } from "../../config/load-config.ts";
import type { AgentDriverName } from "../../contract/config-names.ts";
import { DejimaError } from "../../contract/error.ts";
import { LOCAL_USER, type RunMode } from "../../contract/run.ts";
import { cacheZoneFormatters } from "../../contract/words/local-time.ts";
import type { AttachmentStore } from "../../conversation/attachment-store.ts";
import type { Redactor } from "../../execution/redaction/redactor.ts";
import { readRecordedCalls } from "../../execution/run/keyed-call.ts";
import type { LanguageModel } from "../../model/language/language-model.ts";
import { needsOf } from "../../retrieval/search-needs.ts";
import type { SkillLibrary } from "../../sources/skills/library/skill-library.ts";
import { contentOf } from "../../sources/skills/tools/reading-tools.ts";
import type { Store } from "../../store/store.ts";
import { defined } from "../../support/defined.ts";
import { cacheFor, once } from "../../support/once.ts";
import { packageFolder } from "../../support/paths.ts";
import { thrownText } from "../../support/thrown-text.ts";
import type { ToolRegistry } from "../../tool/tool-registry.ts";
import type { RunRegistry } from "../storage/run-registry.ts";
import type { Search } from "../tools/open-search.ts";

interface OpenAgentParts extends Pick<AgentRunsParts, "approvals" | "history" | "subscribe"> {
  readonly runs: RunRegistry;
  readonly settings: Settings;
  readonly workspace: string;
  readonly registry: ToolRegistry;
  readonly mode: RunMode;
  /** The model in use now. */
  model(): Promise<LanguageModel>;
  /** The same model, limited by the budgets. */
  readonly metered: NonNullable<AgentParts["metered"]>;
  readonly persona: string | undefined;
  readonly driver: Driver | AgentDriverName | undefined;
  readonly redactor: Pick<Redactor, "json">;
  /** The source of the prompt's section of memories. */
  readonly memories?: Memories;
  timezoneOf(user: string): Promise<string>;
  /** Files that people sent. */
  attachments(): Promise<AttachmentStore>;
  skills(): Promise<SkillLibrary>;
  search(): Promise<Search>;
  readonly learning: Learning;
  store(): Promise<Store>;
}

// How long the list of frequently used tools is cached: it need not change with every message.
const USES_CACHE_MS = 30_000;

// A skill found by meaning alone joins the prompt only if the search is confident and the distance is small.
// Among a handful of skills, one is always the nearest.
const CLEAR_FIT = 0.82;
const CLEAR_MEANING = 0.35;

/** The agent of a runtime, with the chosen model, the persona, the catalogue and the gate. */
export function openAgent(parts: OpenAgentParts): Agent {
  return createAgent(agentPartsOf(parts));
}

/** The parts that the agent of a runtime is made from. */
export function agentPartsOf(parts: OpenAgentParts): AgentParts {
  const { settings, registry } = parts;
  const { config } = settings;
  const persona = once(() => loadPersona(parts.persona ?? config.persona, personaFolders(settings)));
  const cardsOf = keepSkillCards();
  return {
    learning: parts.learning,
    redact: parts.redactor.json,
    ...defined({ memories: parts.memories }),
    async attachments(conversation, message) {
      const storage = await parts.attachments();
      const sent = await storage.ofMessage(conversation, message);
      return Promise.all(
        sent.map(async ({ id, name, mediaType }) => ({
          name,
          mediaType,
          content: await storage.read(conversation, id),
        })),
      );
    },
    runs: createAgentRuns({
      approvals: parts.approvals,
      history: parts.history,
      subscribe: parts.subscribe,
      openRun: parts.runs.open,
      reopenRun: parts.runs.reopen,
      activate: parts.runs.activate,
      maxOutputCharacters: config.tools.maxOutput,
    }),
    catalogue: createCatalogue(registry, {
      findTools: async (text, limit, user = LOCAL_USER) => {
        const { hits } = await (await parts.search()).tools(needsOf(text), { limit, user });
        return hits.toSorted((a, b) => b.score - a.score).map(({ name }) => name);
      },
      findSkills: async (text, limit, user = LOCAL_USER) => {
        const { hits } = await (await parts.search()).skills(text, { limit, user });
        return hits
          .filter(({ score, signals }) => score >= CLEAR_FIT && signals.meaning >= CLEAR_MEANING)
          .map(({ name }) => name);
      },
      uses: cacheFor(USES_CACHE_MS, async () => {
        const all = await (await parts.store()).statistics.all();
        return new Map(all.map(({ tool, count }) => [tool, count]));
      }),
      skills: async () => cardsOf(await parts.skills()),
      waitingSkills: async () => {
        const library = await parts.skills();
        const unusable = (await library.list()).filter(
          ({ trust, enabled }) => trust !== "trusted" || !enabled,
        );
        return unusable.map(({ name, enabled }) =>
          enabled
            ? { name, command: `dejima skill trust ${name}`, content: () => contentOf(library, name) }
            : { name, command: `dejima skill enable ${name}` },
        );
      },
      openSkill: async (name) => {
        const { body, manifest, release } = await (await parts.skills()).use(name);
        release();
        return { instructions: body, allowedTools: manifest.allowedTools };
      },
    }),
    settings: {
      ...config.agent,
      maxOutput: config.tools.maxOutput,
      ...defined({ thinking: config.models.thinking }),
    },
    environment: {
      platform: process.platform,
      workspace: basename(parts.workspace),
      asking: parts.mode === "interactive" ? "now" : "never",
    },
    ...chooseDriver(parts.driver ?? config.agent.driver),
    model: parts.model,
    metered: parts.metered,
    persona: persona.get,
    personaNamed: (name) => loadPersona(name, personaFolders(settings)),
    store: parts.store,
    now: Date.now,
    timezoneOf: parts.timezoneOf,
    formatterOf: cacheZoneFormatters(),
    async recording(runId) {
      const history = await parts.history();
      const events = await Array.fromAsync(history.read(runId));
      return {
        runId,
        events,
        calls: await readRecordedCalls(history.read(runId)),
        steps: await (await parts.store()).steps.list(runId),
        observation: (ref) => history.observation(runId, ref),
      };
    },
  };
}

// The persona instructs the model, so an untrusted project may add personas but not replace one.
function personaFolders({ base, trusted }: Settings): string[] {
  const [own, shipped] = [join(base, "personas"), join(packageFolder(import.meta.filename), "personas")];
  return trusted ? [own, shipped] : [shipped, own];
}

/** The names of all personas. */
export function personasOf(settings: Settings): Promise<string[]> {
  return listPersonas(personaFolders(settings));
}

// Built from the library's memory, once for each of its states: opening ten thousand skills would take longer
// than the answer.
function keepSkillCards(): (library: SkillLibrary) => Promise<readonly SkillCard[]> {
  let made: { readonly from: readonly [unknown, unknown]; readonly cards: readonly SkillCard[] } | undefined;
  return async (library) => {
    const [all, findable] = await Promise.all([library.list(), library.findable()]);
    if (made?.from[0] !== all || made.from[1] !== findable) {
      const trusted = all.filter(({ trust, enabled }) => trust === "trusted" && enabled);
      const names = new Set(trusted.map(({ name }) => name));
      // Skills that the author reserves for users can be named, but are not listed.
      const userOnly = trusted.filter(({ modelInvocable }) => !modelInvocable);
      const cards = [
        ...findable.filter(({ name }) => names.has(name)),
        ...userOnly.map((skill) => ({ ...skill, keywords: [] })),
      ];
      made = { from: [all, findable], cards };
    }
    return made.cards;
  };
}

/** The driver of the agent's workflow: a built-in one by name, or the caller's own function. */
function chooseDriver(chosen: Driver | AgentDriverName): {
  readonly drive: Driver;
  readonly driver?: AgentDriverName;
} {
  if (typeof chosen === "function") return { drive: chosen };
  return { driver: chosen, drive: chosen === "own" ? drive : langGraph() };
}

// Loaded with the first message, so that only users of this driver need the package.
function langGraph(): Driver {
  const loaded = once(async () => {
    try {
      const { langGraphDriver } = await import("../../agent/langgraph/agent-graph.ts");
      return langGraphDriver();
    } catch (cause) {
      const why = `Cannot use the driver "langgraph": ${thrownText(cause)}. Or set agent.driver to own`;
      throw new DejimaError("invalid_input", why, { driver: "langgraph" }, { cause });
    }
  });
  return async (start, world, steps) => (await loaded.get())(start, world, steps);
}
