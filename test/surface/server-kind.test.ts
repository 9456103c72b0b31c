import { expect, test } from "vitest";

const { serverKind } = await import(new URL("../../bin/keep-heap-small.js", import.meta.url).href);

test.each([
  [["serve"], "http"],
  [["serve", "--port", "0"], "http"],
  [["--home", "/tmp/x", "--json", "serve"], "http"],
  [["--home=/tmp/x", "mcp", "serve", "--port", "0"], "mcp"],
  [["mcp", "serve"], "mcp"],
  [["mcp", "list"], undefined],
  [["run", "serve"], undefined],
  [["run", "mcp serve"], undefined],
  [["--json", "run", "please serve tea"], undefined],
  [["chat"], undefined],
  [[], undefined],
])("serverKind(%j) is %s", (argv, kind) => expect(serverKind(argv)).toBe(kind));
