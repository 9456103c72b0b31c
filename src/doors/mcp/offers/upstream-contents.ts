import { setTimeout as delay } from "node:timers/promises";
import type { Prompt, Resource, ResourceTemplateType } from "@modelcontextprotocol/server";
import type { Runtime } from "../../../runtime.ts";

type Source = Runtime["mcp"];
type Upstream = Awaited<ReturnType<Source["upstreams"]>>[number];

/** The resources and prompts of one server. */
interface UpstreamContent {
  readonly upstream: Upstream;
  readonly prompts: readonly Prompt[];
  readonly resources: readonly Resource[];
  readonly templates: readonly ResourceTemplateType[];
}

/** The resources and prompts of all servers. Each is queried once, and again after it announced a change. */
export interface UpstreamContents {
  all(): Promise<UpstreamContent[]>;
  /** The server that has a resource, by its list or by one of its templates. */
  holderOf(uri: string): Promise<Upstream | undefined>;
  forget(server: string): void;
}

/** How long a list waits for a server. Later answers are announced. */
const LIST_TIMEOUT_MS = 5_000;
const CACHE_MS = 10 * 60_000;

/** A server that could not be queried is tried again after this. */
const RETRY_MS = 10_000;

const NOTHING = { prompts: [], resources: [], templates: [] };

interface CachedContent {
  readonly until: number;
  readonly upstreamContent: Promise<UpstreamContent>;
  done: boolean;
}

/** Creates the contents. `onLate` is called when a server answers after a list stopped waiting. */
export function createUpstreamContents(source: Source, onLate: () => void): UpstreamContents {
  const cached = new Map<string, CachedContent>();

  function ask(upstream: Upstream): CachedContent {
    const { server } = upstream;
    const known = cached.get(server);
    if (known !== undefined && known.until > Date.now()) return known;
    const { resources, prompts } = upstream.capabilities();
    const fetchContent = async (): Promise<UpstreamContent> => ({
      upstream,
      prompts: prompts === undefined ? [] : await upstream.prompts(),
      resources: resources === undefined ? [] : await upstream.resources(),
      templates: resources === undefined ? [] : await upstream.resourceTemplates(),
    });
    const entry: CachedContent = {
      until: Date.now() + CACHE_MS,
      done: false,
      upstreamContent: fetchContent().catch(() => {
        cached.set(server, { ...entry, done: true, until: Date.now() + RETRY_MS });
        return { upstream, ...NOTHING };
      }),
    };
    void entry.upstreamContent.then(() => {
      entry.done = true;
    });
    cached.set(server, entry);
    return entry;
  }

  async function all(): Promise<UpstreamContent[]> {
    const now = (await source.upstreams()).map((upstream) => ({ upstream, entry: ask(upstream) }));
    const late = delay(LIST_TIMEOUT_MS, undefined, { ref: false });
    return Promise.all(
      now.map(async ({ upstream, entry }) => {
        if (entry.done) return entry.upstreamContent;
        const found = await Promise.race([entry.upstreamContent, late]);
        if (found !== undefined) return found;
        void entry.upstreamContent.then(onLate);
        return { upstream, ...NOTHING };
      }),
    );
  }

  return {
    all,
    async holderOf(uri) {
      const upstreamContents = await all();
      const listed = upstreamContents.find(({ resources }) =>
        resources.some((resource) => resource.uri === uri),
      );
      if (listed !== undefined) return listed.upstream;
      const fitting = upstreamContents
        .map(({ upstream, templates }) => ({ upstream, length: longestBeginning(uri, templates) }))
        .filter(({ length }) => length > 0)
        .sort((one, other) => other.length - one.length);
      if (fitting[0] !== undefined) return fitting[0].upstream;
      // A server may have more than it lists. If only one server has resources, it must be that one.
      const servers = await source.upstreams();
      const having = servers.filter((upstream) => upstream.capabilities().resources !== undefined);
      return having.length === 1 ? having[0] : undefined;
    },
    forget: (server) => void cached.delete(server),
  };
}

/**
 * How much of a URI a template's fixed prefix covers. Templates are untrusted, so nothing else of them is
 * matched.
 */
function longestBeginning(uri: string, templates: readonly ResourceTemplateType[]): number {
  const beginnings = templates.map(({ uriTemplate }) => uriTemplate.split("{", 1)[0] ?? "");
  return Math.max(0, ...beginnings.filter((fixed) => uri.startsWith(fixed)).map(({ length }) => length));
}
