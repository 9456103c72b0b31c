import { expect, test } from "vitest";
import { readServer } from "./read-mcp-registry.ts";

test("readServer() reads arguments: flags have a name alone, what only the user can fill in is left out", () => {
  const packageArguments = [
    { type: "named", name: "--stdio", isRequired: true },
    { type: "named", name: "--quiet", value: "true", format: "boolean" },
    { type: "named", name: "--loud", value: "false", format: "boolean" },
    { type: "named", name: "--mode", default: "fast", isRequired: true },
    { type: "named", name: "--port", description: "The port" },
    { type: "named", name: "--key", isRequired: true, valueHint: "key" },
    { type: "positional", value: "serve" },
    { type: "positional", valueHint: "folder" },
  ];
  const packages = [{ registryType: "npm", identifier: "figures", version: "1.0.0", packageArguments }];
  const read = readServer({ name: "io.github.made/figures", packages }, "https://made.example");
  expect(read?.package.args).toEqual(["--stdio", "--quiet", "--mode", "fast", "serve"]);
});
