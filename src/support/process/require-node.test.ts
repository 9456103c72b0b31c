import { expect, test } from "vitest";
import { requireNode } from "./require-node.ts";

test("requireNode() names the Node that is too old, and lets others through", () => {
  expect(() => requireNode("22.23.3")).toThrow("Cannot run on Node 22.23.3: Dejima needs Node 24 or newer");
  for (const version of ["24.0.0", "100.1.0", undefined]) requireNode(version);
});
