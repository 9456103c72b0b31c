import { expect, test } from "vitest";
import { axeProblems, keepPicture, type Look } from "../a-browser.ts";
import type { Stage } from "../console.test.ts";
import { OVERFLOW } from "./looks.ts";

const LOOKS: readonly Omit<Look, "theme">[] = [
  { size: "desktop", language: "en" },
  { size: "phone", language: "zh" },
];

/** Each page, where it is, and what stands on it once it is there. */
const PAGES: readonly {
  readonly name: string;
  readonly ready: string;
  address(stage: Stage): Promise<string>;
}[] = [
  {
    name: "chat",
    ready: "[data-approval]",
    address: async (stage) => `chat/${await newConversation(stage)}`,
  },
  { name: "chat-start", ready: ".ideas", address: async () => "chat" },
  { name: "approvals", ready: "[data-approval]", address: async () => "approvals" },
  { name: "runs", ready: ".rows", address: async () => "runs" },
  { name: "run", ready: ".timeline", address: async (stage) => `runs/${await firstRun(stage)}` },
  { name: "tools", ready: ".rows", address: async () => "tools" },
  { name: "tool", ready: ".card", address: async () => "tools/write_file" },
  { name: "skills", ready: ".rows", address: async () => "skills" },
  { name: "skill", ready: ".prose", address: async (stage) => `skills/${await firstSkill(stage)}` },
  { name: "mcp", ready: ".card", address: async () => "mcp" },
  { name: "secrets", ready: ".page .rows, .page .empty", address: async () => "secrets" },
  { name: "databases", ready: ".page .empty", address: async () => "databases" },
  { name: "messengers", ready: ".page .rows", address: async () => "messengers" },
  { name: "memory", ready: ".rows, .empty", address: async () => "memory" },
  { name: "schedules", ready: ".rows, .empty", address: async () => "schedules" },
  { name: "profile", ready: "form", address: async () => "profile" },
  {
    name: "rules",
    ready: ".page .card, .page .rows, .page .empty, .page button.main-action",
    address: async () => "policy",
  },
  { name: "policy", ready: "form", address: async () => "policy?view=explain&tool=write_file" },
  { name: "insights", ready: ".experiment .course", address: async () => "insights" },
  { name: "costs", ready: ".chart canvas", address: async () => "costs?period=days30" },
  { name: "settings", ready: ".card", address: async () => "settings" },
];

export function pageScenarios(stage: () => Stage): void {
  test.each(LOOKS)(
    "every page is accessible, fits and complains of nothing, light and dark: $size $language",
    async (look) => {
      const { browser, console: server, folder } = stage();
      await using window = await browser.open(look);
      const { page, complaints } = window;
      for (const { name, ready, address } of PAGES) {
        await page.emulateMedia({ colorScheme: "light" });
        await page.goto(`${server.url}/#/${await address(stage())}`);
        await page.locator(ready).first().waitFor();
        await page.locator(".ghost").first().waitFor({ state: "detached" });
        const about = `${name}-${look.size}-${look.language}`;
        await keepPicture(page, { path: `${folder}/${about}-light.png` });
        expect.soft(await axeProblems(page), `${about} in light`).toEqual([]);
        expect.soft(await page.evaluate(OVERFLOW), `${about}: wider than the window`).toEqual([]);
        // The page stays as it is: only colours can go wrong.
        await page.emulateMedia({ colorScheme: "dark" });
        await keepPicture(page, { path: `${folder}/${about}-dark.png` });
        expect.soft(await axeProblems(page, ["color-contrast"]), `${about} in dark`).toEqual([]);
      }
      expect(complaints).toEqual([]);
      for (const { id } of await server.runtime.approvals.list({ status: "pending" }))
        await server.runtime.approvals.answer(id, { answer: "deny", by: "the test", door: "test" });
    },
  );
}

/** Asks for each page anew and counts what it asks the server for. */
export function fetchScenarios(stage: () => Stage): void {
  test("every page asks for each thing once", async () => {
    const { browser, console: server } = stage();
    await using window = await browser.open();
    const { page } = window;
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith("/api/")) asked.push(`${request.method()} ${pathname}${search}`);
    });
    const twice: Record<string, string[]> = {};
    for (const { name, ready, address } of PAGES) {
      const place = await address(stage());
      await page.goto("about:blank");
      asked.length = 0;
      // The slowest order: the name of the model comes once the list of models is asked for.
      const list = name === "settings" ? page.waitForRequest("**/api/models") : undefined;
      await page.route("**/api/model", async (route) => {
        await list;
        await route.continue();
      });
      await page.goto(`${server.url}/#/${place}`);
      await page.locator(ready).first().waitFor();
      await page.locator(".ghost").first().waitFor({ state: "detached" });
      await page.locator(".side-state").getByText("Live", { exact: true }).waitFor();
      // What the connection has set off is sent by now.
      await page.evaluate("new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve)))");
      const repeated = [...new Set(asked.filter((one, at) => asked.indexOf(one) !== at))];
      if (repeated.length > 0) twice[name] = repeated;
      expect(asked.length, name).toBeGreaterThan(2);
      await page.unroute("**/api/model");
    }
    for (const { id } of await server.runtime.approvals.list({ status: "pending" }))
      await server.runtime.approvals.answer(id, { answer: "deny", by: "the test", door: "test" });
    expect(twice).toEqual({});
  });
}

/** A conversation with an answer, a call that is done, and a question that waits. */
async function newConversation({ console: { runtime, next } }: Stage): Promise<string> {
  const { conversations } = runtime;
  const speaker = { user: "local", door: "http", mayApprove: true };
  const first = await conversations.say("Give me the briefing for today", speaker);
  const { conversationId: conversation } = first;
  const signal = AbortSignal.timeout(20_000);
  if (first.type === "run") await Array.fromAsync(conversations.follow(first.runId, speaker, { signal }));
  for (let row = 0; row < 3; row++) next();
  const second = await conversations.say("Count the containers on the quay", speaker, { conversation });
  if (second.type === "run") await Array.fromAsync(conversations.follow(second.runId, speaker, { signal }));
  const pending = async () => (await runtime.approvals.list({ status: "pending" })).length;
  const before = await pending();
  await conversations.say("Write quay/plan.md with the order of work", speaker, { conversation });
  await expect.poll(pending).toBeGreaterThan(before);
  return conversation;
}

async function firstRun({ console: { runtime } }: Stage): Promise<string> {
  const all = await runtime.history.list({ limit: 100 });
  return all.find(({ title }) => title.startsWith("Count the"))?.id ?? "";
}

async function firstSkill({ console: { runtime } }: Stage): Promise<string> {
  const { skills } = runtime;
  await skills.refresh();
  return (await skills.list())[0]?.name ?? "";
}
