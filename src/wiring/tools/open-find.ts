import { join } from "node:path";
import type { Settings } from "../../config/load-config.ts";
import { DejimaError } from "../../contract/error.ts";
import { type Finder, openFinder } from "../../find/finder.ts";
import { openInstallations } from "../../find/installations.ts";
import { openMirror } from "../../find/registry/mirror.ts";
import { openRegistries } from "../../find/registry/registries.ts";
import type { FetchDocument } from "../../find/registry/registry.ts";
import { openCandidateSearch } from "../../find/search-candidates.ts";
import type { TrialRecord } from "../../find/trial-record.ts";
import type { TrialWorld } from "../../find/try-candidate.ts";
import type { Embedders } from "../../model/open-embedders.ts";
import { createHttpClient } from "../../network/create-http-client.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import type { McpSource } from "../../sources/mcp/mcp-source.ts";
import { readNpmRegistry } from "../../sources/mcp/package/npm-registry.ts";
import type { PinStore } from "../../sources/mcp/pin.ts";
import type { SkillPreview } from "../../sources/skills/install/install-skill.ts";
import type { SkillLibrary } from "../../sources/skills/library/skill-library.ts";
import type { Store } from "../../store/store.ts";
import { defined } from "../../support/defined.ts";
import { parseJson } from "../../support/json.ts";
import { hostAndPort } from "../../support/network/host-pattern.ts";
import type { ToolRegistry } from "../../tool/tool-registry.ts";
import { VERSION } from "../../version.ts";
import type { OutgoingRules } from "../containment/outgoing-rules.ts";
import type { ServerConfig } from "../servers/open-server-config.ts";

interface FindParts {
  settings(): Settings;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly outside: OutgoingRules;
  readonly registry: ToolRegistry;
  store(): Promise<Store>;
  embedders(): Promise<Embedders>;
  mcp(): Promise<McpSource>;
  readonly tryServer: TrialWorld["tryServer"];
  skills(): Promise<SkillLibrary>;
  sandbox(): Promise<Sandbox>;
  serverConfig(): Promise<ServerConfig>;
  /** The accepted descriptions of servers. */
  readonly pins: PinStore;
}

const MAX_BYTES = 64 * 1024 * 1024;

