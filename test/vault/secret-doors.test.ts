import { randomBytes } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aTerminal, hasTmux } from "../agent/a-terminal.ts";
import { aCommandLine } from "../agent/command-line.ts";
import { anApp } from "../http/an-app.ts";

const VALUE = "s3cr3t-Value/with+odd=signs-0123456789";
const DEJIMA_VAULT_KEY = randomBytes(32).toString("base64");
const admin = { name: "root", role: "admin" } as const;

test("/api/secrets takes values and never gives them back, for admins alone", async () => {
  await using app = await anApp({ variables: { DEJIMA_VAULT_KEY } });
  const send = app.as(admin);
  const secret = { value: VALUE, binding: { hosts: ["api.test"], tools: ["mcp:github"] } };
  const answers = [
    await send("PUT", "/api/secrets/API_TOKEN", secret),
    await send("GET", "/api/secrets"),
    await send("POST", "/api/secrets/API_TOKEN/rotate", { value: `${VALUE}2` }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(JSON.stringify(answers)).not.toContain("s3cr3t");
  expect(answers[1]?.body).toMatchObject({
    secrets: [{ name: "API_TOKEN", binding: { hosts: ["api.test"], places: ["header"] } }],
  });
  expect((await send("PUT", "/api/secrets/bad-name", secret)).status).toBe(400);
  expect((await send("PUT", "/api/secrets/LD_PRELOAD", secret)).status).toBe(400);
  expect((await send("PUT", "/api/secrets/A", { ...secret, value: "short" })).status).toBe(400);
  const nowhere = { ...secret, binding: { hosts: [], tools: ["shell"] } };
  expect((await send("PUT", "/api/secrets/A", nowhere)).status).toBe(400);
  expect(
    (await send("PUT", "/api/secrets/SHOP", { ...nowhere, binding: { hosts: [], tools: ["sql:shop"] } }))
      .status,
  ).toBe(200);
  expect((await send("DELETE", "/api/secrets/SHOP")).status).toBe(200);
  // A file of the server is nothing that somebody at the other end of a network may name.
  const file = { ...secret, source: "file:/etc/passwd" };
  await send("PUT", "/api/secrets/B", file);
  expect(await app.runtime.secrets.show("B")).toMatchObject({ source: "stored" });
  expect((await send("DELETE", "/api/secrets/API_TOKEN")).body).toEqual({ removed: true });
  expect((await send("DELETE", "/api/secrets/API_TOKEN")).status).toBe(404);
  for (const role of ["viewer", "user", "approver"] as const) {
    const other = app.as({ name: "bob", role });
    for (const [method, path, body] of [
      ["GET", "/api/secrets"],
      ["PUT", "/api/secrets/A", secret],
      ["POST", "/api/secrets/B/rotate", { value: VALUE }],
      ["DELETE", "/api/secrets/B"],
    ] as const)
      expect((await other(method, path, body)).status, `${role} ${path}`).toBe(403);
  }
});

test("dejima secret keeps, lists, rotates and removes; the value comes by standard input alone", async () => {
  await using line = await aCommandLine();
  const shown: string[] = [];
  const said = async (args: readonly string[], stdin = "") => {
    const { stdout, stderr, code } = await line.run(["secret", ...args], { stdin });
    shown.push(stdout, stderr);
    return { text: stdout + stderr, code };
  };
  expect((await said(["set", "API_TOKEN", "--host", "api.test"], `${VALUE}\n`)).text).toContain(
    "Kept API_TOKEN: sent to api.test alone, used by builtin",
  );
  const again = await said(["set", "API_TOKEN", "--host", "api.test", "--tool", "shel", "builtin"], VALUE);
  expect(again.text).toContain("Replaced the value and binding of API_TOKEN");
  expect(again.text).toContain("There is no tool shel now");
  await said(["set", "API_TOKEN", "--host", "api.test"], VALUE);
  const key = join(line.folder, ".config", "dejima", "vault.key");
  expect((await stat(key)).mode & 0o777).toBe(0o600);
  expect((await said(["list"])).text).toMatch(/API_TOKEN +stored +api\.test +builtin +never/);
  expect((await said(["rotate", "API_TOKEN"], `${VALUE}2`)).code).toBe(0);
  expect((await said(["set", "API_TOKEN"], VALUE)).text).toContain("--host api.example.com");
  expect((await said(["rotate", "API_TOKEN"])).text).toContain("standard input is empty");
  expect((await said(["remove", "API_TOKEN"])).code).toBe(0);
  expect(shown.join("\n")).not.toContain("s3cr3t");
  expect((await readFile(join(line.folder, ".dejima", "dejima.db"), "latin1")).includes("s3cr3t")).toBe(
    false,
  );
});

describe.runIf(hasTmux)("in a terminal", () => {
  test("dejima secret set asks for the value and does not show what is typed", async () => {
    await using line = await aCommandLine();
    await using terminal = await aTerminal(line, ["secret", "set", "API_TOKEN", "--host", "api.test"]);
    await terminal.until(/Value of API_TOKEN \(hidden\): *$/m);
    terminal.type(VALUE);
    const screen = await terminal.until(/Kept API_TOKEN/);
    expect(screen).not.toContain("s3cr3t");
  });
});
