import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aRuntime } from "../support/a-runtime.ts";
import { aKeyedModel, KEY } from "./a-keyed-model.ts";

async function aHome() {
  const HOME = await mkdtemp(join(tmpdir(), "dejima-user-"));
  return {
    variables: { HOME, OLLAMA_HOST: "http://127.0.0.1:9" },
    file: join(HOME, ".config/dejima/models.json"),
    [Symbol.asyncDispose]: () => rm(HOME, { recursive: true, force: true }),
  };
}

async function answerOf({ runtime }: Awaited<ReturnType<typeof aRuntime>>, text = "hello"): Promise<string> {
  let answer = "";
  for await (const event of runtime.agent.run(text))
    if (event.type === "run-end") answer = event.answer ?? "";
  return answer;
}

for (const provider of ["openai", "anthropic", "google", "compatible"] as const)
  test(`models.connect() tests ${provider}, stores the key for its owner alone, and switches while it runs`, async () => {
    await using person = await aHome();
    await using mock = await aKeyedModel();
    await using world = await aRuntime({ variables: person.variables });
    expect((await world.runtime.agent.model()).id).toBe("offline:rules");

    const wish = { provider, apiKey: KEY, baseUrl: mock.url, name: "little-model" };
    const answer = await world.runtime.models.connect(wish);
    expect(answer).toEqual({
      ok: true,
      id: `${provider}:little-model`,
      models: ["little-model", "big-model"],
    });

    expect(await answerOf(world)).toBe("Hello from the mock.");
    expect((await stat(person.file)).mode & 0o777).toBe(0o600);
    expect(await readFile(person.file, "utf8")).toContain(KEY);
    await world.runtime.close();
    for (const [name, text] of await world.homeFiles()) expect(text.includes(KEY), name).toBe(false);

    // Another folder of the same person: the choice and the key hold there, too.
    await using elsewhere = await aRuntime({ variables: person.variables });
    expect(await answerOf(elsewhere)).toBe("Hello from the mock.");
    expect(await elsewhere.runtime.models.state()).toMatchObject({
      id: `${provider}:little-model`,
      by: "user",
    });
  });

test("models.connect() says in plain terms what is wrong, and stores nothing", async () => {
  await using person = await aHome();
  await using mock = await aKeyedModel();
  await using world = await aRuntime({ variables: person.variables });
  const connect = async (wish: object) => {
    const answer = await world.runtime.models.connect({
      provider: "compatible",
      name: "m",
      apiKey: KEY,
      ...wish,
    });
    return answer.ok ? "ok" : answer.problem;
  };
  expect(await connect({ baseUrl: mock.url, apiKey: "wrong-key-entered" })).toBe("wrong-key");
  expect(await connect({ baseUrl: "http://127.0.0.1:9/v1" })).toBe("no-server");
  expect(await connect({ baseUrl: mock.url.replace("/v1", "/elsewhere/v1/deep") })).toBe("ok");
  await world.runtime.models.use(undefined);
  await world.runtime.models.disconnect("compatible");
  expect(await connect({ provider: "anthropic", apiKey: undefined })).toBe("missing-key");
  expect((await world.runtime.agent.model()).id).toBe("offline:rules");
  await expect(connect({ baseUrl: "ftp://example.com" })).rejects.toThrow(/give one such as/);
  await expect(connect({ baseUrl: "http://user:secret@127.0.0.1/v1" })).rejects.toThrow(/password/);
  expect(await readFile(person.file, "utf8")).not.toContain(KEY);
});

