import { expect, test } from "vitest";
import { loadEmbeddedEmbedder } from "../model/embedded/load-embedded-embedder.ts";
import type { IndexEntry } from "./index-entry.ts";
import { createToolIndex, type ToolIndexOptions } from "./tool-index.ts";
import { createMemoryVectorCache } from "./vectors/vector-cache.ts";

const embedder = await loadEmbeddedEmbedder();

const TOOLS: IndexEntry[] = [
  {
    id: "weather",
    name: "get_weather",
    description: "Forecast for a city",
    category: "network",
    source: "mcp",
  },
  {
    id: "mail",
    name: "send_mail",
    description: "Send an e-mail with attachments",
    category: "channel",
    source: "mcp",
  },
  {
    id: "read",
    name: "read_file",
    description: "Read a text file page by page",
    category: "file",
    source: "builtin",
  },
  {
    id: "zip",
    name: "unpack",
    description: "Extract an archive",
    parameters: ["path: the zip or tar file"],
    category: "file",
    source: "builtin",
  },
];

async function anIndex(options: Partial<ToolIndexOptions> = {}, tools: readonly IndexEntry[] = TOOLS) {
  const index = createToolIndex({
    embedder,
    normalize: embedder.normalize,
    words: embedder.words,
    cache: createMemoryVectorCache(),
    ...options,
  });
  await index.add(tools);
  return index;
}

const ids = (found: { hits: readonly { id: string }[] }) => found.hits.map(({ id }) => id);

test("search() finds by meaning across languages", async () => {
  const index = await anIndex();
  expect(ids(await index.search("明天会不会下雨"))[0]).toBe("weather");
  expect(ids(await index.search("write to my landlord that the heating is broken, by mail"))[0]).toBe("mail");
  expect(ids(await index.search("解压这个文件"))[0]).toBe("zip");
});

test("search() puts the entry that is named first, however the name is written", async () => {
  const index = await anIndex({}, [
    ...TOOLS,
    { id: "other", name: "weather_forecast_mail_reader", description: "get weather, read file, send mail" },
  ]);
  for (const request of ["read_file", "readFile", "READ-FILE", "Read File"])
    expect((await index.search(request)).hits[0]).toMatchObject({ id: "read", score: 1 });
  expect(ids(await index.search("use send_mail for the weather forecast"))[0]).toBe("mail");
});

test("search() lets through only what the filters allow", async () => {
  const index = await anIndex();
  const all = { leastScore: 0 };
  expect(ids(await index.search("file", { ...all, sources: ["mcp"] })).sort()).toEqual(["mail", "weather"]);
  expect(ids(await index.search("file", { ...all, categories: ["file"] })).sort()).toEqual(["read", "zip"]);
  expect(ids(await index.search("file", { ...all, allowed: ({ id }) => id === "weather" }))).toEqual([
    "weather",
  ]);
  expect(await index.search("read_file", { allowed: () => false })).toMatchObject({ hits: [] });
});

test("search() is certain of a right hit, in either language, and lists nothing for small talk", async () => {
  const index = await anIndex();
  for (const [request, id] of [
    ["read a text file", "read"],
    ["send an e-mail to my landlord", "mail"],
    ["查一下北京的天气预报", "weather"],
  ] as const) {
    const [first] = (await index.search(request)).hits;
    expect([first?.id, (first?.score ?? 0) > 0.6], request).toEqual([id, true]);
  }
  for (const request of ["I love you", "what a lovely day", "你好呀", "我好难过"])
    expect(await index.search(request), request).toMatchObject({ hits: [], advice: expect.any(String) });
});

test("search() says why each hit was found", async () => {
  const index = await anIndex();
  const [hit] = (await index.search("forecast for the city of Lyon")).hits;
  expect(hit?.why.join("; ")).toMatch(/shares .*forecast.*meaning 0\.\d\d/);
});

test("search() counts keywords, intents and examples in both languages", async () => {
  const index = await anIndex({}, [
    ...TOOLS,
    {
      id: "persona",
      name: "p1",
      description: "Internal",
      keywords: ["摸鱼", "coffee break"],
      examples: ["I want to slack off"],
    },
  ]);
  for (const request of ["今天想摸鱼", "time for a coffee break now", "help me slack off at work"])
    expect(ids(await index.search(request))[0]).toBe("persona");
});

