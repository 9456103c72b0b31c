import { readFile } from "node:fs/promises";
import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import { defined } from "../../support/defined.ts";
import { parseJson } from "../../support/json.ts";
import type { Candidate } from "../candidate.ts";
import type { FetchDocument } from "./registry.ts";

/** One revocation: of a package, of some of its versions, or of exact bytes. */
export const revocationSchema = z.object({
  /** The package, or the name in a registry. */
  name: z.string().min(1).max(2_000),
  /** Default: all versions. */
  versions: z.array(z.string().max(100)).max(10_000).optional(),
  /** The checksum of a package in its registry's format. */
  integrity: z.string().max(300).optional(),
  reason: z.string().max(1_000).default(""),
});

export type Revocation = z.infer<typeof revocationSchema>;

interface ReadOptions {
  readonly get: FetchDocument;
  readonly signal?: AbortSignal;
}

/** Reads a list of revocations: JSON in the form `{"revoked": [{name, versions?, integrity?, reason}]}`. */
export async function readRevocations(location: string, { get, signal }: ReadOptions): Promise<Revocation[]> {
  const text = /^https?:\/\//i.test(location)
    ? (await get(location, defined({ signal }))).toString()
    : await readFile(location, "utf8").catch(() => "");
  const parsed = z.object({ revoked: z.array(revocationSchema).max(200_000) }).safeParse(parseJson(text));
  if (parsed.success) return parsed.data.revoked;
  throw new DejimaError(
    "invalid_input",
    `Cannot read the list of revocations ${location}: it is not JSON of the form {"revoked": [{name, versions, reason}]}`,
  );
}

/** The revocation that covers a candidate or an installed package. Returns `undefined` if there is none. */
export function revocationOf(
  revoked: readonly Revocation[],
  { name, package: { identifier, version } }: Pick<Candidate, "name" | "package">,
  integrity?: string,
): Revocation | undefined {
  return revoked.find(
    (one) =>
      (one.integrity !== undefined && one.integrity === integrity) ||
      ((one.name === name || one.name === identifier) &&
        (one.versions === undefined || one.versions.includes(version))),
  );
}
