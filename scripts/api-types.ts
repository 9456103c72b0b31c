// Writes the types of the API for the console, from the OpenAPI document of the server.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEntrance } from "../src/access/entrance.ts";
import { openTokens } from "../src/access/tokens.ts";
import { createApp } from "../src/doors/http/app.ts";
import { createRuntime } from "../src/runtime.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The generator; `npm test` installs it. It has a TypeScript of its own. */
export const GENERATOR = join(root, "test/http/client/node_modules/openapi-typescript/bin/cli.js");

/** Where the types are kept. */
export const API_TYPES = join(root, "console/core/api-types.ts");

/** The types that the document of the server as it is now gives. */
export async function apiTypes(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "dejima-api-types-"));
  const runtime = createRuntime({ workspace: folder, home: join(folder, "home") });
  try {
    const app = createApp({
      runtime,
      entrance: createEntrance({
        tokens: openTokens(runtime.store.documents),
        hosts: ["localhost"],
        anonymous: undefined,
        perMinute: 1_000,
      }),
      onFault: (error) => console.error(error),
    });
    const document = await app.request("http://localhost/openapi.json", { headers: { host: "localhost" } });
    const [given, made] = [join(folder, "openapi.json"), join(folder, "api.ts")];
    writeFileSync(given, withoutNames(await document.text()));
    execFileSync(process.execPath, [GENERATOR, given, "--output", made], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    return `// Made by \`npm run api-types\` from the OpenAPI document of the server. Do not edit.\n${readFileSync(made, "utf8")}`;
  } finally {
    await runtime.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The console finds operations by their paths: names for other clients would only make the types longer. */
function withoutNames(document: string): string {
  return JSON.stringify(JSON.parse(document), (key, value) =>
    key === "operationId" || (key === "summary" && typeof value === "string") ? undefined : value,
  );
}

if (import.meta.main) writeFileSync(API_TYPES, await apiTypes());
