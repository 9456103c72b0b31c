import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
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
}

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } } as const;

/** Starts it. */
export async function aBrowser(executablePath: string): Promise<ABrowser> {
  const profile = await mkdtemp(join(tmpdir(), "dejima-chromium-"));
  const browser = await chromium.launch({ executablePath, args: [...FLAGS, `--disk-cache-dir=${profile}`] });
  return {
    async open({ theme = "light", size = "desktop", language = "en" } = {}) {
      const context = await browser.newContext({
        viewport: SIZES[size],
        colorScheme: theme,
        locale: language === "zh" ? "zh-CN" : "en-GB",
        hasTouch: size === "phone",
        reducedMotion: "reduce",
      });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("console", (message) => {
        if (message.type() === "error") complaints.push(message.text());
      });
      page.setDefaultTimeout(20_000);
      return { page, complaints, context, [Symbol.asyncDispose]: () => context.close() };
    },
    async close() {
      await browser.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
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
