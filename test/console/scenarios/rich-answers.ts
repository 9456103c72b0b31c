import { expect, test } from "vitest";
import { axeProblems, keepPicture, type Look } from "../a-browser.ts";
import type { Stage } from "../console.test.ts";
import { answer } from "./chat.ts";

const LOOKS: readonly Look[] = [
  { size: "desktop", language: "en", theme: "dark" },
  { size: "phone", language: "zh", theme: "light" },
];
const WORDS = {
  en: { thoughts: "Thoughts", diagram: "Diagram" },
  zh: { thoughts: "思考过程", diagram: "图表" },
} as const;

export function richAnswerScenarios(stage: () => Stage): void {
  test.each(LOOKS)(
    "an answer shows thinking folded, formulas, diagrams and wide tables, and hostile ones do nothing: $size $language $theme",
    async (look) => {
      const { browser, console: server, folder } = stage();
      await using window = await browser.open(look);
      const { page, complaints } = window;
      const words = WORDS[look.language];
      const picture = async (name: string) => {
        await keepPicture(page, {
          path: `${folder}/${name}-${look.size}-${look.language}-${look.theme}.png`,
        });
        expect(await axeProblems(page), name).toEqual([]);
      };
      const tell = async (text: string) => {
        await page.locator("textarea").fill(text);
        await page.keyboard.press("Enter");
      };
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await page.goto(server.url);
      await tell("think about it");
      await answer(page).getByText("Sail at noon.").waitFor();
      const thought = answer(page).getByText("First the tide", { exact: false });
      expect(await thought.isVisible()).toBe(false);
      await answer(page).getByText(words.thoughts).click();
      await thought.waitFor();
      await picture("thinking");
      // The log has it as well, and no request to the model has it.
      await page.reload();
      await answer(page).getByText(words.thoughts).click();
      await thought.waitFor();
      await tell("and what did you say before?");
      await answer(page).getByText("You said", { exact: false }).waitFor();
      const requests = JSON.stringify(server.model.requests.map(({ messages }) => messages));
      expect(requests).toContain("Sail at noon.");
      expect(requests).not.toContain("First the tide");
      expect(asked.filter((url) => /math|mermaid/.test(url))).toEqual([]);

      await tell("show me formulas");
      await answer(page).locator("math").first().waitFor();
      await expect.poll(() => answer(page).locator("math").count()).toBeGreaterThan(1);
      await answer(page).getByText("the toll is $5 and then $6.", { exact: false }).waitFor();
      expect(await answer(page).locator("math a, math [href]").count()).toBe(0);
      const table = answer(page).locator(".table").last();
      const [inner, outer] = await table.evaluate((element) => [element.scrollWidth, element.clientWidth]);
      if (look.size === "phone") expect(inner).toBeGreaterThan(outer ?? 0);
      await picture("formulas");

      await tell("draw a diagram");
      const drawn = answer(page).getByRole("img", { name: words.diagram });
      await expect.poll(() => drawn.count()).toBe(2);
      await drawn.first().scrollIntoViewIfNeeded();
      await expect
        .poll(() => drawn.first().evaluate((element) => (element as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(100);
      await answer(page).getByText("this is no diagram").waitFor();
      await picture("diagram");
      const first = await drawn.first().getAttribute("src");
      await page.emulateMedia({ colorScheme: look.theme === "dark" ? "light" : "dark" });
      await expect.poll(() => drawn.first().getAttribute("src")).not.toBe(first);
      await page.emulateMedia({ colorScheme: look.theme });
      expect(await page.title()).not.toContain("broken in");
      expect(asked.filter((url) => !url.startsWith(server.url) && !url.startsWith("blob:"))).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  test("the menu and the list of conversations fold, and stay folded", async () => {
    const { browser, console: server, folder } = stage();
    await using window = await browser.open();
    const { page, complaints } = window;
    await page.goto(server.url);
    const width = async () => (await page.locator(".chat-main").boundingBox())?.width ?? 0;
    await page.locator(".ideas").waitFor();
    const before = await width();
    await page.getByRole("button", { name: "Fold the menu" }).click();
    await page.getByRole("button", { name: "Hide the conversations" }).click();
    await expect.poll(width).toBeGreaterThan(before + 250);
    await page.reload();
    await page.locator(".ideas").waitFor();
    await expect.poll(width).toBeGreaterThan(before + 250);
    await keepPicture(page, { path: `${folder}/folded.png` });
    expect(await axeProblems(page)).toEqual([]);
    // By name, as before: only the words are out of sight.
    await page.getByRole("link", { name: "Tools" }).click();
    await page.getByRole("heading", { name: "Tools", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Unfold the menu" }).click();
    await page.goto(server.url);
    await page.getByRole("button", { name: "Show the conversations" }).click();
    await expect.poll(width).toBe(before);
    expect(complaints).toEqual([]);
  });
}
