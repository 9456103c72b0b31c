import { isIP } from "node:net";
import { createSecureContext, type SecureContext } from "node:tls";
import { type Once, once } from "../../support/once.ts";

/**
 * A certificate authority for the hosts of one sandbox. Its key never leaves this process and is discarded
 * with the sandbox.
 */
interface SandboxAuthority {
  /** Its certificate, as PEM. */
  certificate(): Promise<string>;
  /** The TLS context of a host. */
  contextFor(host: string): Promise<SecureContext>;
}

const DAY_MS = 86_400_000;

/** Programs that stay may run for months. */
const VALID_DAYS = 366;

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

/** Creates an authority. Its keys and certificates are created on first use. */
export function createSandboxAuthority(now: () => number): SandboxAuthority {
  const library = once(async () => {
    await import("reflect-metadata"); // the library needs it to load
    return import("@peculiar/x509");
  });
  const authority = once(makeAuthority);
  const contexts = new Map<string, Once<SecureContext>>();
  return {
    certificate: async () => (await authority.get()).certificate.toString("pem"),
    contextFor(host) {
      const context = contexts.get(host) ?? once(() => makeContext(host));
      contexts.set(host, context);
      return context.get();
    },
  };

  function validity() {
    return { notBefore: new Date(now() - DAY_MS), notAfter: new Date(now() + VALID_DAYS * DAY_MS) };
  }

  async function makeAuthority() {
    const x509 = await library.get();
    const { KeyUsageFlags: use } = x509;
    const [keys, hostKeys] = await Promise.all([makeKeys(), makeKeys()]);
    const certificate = await x509.X509CertificateGenerator.createSelfSigned({
      keys,
      signingAlgorithm: ALGORITHM,
      serialNumber: serial(),
      ...validity(),
      name: `CN=Dejima sandbox ${serial()}`,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(use.keyCertSign | use.cRLSign, true),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ],
    });
    return { keys, hostKeys, certificate };
  }

  async function makeContext(host: string): Promise<SecureContext> {
    const x509 = await library.get();
    const { keys, hostKeys, certificate: issuer } = await authority.get();
    const certificate = await x509.X509CertificateGenerator.create({
      signingAlgorithm: ALGORITHM,
      serialNumber: serial(),
      ...validity(),
      subject: "CN=Dejima sandbox host",
      issuer: issuer.subject,
      publicKey: hostKeys.publicKey,
      signingKey: keys.privateKey,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.SubjectAlternativeNameExtension([{ type: isIP(host) ? "ip" : "dns", value: host }]),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        await x509.AuthorityKeyIdentifierExtension.create(keys.publicKey),
        await x509.SubjectKeyIdentifierExtension.create(hostKeys.publicKey),
      ],
    });
    const { KeyObject } = process.getBuiltinModule("node:crypto");
    return createSecureContext({
      key: KeyObject.from(hostKeys.privateKey).export({ type: "pkcs8", format: "pem" }),
      cert: certificate.toString("pem"),
    });
  }
}

function makeKeys() {
  return crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
}

function serial(): string {
  const { randomBytes } = process.getBuiltinModule("node:crypto");
  return `01${randomBytes(9).toString("hex")}`;
}
