import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import type { TestServer } from "../network/a-server.ts";
import { missingForEngine, type PrivateEngine, startPrivateEngine } from "../sandbox/private-engine.ts";
import { anInterceptingSandbox, aTrustedServer } from "./a-bound-host.ts";
import { ANN, aBinding, aVault } from "./a-vault.ts";

const missing = missingForEngine();
if (missing !== undefined) console.log(`docker: secrets are passed over: ${missing}`);

const VALUE = "s3cr3t-Value_0123456789.abcdefXYZ~end";

/** Makes the honest call and says what it was given. */
const PROGRAM = `
const { readFileSync } = require("node:fs");
const { API_TOKEN, HTTPS_PROXY, NODE_EXTRA_CA_CERTS, SSL_CERT_FILE } = process.env;
const authorities = [NODE_EXTRA_CA_CERTS, SSL_CERT_FILE].map((path) => readFileSync(path, "utf8").includes("BEGIN CERTIFICATE"));
fetch(process.argv[1], { headers: { authorization: "Bearer " + API_TOKEN } })
  .then(async (response) => ({ status: response.status, text: await response.text() }), (error) => ({ error: String(error.cause ?? error) }))
  .then((answer) => console.log(JSON.stringify({ ...answer, API_TOKEN, HTTPS_PROXY, authorities, environment: process.env })));
`;

describe.runIf(missing === undefined)(
  `a program with a placeholder in Docker${missing === undefined ? "" : ` (passed over: ${missing})`}`,
  () => {
    let engine: PrivateEngine;
    let sandbox: Sandbox;
    let server: TestServer;
    let api: string;
    beforeAll(async () => {
      engine = await startPrivateEngine();
      server = await aTrustedServer(["api.test"], (request, response) =>
        response.end(`heard ${request.headers.authorization}`),
      );
      api = `api.test:${server.port}`;
      sandbox = await anInterceptingSandbox([api], undefined, engine);
    });
    afterAll(async () => {
      await sandbox?.close();
      await server?.[Symbol.asyncDispose]();
      await engine?.stop();
    });

    test("makes the honest call; it trusts the authority of its sandbox and never holds the value", async () => {
      const vault = aVault();
      await vault.set(
        "API_TOKEN",
        { source: "stored", value: VALUE, binding: aBinding({ hosts: [api] }) },
        ANN,
      );
      const secrets = await vault.boundTo({ user: "shell", callId: "r.1" });
      const program = ["node", "-e", PROGRAM, `https://${api}/x`];
      const { stdout, stderr } = await sandbox.start(program, { hosts: [api], secrets }).result;
      const seen = JSON.parse(stdout || JSON.stringify({ stderr }));
      expect(seen).toMatchObject({
        status: 200,
        text: `heard Bearer ${seen.API_TOKEN}`,
        authorities: [true, true],
      });
      expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${VALUE}`);
      expect(seen.HTTPS_PROXY).toMatch(/^http:\/\/127\.0\.0\.1:\d+/);
      expect(seen.API_TOKEN).toMatch(/\S{8,}/);
      expect(stdout + stderr).not.toContain(VALUE);
      expect(vault.told.uses).toEqual([{ name: "API_TOKEN", user: "shell", callId: "r.1", host: api }]);
    });
  },
);
