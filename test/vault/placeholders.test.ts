import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SecretBinding } from "../../src/contract/data/secret.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import type { TestServer } from "../network/a-server.ts";
import { usable } from "../sandbox/engines.ts";
import { anInterceptingSandbox, aTrustedServer } from "./a-bound-host.ts";
import { ANN, aBinding, aVault } from "./a-vault.ts";

const { works, why } = await usable("bubblewrap");

const VALUE = "s3cr3t-Value/with+odd=signs&$&-0123456789";

describe.runIf(works)(`a program with a placeholder${why}`, () => {
  let server: TestServer;
  let sandbox: Sandbox;
  let api: string;
  const bodies: string[] = [];
  beforeAll(async () => {
    server = await aTrustedServer(["api.test", "other.test"], async (request, response) => {
      bodies.push((await Array.fromAsync(request)).join(""));
      response.end(`${request.method} ${request.url} fine`);
    });
    api = `api.test:${server.port}`;
    sandbox = await anInterceptingSandbox([api, `other.test:${server.port}`]);
  });
  afterAll(async () => {
    await sandbox.close();
    await server[Symbol.asyncDispose]();
  });

  async function run(command: string, fields: Partial<SecretBinding> = {}) {
    const vault = aVault();
    const binding = aBinding({ hosts: [api], ...fields });
    await vault.set("API_TOKEN", { source: "stored", value: VALUE, binding }, ANN);
    const secrets = await vault.boundTo({ user: "shell", callId: "r.1" });
    const hosts = [api, `other.test:${server.port}`];
    const program = ["sh", "-c", command.replaceAll("@", `https://${api}`)];
    const { stdout, stderr } = await sandbox.start(program, { hosts, secrets }).result;
    return { stdout, stderr, uses: vault.told.uses, request: server.requests.at(-1), body: bodies.at(-1) };
  }

  const clients: [string, string][] = [
    ["curl", 'curl -sS -H "Authorization: Bearer $API_TOKEN" @/x'],
    [
      "Python",
      `python3 -c "
import os, urllib.request
request = urllib.request.Request('@/x', headers={'Authorization': 'Bearer ' + os.environ['API_TOKEN']})
print(urllib.request.urlopen(request).read().decode())"`,
    ],
    [
      "Node",
      `node -e "fetch('@/x', { headers: { authorization: 'Bearer ' + process.env.API_TOKEN } }).then((r) => r.text()).then(console.log)"`,
    ],
  ];
  test.each(clients)(
    "makes the honest call with %s, which trusts the sandbox's own authority",
    async (_name, command) => {
      const { stdout, stderr, request, uses } = await run(command);
      expect(stdout.trim(), stderr).toBe("GET /x fine");
      expect(request?.headers.authorization).toBe(`Bearer ${VALUE}`);
      expect(uses).toEqual([{ name: "API_TOKEN", user: "shell", callId: "r.1", host: api }]);
    },
  );

  test("logs in with a name and the placeholder as password", async () => {
    const { stdout, request } = await run('curl -sS -u "ann:$API_TOKEN" @/x');
    expect(stdout).toBe("GET /x fine");
    expect(atob(String(request?.headers.authorization).slice("Basic ".length))).toBe(`ann:${VALUE}`);
  });

  test("puts it into the query and the body only where the binding says so, spelled for the place", async () => {
    const query = await run('curl -sS "@/x?key=$API_TOKEN"', { places: ["query"] });
    expect(new URL(`https://x${query.request?.url}`).searchParams.get("key")).toBe(VALUE);
    const json = `curl -sS -H "content-type: application/json" -d "{\\"key\\": \\"$API_TOKEN\\"}" @/x`;
    expect(JSON.parse((await run(json, { places: ["body"] })).body ?? "")).toEqual({ key: VALUE });
    const form = await run('curl -sS -d "a=1&key=$API_TOKEN" @/x', { places: ["body"] });
    expect(new URLSearchParams(form.body).get("key")).toBe(VALUE);
    const refused = await run('curl -sS "@/x?key=$API_TOKEN"');
    expect(refused.stdout).toContain("it may not be sent in the query");
    expect((await run(json)).body).toContain("dejima-secret-");
  });

  test("is refused for another path or method than the binding's, and told why", async () => {
    const call = 'curl -sS -X DELETE -H "Authorization: $API_TOKEN" @/v2/x';
    expect((await run(call, { methods: ["GET"] })).stdout).toBe(
      "sandbox: Cannot use the secret API_TOKEN: it is not bound to DELETE. `dejima secret show API_TOKEN` says what it is bound to\n",
    );
    expect((await run(call, { paths: ["/v1/**"] })).stdout).toContain("not bound to the path /v2/x");
  });

  test("speaks with other hosts through a tunnel that nobody ends", async () => {
    const other = `https://other.test:${server.port}/x`;
    const { stdout, request } = await run(
      `curl -sS -H "Authorization: $API_TOKEN" -w " %{certs}" ${other}; curl -sSv ${other} 2>&1 | grep -i issuer`,
    );
    expect(stdout).toContain("GET /x fine");
    expect(stdout).not.toContain("Dejima sandbox");
    expect(request?.headers.authorization ?? "dejima-secret-").toContain("dejima-secret-");
  });

  test("gets HTTP/1.1 whatever it offers, and no websocket", async () => {
    const { stdout } = await run(
      'curl -sS --http2 -o /dev/null -w "%{http_version}" -H "Authorization: $API_TOKEN" @/x; curl -sS -H "Connection: Upgrade" -H "Upgrade: websocket" @/x',
    );
    expect(stdout).toBe("1.1sandbox: websockets and other upgrades are not passed on\n");
  });

  test("that trusts one certificate alone refuses to speak", async () => {
    const { stdout } = await run(
      'curl -sS --pinnedpubkey "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=" -H "Authorization: $API_TOKEN" @/x 2>&1; echo " $?"',
    );
    expect(stdout.trim()).toMatch(/ 90$/);
  });

  test("does not reach a host whose certificate is not valid", async () => {
    const name = `unknown.test:${server.port}`;
    const strange = await anInterceptingSandbox([name]);
    const vault = aVault();
    const binding = aBinding({ hosts: [name] });
    await vault.set("API_TOKEN", { source: "stored", value: VALUE, binding }, ANN);
    const secrets = await vault.boundTo({ user: "shell" });
    const before = server.requests.length;
    const program = ["sh", "-c", `curl -sS -H "Authorization: $API_TOKEN" https://${name}/x`];
    const { stdout } = await strange.start(program, { hosts: [name], secrets }).result;
    await strange.close();
    expect(stdout).toContain("sandbox: unknown.test did not answer");
    expect(server.requests.length).toBe(before);
  });
});
