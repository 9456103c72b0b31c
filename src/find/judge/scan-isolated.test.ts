import { expect, test } from "vitest";
import { scanIsolated } from "./scan-isolated.ts";

const text = (file: string) => ({ file, text: "", isCode: true });

test("scanIsolated() reads the other files and reports the one on which the scan failed", () => {
  const { found, unread } = scanIsolated([text("a.js"), text("b.js"), text("c.js")], (texts) =>
    texts.map(({ file }) => {
      if (file === "b.js") throw new SyntaxError("Invalid regular expression");
      return file;
    }),
  );
  expect(found).toEqual(["a.js", "c.js"]);
  expect(unread).toMatchObject([{ severity: "warning", file: "b.js", message: "could not be read" }]);
});