test("a key that was entered goes only to the address it was entered for", async () => {
  await using person = await aHome();
  await using mock = await aKeyedModel();
  await using stranger = await aKeyedModel();
  await using world = await aRuntime({ variables: person.variables });
  await world.runtime.models.connect({ provider: "openai", name: "m", apiKey: KEY, baseUrl: mock.url });

  const elsewhere = await world.runtime.models.test({ provider: "openai", name: "m", baseUrl: stranger.url });
  expect(elsewhere).toMatchObject({ ok: false, problem: "wrong-key" });

  const config = { models: { attempts: 1, providers: { openai: { baseUrl: stranger.url } } } };
  await using project = await aRuntime({ variables: person.variables, config });
  await answerOf(project);
  expect(stranger.keys.length).toBeGreaterThan(0);
  expect(new Set(stranger.keys)).toEqual(new Set([""]));
});

test("a server that redirects does not get the key sent on", async () => {
  await using person = await aHome();
  await using stranger = await aKeyedModel();
  const redirecting = createServer((request, response) => {
    response.writeHead(307, { location: `${stranger.url}${request.url?.slice(3)}` }).end();
  });
  await once(redirecting.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}/v1`;
  await using world = await aRuntime({ variables: person.variables });
  for (const provider of ["openai", "anthropic", "google"] as const) {
    const answer = await world.runtime.models.connect({ provider, name: "m", apiKey: KEY, baseUrl: url });
    expect(answer.ok).toBe(false);
  }
  redirecting.close();
  expect(stranger.keys).toEqual([]);
});

test("a missing key is said at once, names the way out, and is not asked for again", async () => {
  await using person = await aHome();
  await using world = await aRuntime({ variables: person.variables, model: "anthropic:claude" });
  expect((await world.runtime.agent.model()).missing).toContain("dejima model connect anthropic");
  expect(await answerOf(world)).toContain("There is no key for Anthropic");
  expect(world.events.filter((event) => event.type === "notice")).toEqual([]);
});

test("a stored file that another account could have written is not read", async () => {
  await using person = await aHome();
  await mkdir(join(person.variables.HOME, ".config/dejima"), { recursive: true });
  const stored = {
    version: 1,
    chosen: "openai:m",
    providers: { openai: { baseUrl: "http://127.0.0.1:9/v1" } },
  };
  await writeFile(person.file, JSON.stringify(stored));
  const idNow = async () => {
    await using world = await aRuntime({ variables: person.variables });
    return (await world.runtime.agent.model()).id;
  };
  await chmod(person.file, 0o644);
  expect(await idNow()).toBe("openai:m");
  expect((await stat(person.file)).mode & 0o777).toBe(0o600);
  await chmod(person.file, 0o666);
  expect(await idNow()).toBe("offline:rules");
  await rm(person.file);
  await writeFile(`${person.file}.elsewhere`, JSON.stringify(stored), { mode: 0o600 });
  await symlink(`${person.file}.elsewhere`, person.file);
  expect(await idNow()).toBe("offline:rules");
});

test("no tool reads the file with the keys, even when the home directory is the workspace", async () => {
  await using person = await aHome();
  await using mock = await aKeyedModel();
  await using world = await aRuntime({ variables: person.variables, workspace: person.variables.HOME });
  await world.runtime.models.connect({ provider: "openai", name: "m", apiKey: KEY, baseUrl: mock.url });
  const outcome = await world.runtime.execute("read_file", { path: ".config/dejima/models.json" });
  expect(outcome).toMatchObject({ type: "failure", error: { code: "path_blocked" } });
});

test.each([
  [
    "hello",
    /^The provider refused the key\. .*\n\nCannot get an answer from openai:little-model: status 401/,
  ],
  [
    "你好",
    /^服务拒绝了这个密钥。.*\n\nopenai:little-model 没有回答：对方说：“status 401.*”。请检查这个提供方的密钥。$/,
  ],
] as const)("a run whose key is refused says so in plain words first: %s", async (text, said) => {
  await using person = await aHome();
  await using mock = await aKeyedModel();
  const variables = { ...person.variables, OPENAI_API_KEY: "wrong", OPENAI_BASE_URL: mock.url };
  await using world = await aRuntime({ variables, config: { models: { default: "openai:little-model" } } });
  expect(await answerOf(world, text)).toMatch(said);
});
