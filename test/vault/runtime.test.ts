import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestServer } from "../network/a-server.ts";
import { usable } from "../sandbox/engines.ts";
import { aRuntime, errorOf, outputOf, type TestRuntime } from "../support/a-runtime.ts";
import { aTrustedServer } from "./a-bound-host.ts";
import { ANN, aBinding } from "./a-vault.ts";

const { works, why } = await usable("bubblewrap");

const VALUE = "s3cr3t-Value/with+odd=signs-0123456789";

const API = (url: string) => `
openapi: 3.0.0
info: { title: things, version: "1" }
servers: [{ url: "${url}" }]
paths:
  /things: { get: { operationId: listThings, summary: "List all the things there are", responses: { "200": { description: fine } } } }
`;

describe.runIf(works)(`secrets in a runtime${why}`, () => {
  let server: TestServer;
  let world: TestRuntime;
  let host: string;
  beforeAll(async () => {
    server = await aTrustedServer(["localhost"], (request, response) => {
      if (request.url === "/away")
        response.writeHead(302, { location: `https://127.0.0.1:${server.port}/taken` });
      response.end(
        JSON.stringify({ said: request.headers.authorization ?? "nothing", basic: btoa(`a:${VALUE}`) }),
      );
    });
    host = `localhost:${server.port}`;
    world = await aRuntime({
      ask: async () => ({ answer: "approve", by: "ann" }),
      variables: { DEJIMA_VAULT_KEY: randomBytes(32).toString("base64") },
      files: { "api.yaml": API(`https://${host}`) },
      yaml: `
permissions: { safe: [shell, http_get, http_request, things_list_things, env.read] }
network: { allowPrivate: ["${host}", "127.0.0.1:${server.port}"] }
openapi: { things: { document: ./api.yaml, headers: { Authorization: "Bearer \${secret:API_TOKEN}" } } }
`,
    });
    const binding = aBinding({ hosts: [host], tools: ["builtin", "api:things"] });
    await world.runtime.secrets.set("API_TOKEN", { source: "stored", value: VALUE, binding }, ANN);
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  test("shell makes the honest call with a placeholder; the log has the use, nothing has the value", async () => {
    const { runtime, events } = world;
    // The variables for proxies leave loopback out.
    const command = `curl -sS --noproxy "" -H "Authorization: Bearer $API_TOKEN" https://${host}/x; echo; echo $API_TOKEN`;
    const outcome = await runtime.execute("shell", { command, hosts: [host] });
    const { stdout } = outputOf(outcome) as { stdout: string };
    expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${VALUE}`);
    expect(stdout).toMatch(/^\{"said":"Bearer \[redacted: bearer token\]".*\ndejima-secret-\w+\n$/);
    expect(events.filter(({ type }) => type === "secret-use")).toEqual([
      expect.objectContaining({ callId: outcome.callId, name: "API_TOKEN", user: "shell", host }),
    ]);
    expect((await runtime.secrets.show("API_TOKEN")).lastUse).toMatchObject({ by: "shell", host });
  });

  test.each([
    ["http_get", {}],
    ["http_request", { method: "POST", body: "x" }],
  ])(
    "%s puts a secret in for ${secret:NAME} in a header, and takes it out of the answer",
    async (tool, more) => {
      const headers = { authorization: "Bearer ${secret:API_TOKEN}" };
      const { body } = outputOf(
        await world.runtime.execute(tool, { url: `https://${host}/x`, headers, ...more }),
      ) as {
        body: string;
      };
      expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${VALUE}`);
      expect(JSON.parse(body).said).toBe("Bearer ${secret:API_TOKEN}");
    },
  );

  test("http_get does not send a secret to another host, over http or after a redirect", async () => {
    const { runtime } = world;
    const headers = { "x-custom": "${secret:API_TOKEN}" };
    const before = server.requests.length;
    for (const url of [`https://127.0.0.1:${server.port}/x`, `http://${host}/x`])
      expect(errorOf(await runtime.execute("http_get", { url, headers }))).toMatchObject({
        code: "tool_not_allowed",
      });
    expect(server.requests.length).toBe(before);
    outputOf(await runtime.execute("http_get", { url: `https://${host}/away`, headers }));
    expect(server.requests.slice(before).map(({ url }) => url)).toEqual(["/away"]);
    const unknown = await runtime.execute("http_get", {
      url: `https://${host}/x`,
      headers: { authorization: "${secret:OTHER}" },
    });
    expect(errorOf(unknown).message).toContain(`dejima secret set OTHER --host ${host} --tool http_get`);
  });

  test("an API of the config names a secret in its headers", async () => {
    const { runtime } = world;
    await runtime.ready();
    expect(JSON.stringify(outputOf(await runtime.execute("things_list_things", {})))).toContain(
      "${secret:API_TOKEN}",
    );
    expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${VALUE}`);
  });

  test("a value of the vault is redacted wherever a tool brings it in, in its encodings and after it was rotated", async () => {
    const { runtime } = world;
    const rotated = `${VALUE}-the-second`;
    await runtime.secrets.rotate("API_TOKEN", rotated, ANN);
    const text = [VALUE, rotated, btoa(`ann:${rotated}`), encodeURIComponent(rotated)].join(" ");
    const { stdout } = outputOf(await runtime.execute("shell", { command: `printf '%s' '${text}'` })) as {
      stdout: string;
    };
    expect(stdout).not.toMatch(/s3cr3t-Value/);
    expect(stdout.match(/\[redacted/g)?.length).toBeGreaterThanOrEqual(4);
    expect(await runtime.redact(`it is ${rotated}`)).not.toContain(rotated);
  });

  test("each change is recorded with who made it, and no file of the home holds a value", async () => {
    const { runtime, events } = world;
    await runtime.secrets.remove("API_TOKEN", ANN);
    expect(
      events.flatMap((event) => (event.type === "secret-change" ? [`${event.change} ${event.by}`] : [])),
    ).toEqual(["set ann", "rotate ann", "remove ann"]);
    for (const [file, text] of await world.homeFiles()) expect(text.includes(VALUE), file).toBe(false);
  });
});
