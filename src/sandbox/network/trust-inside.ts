import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getCACertificates } from "node:tls";
import type { StartOptions } from "../sandbox.ts";
import type { Interceptor } from "./interceptor.ts";
import type { HostProxy } from "./proxy.ts";

/** Variables that name the only certificates to trust: the system's and ours together. */
const REPLACING_VARIABLES = [
  "SSL_CERT_FILE",
  "REQUESTS_CA_BUNDLE",
  "CURL_CA_BUNDLE",
  "GIT_SSL_CAINFO",
  "PIP_CERT",
  "AWS_CA_BUNDLE",
  "CARGO_HTTP_CAINFO",
];

/** Variables that name additional certificates to trust. */
const ADDING_VARIABLES = ["NODE_EXTRA_CA_CERTS", "DENO_CERT"];

/** Adds what a start needs so that its programs have placeholders and trust the interceptor. */
export async function trustInside<Options extends StartOptions>(
  options: Options,
  { proxy, interceptor }: { proxy: HostProxy | undefined; interceptor: Interceptor | undefined },
): Promise<Options> {
  if (interceptor === undefined) return options;
  const environment = { ...options.environment, ...interceptor.environment };
  if (proxy === undefined) return { ...options, environment };
  const folder = join(proxy.folder, "trust");
  const [whole, besides] = [join(folder, "all.pem"), join(folder, "sandbox.pem")];
  const own = await interceptor.certificate();
  await mkdir(folder, { mode: 0o755 });
  await writeFile(besides, `${own}\n`, { mode: 0o644 });
  await writeFile(whole, [...getCACertificates("default"), own, ""].join("\n"), { mode: 0o644 });
  return {
    ...options,
    ownFolders: [...(options.ownFolders ?? []), { path: folder, access: "read-only" }],
    environment: {
      ...environment,
      ...Object.fromEntries(REPLACING_VARIABLES.map((name) => [name, whole])),
      ...Object.fromEntries(ADDING_VARIABLES.map((name) => [name, besides])),
    },
  };
}
