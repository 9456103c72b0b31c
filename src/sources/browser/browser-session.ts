/** What a browser's server answers. */
export interface BrowserAnswer {
  /** All text blocks, one after another. */
  readonly text: string;
  readonly images: readonly { readonly mediaType: string; readonly content: Buffer }[];
}

/** The browser of one run: its own profile, gone with the run. */
export interface BrowserSession {
  /** Asks the browser's server for something; failures are thrown. */
  ask(request: {
    readonly tool: string;
    readonly input: Readonly<Record<string, unknown>>;
    readonly signal: AbortSignal;
  }): Promise<BrowserAnswer>;
}

/** Gives each run a browser of its own, started when it is first asked something. */
export type BrowserOf = (runId: string) => Promise<BrowserSession>;