/** Opens the service that finds, tries and installs capabilities. */
export async function openFind(parts: FindParts): Promise<Finder & { close(): Promise<void> }> {
  const { settings, variables, outside, registry } = parts;
  const store = await parts.store();
  const { home, base } = settings();
  const trialFolder = join(home, "trials");
  const now = Date.now;
  const { documents } = store;
  const registries = openRegistries({ documents, base, now });
  const mirror = openMirror({
    folder: join(home, "registries"),
    registries,
    now,
    fetchFrom: ({ location, kind }) =>
      kind === "folder" || !/^https?:/.test(location)
        ? unreachable
        : fetchFrom(location, outside, kind === "skills-sh" ? variables.SKILLS_SH_TOKEN : undefined),
    inRepository: async (source, work, how) => (await parts.skills()).inRepository(source, work, how),
  });
  const search = openCandidateSearch({
    embedders: parts.embedders,
    store,
    codeVersion: VERSION,
    candidates: mirror.candidates,
  });
  const servers = () => Object.keys(settings().config.mcpServers);
  const installations = openInstallations({
    documents,
    now,
    pins: parts.pins,
    servers: () =>
      new Map(Object.entries(settings().config.mcpServers).map(([name, { integrity }]) => [name, integrity])),
    put: async (name, server) => void (await (await parts.serverConfig()).put(name, server)),
    remove: async (name) => void (await (await parts.serverConfig()).remove(name)),
    async toolsOf(server) {
      const mcp = await parts.mcp();
      if (!mcp.reports().some(({ name, seen }) => name === server && seen)) await mcp.discover([server]);
      return [...mcp.toolsOf(server).keys()];
    },
    skills: {
      async hashes() {
        const library = await parts.skills();
        await library.refresh();
        const names = (await library.list()).map(({ name }) => name);
        const records = await Promise.all(names.map((name) => library.record(name)));
        return new Map(records.map(({ locked }, at) => [names[at] ?? "", locked?.hash]));
      },
      install: async (trial, how) =>
        installTried(await parts.skills(), trial, { ...how, folder: trialFolder }),
      uninstall: async (name) => (await parts.skills()).uninstall(name),
    },
  });
  const trials: TrialWorld = {
    variables,
    now,
    tryServer: parts.tryServer,
    skills: { library: parts.skills, sandbox: parts.sandbox, folder: trialFolder },
    fetchPackage: async (argv, request) => (await parts.mcp()).fetchPackage(argv, request),
    async describePackage(name, { signal }) {
      const { url } = await readNpmRegistry(variables, settings().config.packages.npm);
      const get = fetchFrom(url, outside);
      return parseJson((await get(`${url}${name.replace("/", "%2f")}`, defined({ signal }))).toString());
    },
    async attestations(name, version, { signal }) {
      const { url } = await readNpmRegistry(variables, settings().config.packages.npm);
      const get = fetchFrom(url, outside);
      const path = `-/npm/v1/attestations/${name.replace("/", "%2f")}@${encodeURIComponent(version)}`;
      return parseJson((await get(`${url}${path}`, defined({ signal }))).toString());
    },
    async skillHash(source, { signal }) {
      const library = await parts.skills();
      const how = { folder: join(trialFolder, "skills"), ...defined({ signal }) };
      return (await library.fetchInto(source, how)).preview.content.hash;
    },
    knownTools: (replaced) =>
      new Set(
        registry
          .list()
          .filter(({ source, origin }) => source !== "mcp" || origin !== replaced)
          .map(({ name }) => name),
      ),
    async olderNames({ name, publishedAt, package: own }) {
      const all = await mirror.candidates();
      return all
        .filter(
          (one) =>
            one.name !== name && one.package.type === own.type && one.package.identifier !== own.identifier,
        )
        .filter((one) => one.publishedAt !== "" && publishedAt !== "" && one.publishedAt < publishedAt)
        .map((one) => one.package.identifier);
    },
  };
  const finder = openFinder({
    documents,
    registries,
    mirror,
    search,
    trials,
    installations,
    servers,
    async turnOff({ server, trial: { skill } }) {
      if (skill === undefined) await (await parts.serverConfig()).setEnabled(server, false);
      else await (await parts.skills()).setEnabled(server, false);
    },
  });
  return { ...finder, close: () => search.close() };
}

/** Installs the tried bytes of a skill. Hashes them again, so that exactly the tried version is installed. */
async function installTried(
  library: SkillLibrary,
  { skill, integrity }: TrialRecord,
  { folder, replaces }: { readonly folder: string; readonly replaces: boolean },
): Promise<void> {
  if (skill === undefined) return;
  const source = join(folder, "skills", integrity, skill.name);
  const how = {
    accept: async ({ content }: SkillPreview) => content.hash === integrity,
    origin: skill.origin,
    tried: skill.contract,
  };
  if (replaces) await library.update(skill.name, { ...how, source });
  else await library.install(source, how);
}

/** Files and folders are read, never fetched. */
const unreachable: FetchDocument = (url) =>
  Promise.reject(new DejimaError("internal", `Nothing is fetched for ${url.slice(0, 200)}`));

/**
 * Fetches from one registry. A person named it, so it may be on their own network. Redirects stay on its
 * host.
 */
function fetchFrom(location: string, { network, veto }: OutgoingRules, token?: string): FetchDocument {
  const host = hostAndPort(location);
  const { timeout: timeoutMs, ...limits } = network;
  const client = createHttpClient({
    ...limits,
    veto,
    timeoutMs,
    maxBytes: MAX_BYTES,
    reusesConnections: true,
    allow: network.allow.length === 0 ? [] : [...network.allow, host],
    allowPrivate: [...network.allowPrivate, host],
  });
  return async (url, { signal }) => {
    const { status, body } = await client.request({
      url,
      maxBytes: MAX_BYTES,
      redirects: "same-host",
      ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
      ...defined({ signal }),
    });
    if (status === 200) return body;
    throw new DejimaError(
      "server_unavailable",
      `Cannot read ${url.slice(0, 200)}: the server answered ${status}`,
    );
  };
}
