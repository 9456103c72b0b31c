import { expect, test } from "vitest";
import { createDownload } from "../../src/network/download.ts";
import type { Download } from "../../src/sources/skills/install/download.ts";
import { aCertificate } from "./a-certificate.ts";
import { aClient, codeOf } from "./a-client.ts";
import { aSecureServer, aServer } from "./a-server.ts";

const pair = aCertificate(["skills.test", "127.0.0.1"]);
const trusting = { certificates: pair.certificate, lookup: async () => ["127.0.0.1"] };

async function textOf(chunks: Promise<AsyncIterable<Uint8Array>>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of await chunks) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

test("createDownload() gives what skills are installed through, over https with a name in the certificate", async () => {
  await using server = await aSecureServer(pair, (_request, response) => response.end("archive"));
  const client = aClient({ ...trusting, allowPrivate: ["skills.test"] });
  const download: Download = createDownload(client);
  expect(await textOf(download(`https://skills.test:${server.port}/a.zip`, {}))).toBe("archive");
  expect(client.records[0]).toMatchObject({ host: "skills.test", address: "127.0.0.1", bytes: 7 });
});

test("createDownload() refuses plain http, at once and after a redirect", async () => {
  await using plain = await aServer(() => expect.unreachable("asked"));
  await using server = await aSecureServer(pair, (_request, response) =>
    response.writeHead(302, { location: plain.url }).end(),
  );
  const download = createDownload(aClient(trusting));
  expect(await codeOf(download(plain.url, {}))).toBe("host_blocked");
  expect(await codeOf(download(server.url, {}))).toBe("host_blocked");
});

test("request() leads nobody from https to http", async () => {
  await using plain = await aServer(() => expect.unreachable("asked"));
  await using server = await aSecureServer(pair, (_request, response) =>
    response.writeHead(302, { location: plain.url }).end(),
  );
  expect(await codeOf(aClient(trusting).request({ url: server.url }))).toBe("host_blocked");
});

test("createDownload() refuses a certificate that nobody vouches for, or that names another host", async () => {
  await using server = await aSecureServer(pair, () => expect.unreachable("asked"));
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  try {
    expect(await codeOf(createDownload(aClient())(server.url, {}))).toBe("server_unavailable");
  } finally {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  }
  const client = aClient({ ...trusting, allowPrivate: ["other.test"] });
  expect(await codeOf(createDownload(client)(`https://other.test:${server.port}/`, {}))).toBe(
    "server_unavailable",
  );
});

test("createDownload() fails when the server has no file", async () => {
  await using server = await aSecureServer(pair, (_request, response) => response.writeHead(404).end("no"));
  await expect(createDownload(aClient(trusting))(server.url, {})).rejects.toMatchObject({
    code: "server_unavailable",
    message: `Cannot download "${server.url}": the server answered 404`,
  });
});
