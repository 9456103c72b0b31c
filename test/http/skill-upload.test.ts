import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aServer, type TestServer } from "./a-server.ts";

async function aZip({ runtime, workspace }: TestServer): Promise<Buffer> {
  const { skills } = runtime;
  await skills.create(
    { name: "made-here", description: "Made for a test of the upload" },
    { accept: async () => true },
  );
  const file = join(workspace, "made-here.zip");
  await skills.pack("made-here", file);
  await skills.uninstall("made-here");
  return readFile(file);
}

const upload = ({ url }: TestServer, zip: Buffer, query = "") =>
  fetch(`${url}/api/skills${query}`, {
    method: "POST",
    headers: { "content-type": "application/zip" },
    body: new Uint8Array(zip),
  });

test("skills can be uploaded, listed, edited, disabled and removed; a second one of the name is refused", async () => {
  await using server = await aServer();
  const zip = await aZip(server);
  expect(await (await upload(server, zip, "?accept=true")).json()).toEqual({
    name: "made-here",
    trust: "trusted",
  });
  expect((await upload(server, zip)).status).toBe(409);
  const change = (method: string, body?: unknown) =>
    fetch(`${server.url}/api/skills/made-here`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  expect((await change("PATCH", { description: "Another purpose" })).status).toBe(200);
  expect((await change("PATCH", { body: "no" })).status).toBe(400);
  expect((await change("PATCH", { enabled: false })).status).toBe(200);
  const listed = await server.json<{ name: string }[]>("/api/skills");
  expect(listed.find(({ name }) => name === "made-here")).toMatchObject({
    description: "Another purpose",
    enabled: false,
  });
  expect((await change("DELETE")).status).toBe(200);
  expect((await server.get("/api/skills/made-here")).status).toBe(404);
});

test("a file that is not an archive is refused and leaves nothing behind", async () => {
  await using server = await aServer();
  const uploads = async () => (await readdir(tmpdir())).filter((name) => name.startsWith("dejima-upload-"));
  const before = (await uploads()).length;
  expect((await upload(server, Buffer.from("no zip at all"))).status).toBeGreaterThanOrEqual(400);
  const text = { method: "POST", headers: { "content-type": "text/plain" }, body: "x" };
  expect((await fetch(`${server.url}/api/skills`, text)).status).toBe(400);
  expect(await uploads()).toHaveLength(before);
});