test("add() replaces what changed, passes over what did not, and remove() deletes for good", async () => {
  const index = await anIndex();
  const changed: IndexEntry = { id: "mail", name: "send_mail", description: "Play a song", source: "mcp" };
  expect(await index.add([...TOOLS.slice(0, 1), changed])).toMatchObject({
    added: 0,
    replaced: 1,
    unchanged: 1,
  });
  expect(ids(await index.search("attachments e-mail", { leastScore: 0 }))[0]).toBe("mail");
  expect((await index.search("attachments")).hits.flatMap(({ why }) => why).join()).not.toContain(
    "attachment",
  );
  expect(index.remove(["mail", "nobody"])).toBe(1);
  expect(ids(await index.search("send_mail song", { leastScore: 0 }))).not.toContain("mail");
  expect(index.size).toBe(3);
  await index.add([{ id: "new", name: "calculator", description: "Evaluate arithmetic" }]);
  expect(ids(await index.search("what is 3 + 4, do the arithmetic"))[0]).toBe("new");
});

test("add() takes vectors from the cache, and makes those that do not fit again", async () => {
  const cache = createMemoryVectorCache();
  expect(await (await anIndex({ cache }, [])).add(TOOLS)).toMatchObject({ added: 4, embedded: 4 });
  expect(await (await anIndex({ cache }, [])).add(TOOLS)).toMatchObject({ added: 4, embedded: 0 });
  const damaged = { ...cache, read: async () => new Map([["x", new Uint8Array(3)]]) };
  expect(await (await anIndex({ cache: damaged }, [])).add(TOOLS)).toMatchObject({ embedded: 4 });
});

test("search() answers empty, emoji-only, very long and mixed-script requests", async () => {
  const index = await anIndex();
  expect(await index.search("")).toMatchObject({ hits: [], advice: expect.stringContaining("No tool fits") });
  expect((await index.search("🎉🎉🎉")).hits).toEqual([]);
  expect((await index.search("weather ".repeat(2_000))).notices[0]).toContain("first 4000 characters");
  expect(ids(await index.search("帮我 ｓｅｎｄ 一封 e-mail"))[0]).toBe("mail");
  expect(ids(await index.search("讀取這個檔案"))[0]).toBe("read");
});

test("search() continues without a failed embedder, says so once, and says when it is back", async () => {
  const heard: string[] = [];
  let broken = true;
  const remote = {
    id: "remote/3",
    dimensions: 3,
    embed: async (texts: readonly string[]) => {
      if (broken) throw new Error("connection refused");
      return texts.map(() => new Float32Array([1, 0, 0]));
    },
  };
  const index = await anIndex({
    embedder: remote,
    standby: embedder,
    announce: (notice) => heard.push(notice),
  });
  const found = await index.search("明天会不会下雨");
  expect(ids(found)[0]).toBe("weather");
  expect(found.notices.join()).toContain("connection refused");
  expect(heard).toHaveLength(1);
  broken = false;
  await index.search("weather");
  expect(heard.at(-1)).toContain("answers again");
});

test("search() answers many at once as it answers them one by one", async () => {
  const late = {
    ...embedder,
    embed: async (texts: readonly string[]) => {
      for (let turn = 0; turn < texts.join("").length % 5; turn++) await Promise.resolve();
      return texts.map((text) => embedder.embedNow(text, "query"));
    },
  };
  const index = await anIndex({ embedder: late });
  const requests = [
    "明天会不会下雨",
    "unpack the zip",
    "send a letter by mail",
    "read page two of the text",
    "forecast",
  ];
  const alone = [];
  for (const request of requests) alone.push(await index.search(request, { leastScore: 0 }));
  expect(await Promise.all(requests.map((request) => index.search(request, { leastScore: 0 })))).toEqual(
    alone,
  );
});

test("an id or a name with half a character in it is kept as it is, told from others, and can be removed", async () => {
  const odd = ["x\ud800", "x\ud801"].map((id) => ({ id, name: `${id}_mail`, description: `Mail of ${id}` }));
  const index = await anIndex({}, [...TOOLS, ...odd]);
  expect(await index.add(odd)).toMatchObject({ added: 0, replaced: 0, unchanged: 2 });
  expect(ids(await index.search("x\ud800_mail"))[0]).toMatch(/^x/);
  expect([...index.ids()]).toEqual(expect.arrayContaining(["x\ud800", "x\ud801"]));
  expect(index.remove(["x\ud800"])).toBe(1);
  expect([index.has("x\ud800"), index.has("x\ud801")]).toEqual([false, true]);
});

