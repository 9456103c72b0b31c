import type { ReadResourceResult } from "@modelcontextprotocol/client";
import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { canonicalJson } from "../../../support/json.ts";
import { sha256 } from "../../../support/lazy-crypto.ts";
import { UI_MEDIA_TYPE } from "./interface-meta.ts";

/** The longest page that is shown. A bundle with a whole framework takes a tenth of it. */
const MAX_PAGE_LENGTH = 4_000_000;

const domains = z.array(z.string().max(300)).max(50).optional().catch(undefined);
const csp = z
  .object({
    connectDomains: domains,
    resourceDomains: domains,
    frameDomains: domains,
    baseUriDomains: domains,
  })
  .optional()
  .catch(undefined);
const metaSchema = z.object({ csp, prefersBorder: z.boolean().optional().catch(undefined) });

/** The hosts that an interface's page wants to reach, by purpose. */
export interface InterfaceDomains {
  /** Requests. */
  readonly connect: readonly string[];
  /** Scripts, styles, pictures, fonts. */
  readonly resource: readonly string[];
  /** Frames inside it. */
  readonly frame: readonly string[];
}

/** The page of an interface, as its server returns it. */
export interface InterfacePage {
  readonly uri: string;
  readonly html: string;
  readonly domains: InterfaceDomains;
  readonly border: boolean;
}

/** Parses the page from a server's response. Throws if it cannot be shown. */
export function interfacePage(uri: string, { contents }: ReadResourceResult): InterfacePage {
  const found = contents.find((content) => content.uri === uri) ?? contents[0];
  const fail = (why: string) =>
    new DejimaError("invalid_input", `Cannot show the interface ${uri.slice(0, 200)}: ${why}`);
  if (found === undefined) throw fail("the server returned no content");
  if (found.mimeType?.replaceAll(" ", "").toLowerCase() !== UI_MEDIA_TYPE)
    throw fail(`its type is not ${UI_MEDIA_TYPE}`);
  // Base64 takes four characters for three bytes.
  const size = "text" in found ? found.text.length : (found.blob.length * 3) / 4;
  if (size > MAX_PAGE_LENGTH)
    throw new DejimaError(
      "too_large",
      `Cannot show the interface ${uri.slice(0, 200)}: it has more than ${MAX_PAGE_LENGTH} characters`,
    );
  const html = "text" in found ? found.text : Buffer.from(found.blob, "base64").toString("utf8");
  const meta = metaSchema.safeParse(found._meta?.ui ?? {});
  const { csp: requested, prefersBorder = true } = meta.success ? meta.data : {};
  return {
    uri,
    html,
    border: prefersBorder,
    domains: {
      connect: requested?.connectDomains ?? [],
      resource: requested?.resourceDomains ?? [],
      frame: requested?.frameDomains ?? [],
    },
  };
}

/** The pin of a page: another page, or one that wants to reach other hosts, has another hash. */
export function pinOf({ html, domains }: InterfacePage): { sha256: string; characters: number } {
  return { sha256: sha256(canonicalJson({ html, domains })), characters: html.length };
}
