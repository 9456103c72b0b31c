// A secret: a program calls an API with a key that it never sees.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRuntime } from "dejima";

const workspace = await mkdtemp(join(tmpdir(), "dejima-example-"));
const DEJIMA_VAULT_KEY = randomBytes(32).toString("base64");

// region: secret
const runtime = createRuntime({
  workspace,
  config: { permissions: { safe: ["shell"] } },
  variables: { DEJIMA_VAULT_KEY }, // without it, a key file of the user
});
await runtime.secrets.set(
  "GITHUB_TOKEN",
  {
    source: "stored",
    value: "ghp_an-example-of-a-token",
    binding: {
      hosts: ["api.github.com"],
      paths: ["/user", "/repos/**"],
      methods: ["GET"],
      tools: ["shell"],
      places: ["header"],
    },
  },
  { by: "you" },
);
const outcome = await runtime.execute("shell", { command: "echo $GITHUB_TOKEN" });
// endregion

console.log(outcome, await runtime.secrets.list());
assert.ok(outcome.type === "success");
assert.match(JSON.stringify(outcome.output), /dejima-secret-[0-9a-f]{32}/);
assert.doesNotMatch(JSON.stringify([outcome, await runtime.secrets.list()]), /ghp_an-example/);
await runtime.close();
await rm(workspace, { recursive: true });
