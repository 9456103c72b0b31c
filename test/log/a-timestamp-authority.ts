import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";

/** A time stamping authority (RFC 3161) on loopback: OpenSSL's own, behind a small HTTP server. */
export async function aTimestampAuthority(key: "ec" | "rsa") {
  const folder = mkdtempSync(join(tmpdir(), "dejima-tsa-"));
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const newKey = key === "ec" ? ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"] : ["rsa:2048"];
  writeFileSync(join(folder, "tsa.cnf"), CONFIG);
  writeFileSync(join(folder, "serial"), "01\n");
  openssl(
    "req",
    "-x509",
    "-newkey",
    ...newKey,
    "-nodes",
    "-keyout",
    "tsa.key",
    "-out",
    "tsa.pem",
    "-days",
    "2",
    "-config",
    "tsa.cnf",
  );
  const server = createServer(async (request, response) => {
    writeFileSync(join(folder, "query"), await buffer(request));
    openssl("ts", "-reply", "-config", "tsa.cnf", "-queryfile", "query", "-out", "reply");
    response
      .setHeader("content-type", "application/timestamp-reply")
      .end(readFileSync(join(folder, "reply")));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this shape.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    certificate: join(folder, "tsa.pem"),
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}

const CONFIG = `
[req]
distinguished_name = name
x509_extensions = stamping
prompt = no
[name]
CN = A time stamping authority
[stamping]
basicConstraints = CA:false
extendedKeyUsage = critical,timeStamping
[tsa]
default_tsa = one
[one]
serial = serial
crypto_device = builtin
signer_cert = tsa.pem
certs = tsa.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
accuracy = secs:1
`;
