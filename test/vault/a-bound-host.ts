import type { RequestListener } from "node:http";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { createInterceptor } from "../../src/network/egress/intercept.ts";
import { createSandbox } from "../../src/sandbox/create-sandbox.ts";
import type { Limits } from "../../src/sandbox/limit/limits.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { aCertificate } from "../network/a-certificate.ts";
import { aSecureServer, type TestServer } from "../network/a-server.ts";

/** An HTTPS server on loopback that this process trusts, under these names. */
export async function aTrustedServer(
  names: readonly string[],
  listener: RequestListener,
): Promise<TestServer> {
  const made = aCertificate(names);
  setDefaultCACertificates([...getCACertificates("default"), made.certificate]);
  return aSecureServer(made, listener);
}

/** A sandbox for which every name leads to loopback, where these hosts may be reached. */
export function anInterceptingSandbox(
  hosts: readonly string[],
  limits?: Limits,
  { socket }: { readonly socket?: string } = {},
): Promise<Sandbox> {
  return createSandbox({
    limits,
    ...(socket === undefined
      ? { driver: "bubblewrap" as const }
      : { driver: "docker" as const, docker: { socket } }),
    privateHosts: hosts,
    lookup: async () => ["127.0.0.1"],
    intercept: async (secrets) => createInterceptor({ secrets, now: Date.now }),
  });
}
