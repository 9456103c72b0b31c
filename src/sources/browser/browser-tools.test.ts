import assert from "node:assert/strict";
import { expect, test } from "vitest";
import { browserTools } from "./browser-tools.ts";

const open = browserTools(() => assert.fail("no page is opened")).find(({ name }) => name === "browser_open");

test("browser_open counts the fragment, which scripts of the page can send on, as a part of the address", async () => {
  const targets = async (url: string) => (await open?.effects?.({ url }))?.map(({ target }) => target);
  expect(await targets("https://a.test/x?y=1")).toEqual(["https://a.test/x?y=1"]);
  expect(await targets("https://a.test/x#my secret")).toEqual([
    "https://a.test/x#my secret",
    "https://a.test/x?%23=my%2520secret",
  ]);
});
