import { z } from "zod";
import { defined } from "../../support/defined.ts";

const personSchema = z.union([z.string(), z.looseObject({ name: z.string().optional() })]);

const packumentSchema = z.looseObject({
  time: z.record(z.string(), z.unknown()).optional(),
  maintainers: z.array(personSchema).optional(),
  versions: z.record(
    z.string(),
    z.looseObject({
      _npmUser: personSchema.optional(),
      deprecated: z.unknown().optional(),
      scripts: z.record(z.string(), z.unknown()).optional(),
      dependencies: z.record(z.string(), z.unknown()).optional(),
      dist: z
        .looseObject({
          attestations: z.unknown().optional(),
          signatures: z
            .array(z.looseObject({ keyid: z.string().max(200), sig: z.string().max(1_000) }))
            .max(20)
            .optional()
            .catch(undefined),
        })
        .optional(),
    }),
  ),
});

/** The facts in a package's registry entry. */
export interface PackageFacts {
  readonly versions: number;
  readonly createdAt?: string;
  readonly publishedAt?: string;
  readonly maintainers: readonly string[];
  /** The publisher of this version. */
  readonly publisher?: string;
  /** Whether another publisher published the previous versions. */
  readonly newPublisher: boolean;
  readonly deprecated: boolean;
  /** Whether the registry offers a proof of where this version was built. */
  readonly provenance: boolean;
  /** The registry's own signatures of this version. */
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
  /** Whether most of the previous versions had a proof of where they were built. */
  readonly hadProvenance: boolean;
  /** Whether this version has install scripts and the previous one had none. */
  readonly newScripts: boolean;
}

/** The versions that show how a package is usually published. */
const LATEST = 5;
const INSTALL_SCRIPTS = ["preinstall", "install", "postinstall"];

/** Parses the npm registry's entry of a package. Returns `undefined` if the entry cannot be parsed. */
export function packageFacts(packument: unknown, version: string): PackageFacts | undefined {
  const parsed = packumentSchema.safeParse(packument);
  const own = parsed.data?.versions[version];
  if (!parsed.success || own === undefined) return undefined;
  const { time = {}, maintainers = [], versions } = parsed.data;
  const timeOf = (key: string) => (typeof time[key] === "string" ? (time[key] as string) : undefined); // as just checked
  const before = Object.entries(versions)
    .filter(([other]) => other !== version && (timeOf(other) ?? "") < (timeOf(version) ?? "~"))
    .sort(([a], [b]) => (timeOf(a) ?? "").localeCompare(timeOf(b) ?? ""))
    .map(([, one]) => one);
  const last = before.at(-1);
  const latest = before.slice(-LATEST);
  const hasScripts = ({ scripts = {} }: typeof own) =>
    INSTALL_SCRIPTS.some((name) => Object.hasOwn(scripts, name));
  const hasProof = ({ dist }: typeof own) => dist?.attestations !== undefined;
  const publisher = nameOf(own._npmUser);
  const others = new Set(before.flatMap((one) => nameOf(one._npmUser) ?? []));
  const [createdAt, publishedAt] = [timeOf("created"), timeOf(version)];
  return {
    versions: Object.keys(versions).length,
    ...defined({ createdAt, publishedAt }),
    maintainers: maintainers.flatMap((person) => nameOf(person) ?? []).slice(0, 20),
    ...defined({ publisher }),
    newPublisher: publisher !== undefined && others.size > 0 && !others.has(publisher),
    deprecated: own.deprecated !== undefined && own.deprecated !== false && own.deprecated !== "",
    provenance: hasProof(own),
    signatures: own.dist?.signatures ?? [],
    hadProvenance: latest.filter(hasProof).length > latest.length / 2,
    newScripts: hasScripts(own) && last !== undefined && !hasScripts(last),
  };
}

function nameOf(person: z.infer<typeof personSchema> | undefined): string | undefined {
  const name = typeof person === "string" ? person : person?.name;
  return name?.slice(0, 100);
}
