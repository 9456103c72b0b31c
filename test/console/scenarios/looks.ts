import { expect } from "vitest";
import { axeProblems, keepPicture, type Look } from "../a-browser.ts";
import type { LivedInStage } from "../losses.test.ts";

const LOOKS: readonly Look[] = [
  { size: "desktop", language: "en", theme: "light" },
  { size: "phone", language: "zh", theme: "dark" },
];

/** What reaches beyond the window without scrolling by itself. Text, because it runs in the page. */
export const OVERFLOW = `(() => {
  const { clientWidth, scrollWidth } = document.documentElement;
  const main = document.querySelector("main");
  if (scrollWidth <= clientWidth && main.scrollWidth <= main.clientWidth) return [];
  return [...document.querySelectorAll("body *")]
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
    .slice(0, 5)
    .map((element) => element.outerHTML.slice(0, 120));
})()`;

/** Looks at a page in windows of its own: it is accessible, fits, and a picture is kept. */
export async function lookAt(
  { browser, console: server, folder }: LivedInStage,
  name: string,
  { address, ready }: { readonly address: string; readonly ready: string },
): Promise<void> {
  for (const look of LOOKS) {
    await using window = await browser.open(look);
    const { page } = window;
    await page.goto(`${server.url}/#/${address}`);
    await page.locator(ready).first().waitFor();
    await page.locator(".ghost").first().waitFor({ state: "detached" });
    const about = `${name}-${look.size}-${look.language}`;
    for (const theme of [look.theme, look.theme === "light" ? "dark" : "light"] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await keepPicture(page, { path: `${folder}/${about}-${theme}.png`, fullPage: true });
      const rules = theme === look.theme ? undefined : ["color-contrast"];
      expect.soft(await axeProblems(page, rules), `${about} in ${theme}`).toEqual([]);
    }
    expect.soft(await page.evaluate(OVERFLOW), `${about}: wider than the window`).toEqual([]);
  }
}
