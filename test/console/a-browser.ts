import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type PageScreenshotOptions,
} from "playwright-core";
import { CLICK, DECISION, KEY } from "../support/effort.ts";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--process-per-site",
];

/** How a page is looked at. */
export interface Look {
  readonly theme: "light" | "dark";
  readonly size: "desktop" | "phone";
  readonly language: "en" | "zh";
}

/** One real Chromium with a profile of its own. */
export interface ABrowser {
  /** A new window that looks so. What it complains about is collected. */
  open(look?: Partial<Look>): Promise<AWindow>;
  close(): Promise<void>;
}

export interface AWindow extends AsyncDisposable {
  readonly page: Page;
  /** Errors of the page and of its console, among them every breach of the content security policy. */
  readonly complaints: readonly string[];
  readonly context: BrowserContext;
  /** Seconds that a practised person needs for the clicks and keys so far. */
  effort(): number;
}

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } } as const;

/**
 * Starts it. With `origin`, windows that look alike share a profile, one after the other: what the pages of that origin have kept is
 * removed in between. They also share a process, and a window then takes a third of the processor time.
 */
export async function aBrowser(
  executablePath: string,
  { origin }: { readonly origin?: string } = {},
): Promise<ABrowser> {
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  const free = new Map<string, AProfile[]>();
  return {
    async open({ theme = "light", size = "desktop", language = "en" } = {}) {
      const look = { theme, size, language };
      const alike = free.get(JSON.stringify(look)) ?? [];
      free.set(JSON.stringify(look), alike);
      const used = alike.pop() ?? (await aProfile(browser, look, origin));
      const { context } = used;
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("console", (message) => {
        if (message.type() === "error") complaints.push(message.text());
      });
      page.setDefaultTimeout(20_000);
      const effort = await countEffort(page);
      const dispose = async () => {
        if (await used.empty()) alike.push(used);
      };
      return { page, complaints, context, effort, [Symbol.asyncDispose]: dispose };
    },
    close: () => browser.close(),
  };
}

/** A profile, and how to use it again. */
interface AProfile {
  readonly context: BrowserContext;
  /** Closes its windows and removes what their pages have kept. Whether it can be used again. */
  empty(): Promise<boolean>;
}

async function aProfile(
  browser: Browser,
  { theme, size, language }: Look,
  origin: string | undefined,
): Promise<AProfile> {
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: theme,
    locale: language === "zh" ? "zh-CN" : "en-GB",
    hasTouch: size === "phone",
    reducedMotion: "reduce",
  });
  if (origin === undefined) return { context, empty: () => context.close().then(() => false) };
  // A page without scripts keeps the process of the origin alive.
  const still = await context.newPage();
  await still.goto(`${origin}/harbour.svg`);
  const session = await context.newCDPSession(still);
  return {
    context,
    async empty() {
      for (const page of context.pages()) if (page !== still) await page.close();
      await context.clearPermissions();
      await context.clearCookies();
      await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
      return true;
    },
  };
}

/** Counts what the person does on the page: presses, typed characters, and fields that are filled in. */
async function countEffort(page: Page): Promise<() => number> {
  let seconds = 0;
  await page.exposeFunction("countEffort", (more: number) => {
    seconds += more;
  });
  await page.addInitScript(`
    addEventListener("pointerdown", (event) => event.isTrusted && countEffort(${CLICK + DECISION}), true);
    addEventListener("keydown", (event) => event.isTrusted && countEffort(${KEY}), true);
    addEventListener("input", ({ data, target }) => {
      const { length } = String(data ?? target.value ?? "");
      countEffort(${DECISION} + ${KEY} * (length > 60 ? 2 : length)); // a longer text is pasted
    }, true);
  `);
  return () => seconds;
}

/** Keeps a picture for people to look at, if they want any: no test depends on one, and each takes 0.1 s of processor time. */
export async function keepPicture(page: Page, options: PageScreenshotOptions): Promise<void> {
  if (process.env.DEJIMA_PICTURES === "1") await page.screenshot(options);
}

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** What axe finds wrong with the page as it is now, in a line each: by all its rules, or by those that are named. */
export async function axeProblems(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(await readFile(axePath, "utf8"));
  const options = { resultTypes: ["violations"], ...(rules === undefined ? {} : { runOnly: rules }) };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")})`,
  );
}

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}
