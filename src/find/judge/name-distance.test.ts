import { expect, test } from "vitest";
import { nearName } from "./name-distance.ts";

const KNOWN = ["@modelcontextprotocol/server-filesystem", "tavily-mcp", "@someone/notes"];

test.each([
  ["server-file-system", "it has the same name without its publisher"],
  ["tavily-mcp-official", "it adds only a word that praises it"],
  ["secure-tavily-mcp", "it adds only a word that praises it"],
  ["tavi1y-mcp", "it differs only in signs or in letters that look alike"],
])("nearName() says what %s could be mistaken for", (name, how) => {
  expect(nearName(name, KNOWN)?.how).toBe(how);
});

test.each(["notes", "official", "tavily-pro-search", "filesystem-watch", "tavily-mcp"])(
  "nearName() has nothing against %s",
  (name) => {
    expect(nearName(name, KNOWN)).toBeUndefined();
  },
);
