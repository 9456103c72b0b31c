import { statSync } from "node:fs";
import { resolve } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import type { DocumentRepository } from "../../store/store.ts";
import { didYouMean } from "../../support/nearest.ts";
import { trimEndOf } from "../../text/text-end.ts";
import { type Registry, type RegistryKind, registrySchema } from "./registry.ts";

/** The registries that a person has approved. No other registry is contacted. */
export interface Registries {
  list(): Promise<Registry[]>;
  /** Adds a registry and records the person's consent. */
  add(location: string, consent: Consent): Promise<Registry>;
  remove(location: string): Promise<void>;
  /** Stores the state of a registry's copy. */
  note(location: string, state: Pick<Registry, "mirroredAt" | "entries" | "problem">): Promise<void>;
}

interface Consent {
  readonly by: string;
  /** Default: derived from the location. */
  readonly kind?: RegistryKind | undefined;
}

interface RegistriesOptions {
  readonly documents: DocumentRepository;
  /** The base of relative paths. */
  readonly base: string;
  readonly now: () => number;
}

const COLLECTION = "registries";

/** Opens the registries of a home. */
export function openRegistries({ documents, base, now }: RegistriesOptions): Registries {
  async function list(): Promise<Registry[]> {
    const rows = await documents.list(COLLECTION);
    return rows.flatMap(({ value }) => {
      const parsed = registrySchema.safeParse(value);
      return parsed.success ? [parsed.data] : [];
    });
  }
  return {
    list,
    async add(given, { by, kind }) {
      const said = oneSpelling(given, base);
      const location = kind === "git" && isAddress(said) ? `git+${said}` : said;
      if (kind !== undefined && REMOTE.includes(kind) && !isAddress(said) && !isGit(location))
        throw new DejimaError(
          "invalid_input",
          `Cannot use "${given}" as a registry of the kind ${kind}: it takes an address, such as https://registry.modelcontextprotocol.io`,
        );
      const registry = {
        location,
        kind: kind ?? kindOf(location),
        agreedBy: by,
        agreedAt: new Date(now()).toISOString(),
        entries: 0,
      };
      await documents.put(COLLECTION, location, registry);
      return registry;
    },
    async remove(given) {
      const location = oneSpelling(given, base);
      if (await documents.delete(COLLECTION, location)) return;
      const known = (await list()).map((registry) => registry.location);
      throw new DejimaError(
        "not_found",
        `Cannot remove the registry "${given}": it was not added${didYouMean(given, known) || ". `dejima registry list` shows those that were"}`,
      );
    },
    async note(location, state) {
      const stored = registrySchema.safeParse(await documents.get(COLLECTION, location));
      if (!stored.success) return; // removed in the meantime
      const { problem: _before, ...rest } = stored.data;
      await documents.put(COLLECTION, location, { ...rest, ...state });
    },
  };
}

const REMOTE: readonly RegistryKind[] = ["mcp", "clawhub", "skills-sh", "git"];

function oneSpelling(given: string, base: string): string {
  if (given.startsWith("git+")) return `git+${oneSpelling(given.slice("git+".length), base)}`;
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(given)) return resolve(base, given);
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new DejimaError(
      "invalid_input",
      `Cannot use "${given}" as a registry: write an address such as https://registry.modelcontextprotocol.io, or the path of a file or folder`,
    );
  return trimEndOf(url.href, /\//);
}

const isGit = (location: string) => location.startsWith("git+");

const isAddress = (location: string) => /^https?:\/\//.test(location);

function kindOf(location: string): RegistryKind {
  if (isGit(location)) return "git";
  if (isAddress(location)) {
    const { pathname, hostname } = new URL(location);
    if (/\.json$/i.test(pathname)) return "index";
    if (/(?:^|\.)skills\.sh$/i.test(hostname)) return "skills-sh";
    return /clawhub/i.test(hostname) ? "clawhub" : "mcp";
  }
  const info = statSync(location, { throwIfNoEntry: false });
  if (info === undefined)
    throw new DejimaError("not_found", `Cannot use "${location}" as a registry: no such file or folder`);
  return info.isDirectory() ? "folder" : "index";
}