test("search() finds by words alone in a language that the model does not read, and nothing for small talk in it", async () => {
  const index = await anIndex({}, [
    ...TOOLS,
    { id: "he", name: "mezeg", description: "תחזית מזג האוויר לעיר" },
    { id: "ar", name: "taqs", description: "توقعات الطقس لمدينة" },
  ]);
  const found = async (request: string) => ids(await index.search(request))[0];
  expect(await found("תחזית מזג האוויר")).toBe("he");
  expect(await found("توقعات الطقس")).toBe("ar");
  expect(await found("שלום")).toBeUndefined();
});

test("search() finds tools for Russian and Korean requests, described in those languages or not, and nothing for small talk", async () => {
  const index = await anIndex({}, [
    ...TOOLS,
    { id: "ru", name: "pogoda", description: "Прогноз погоды для города" },
    { id: "ko", name: "nalssi", description: "도시의 날씨 예보" },
  ]);
  const found = async (request: string) => ids(await index.search(request));
  expect(await found("прогноз погоды")).toContain("ru");
  expect(await found("날씨 예보")).toContain("ko");
  expect((await found("прочитай файл"))[0]).toBe("read");
  expect((await found("파일을 읽어 줘"))[0]).toBe("read");
  for (const request of ["как дела", "мне грустно", "안녕하세요"]) expect(await found(request)).toEqual([]);
});

test("ten thousand entries of one description, name or keyword are told apart by what they have of their own", async () => {
  const many = Array.from({ length: 10_000 }, (_, number) => ({
    id: `e${number}`,
    name: `same_${number}`,
    description: "Weather forecast of a city",
    keywords: ["wetter"],
  }));
  const index = await anIndex({}, [...many, ...TOOLS.filter(({ id }) => id === "mail")]);
  expect((await index.search("weather forecast")).hits).toHaveLength(10);
  expect(ids(await index.search("same_777"))[0]).toBe("e777");
  expect(ids(await index.search("send an e-mail"))[0]).toBe("mail");
  expect((await index.search("wetter", { limit: 3 })).hits).toHaveLength(3);
});

test("search() finds a tool by the server that it comes from", async () => {
  const list = { name: "list_items", description: "List the items", category: "mcp", source: "mcp" };
  const index = await anIndex({}, [
    { ...list, id: "a", origin: "jira" },
    { ...list, id: "b", origin: "spotify" },
  ]);
  expect(ids(await index.search("list the items of Jira"))[0]).toBe("a");
  expect(ids(await index.search("list the items of Spotify"))[0]).toBe("b");
});

test("search() finds an entry by the nearest of its examples, not by all of them joined", async () => {
  const index = await anIndex({}, [
    ...TOOLS,
    {
      id: "memo",
      name: "memo",
      description: "Stores a line",
      examples: ["remember my shoe size", "别忘了我吃素"],
    },
  ]);
  expect(ids(await index.search("please remember that my shoe size is 42"))[0]).toBe("memo");
  expect(ids(await index.search("别忘了我是吃素的"))[0]).toBe("memo");
});

test("save() keeps the examples of entries", async () => {
  const tools = [
    ...TOOLS,
    { id: "memo", name: "memo", description: "Stores a line", examples: ["remember my shoe size"] },
  ];
  const index = await anIndex({ saved: (await anIndex({}, tools)).save() }, []);
  const [hit] = (await index.search("remember my shoe size")).hits;
  expect(hit).toMatchObject({ id: "memo" });
  expect(hit?.signals.example).toBeGreaterThan(0.9);
});

test("search() ranks an entry by the nearest request that its description quotes, even when saved", async () => {
  const memo = {
    id: "memo",
    name: "memo",
    description: 'Use when someone says "my shoe size is" or "note it"',
  };
  const made = await anIndex({}, [...TOOLS, memo]);
  for (const index of [made, await anIndex({ saved: made.save() }, [])]) {
    const [hit] = (await index.search("my shoe size is")).hits;
    expect(hit).toMatchObject({ id: "memo" });
    expect(hit?.signals).toMatchObject({ example: 0 });
    expect(hit?.signals.meaning).toBeGreaterThan(0.95);
  }
});
