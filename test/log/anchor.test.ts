import { readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { createSigningKey } from "../../src/config/places/state-folder.ts";
import { createHeadChain } from "../../src/execution/anchor/head-chain.ts";
import { HEADS_FILE, readHeads } from "../../src/execution/anchor/read-heads.ts";
import { findProgram } from "../../src/sandbox/process/find-program.ts";
import { aHome, results } from "./a-home.ts";
import { aTimestampAuthority } from "./a-timestamp-authority.ts";

test("log verify notices a log that was rewritten together with its row in the database", async () => {
  const { finishedRun, verify, forger } = await aHome();
  const runId = await finishedRun();
  const before = await verify(runId);
  expect(before).toMatchObject({ ok: true });
  expect(results(before)).toEqual({ records: "passed", heads: "passed", signature: "absent" });
  expect(before.proves).toMatch(/your own account and root can/);
  const { records } = forger.rewriteLog(runId);
  const after = await verify(runId);
  expect(after).toMatchObject({ ok: false, firstBad: { record: records } });
  expect(after.firstBad?.problem).toMatch(/was rewritten: the chain of heads has another/);
});

test("log verify does not suggest a signing key that is there already, and the next signature covers earlier runs", async () => {
  const { folder, finishedRun, verify } = await aHome();
  const runId = await finishedRun();
  const detail = async () => (await verify(runId)).checks.find(({ what }) => what === "signature")?.detail;
  expect(await detail()).toContain("dejima log sign");
  createSigningKey(join(folder, ".config/dejima/log-signing.pem"));
  expect(await detail()).not.toContain("dejima log sign");
  await finishedRun();
  expect(await detail()).toMatch(/^signed by key/);
});

test("a signing key notices a chain of heads that was rewritten with the log", async () => {
  const { folder, finishedRun, verify, forger } = await aHome();
  createSigningKey(join(folder, ".config/dejima/log-signing.pem"));
  const runId = await finishedRun();
  const before = await verify(runId);
  expect(results(before)).toEqual({ records: "passed", heads: "passed", signature: "passed" });
  expect(before.proves).toMatch(/unless they could read your signing key/);
  forger.rewriteHeads(runId, forger.rewriteLog(runId).head);
  const after = await verify(runId);
  expect(after.ok).toBe(false);
  expect(results(after)).toEqual({ records: "passed", heads: "passed", signature: "failed" });
});

test.each([
  ["left out", () => undefined],
  ["of another key", (signature: Record<string, unknown>) => ({ ...signature, key: "0123456789abcdef" })],
])("a signing key notices a rewritten chain whose signatures are %s", async (_, change) => {
  const { folder, finishedRun, verify, forger } = await aHome();
  const earlier = await finishedRun();
  const key = join(folder, ".config/dejima/log-signing.pem");
  createSigningKey(key);
  const minuteAgo = Date.now() / 1000 - 60;
  await utimes(key, minuteAgo, minuteAgo);
  const runId = await finishedRun();
  forger.rewriteHeads(runId, forger.rewriteLog(runId).head);
  forger.rewriteSignatures(change);
  const check = await verify(runId);
  expect(check.ok).toBe(false);
  expect(results(check)).toEqual({ records: "passed", heads: "passed", signature: "failed" });
  // The key signed another chain than this one, so that it vouches for no run in it.
  expect(results(await verify(earlier)).signature).toBe("failed");
});

test("a signing key detects that the newest runs were removed with the end of the chain, even after further runs", async () => {
  const { folder, finishedRun, verify, forger, faults } = await aHome();
  createSigningKey(join(folder, ".config/dejima/log-signing.pem"));
  const earlier = await finishedRun();
  const removed = await finishedRun();
  expect((await verify(earlier)).ok).toBe(true);
  forger.rollBack(removed);
  const after = await verify(earlier);
  expect(results(after)).toEqual({ records: "passed", heads: "passed", signature: "failed" });
  expect(after.checks.find(({ what }) => what === "signature")?.detail).toMatch(/shortened or replaced/);
  for (let more = 0; more < 3; more++) await finishedRun();
  expect(String(faults[0])).toMatch(/was shortened or replaced/);
  expect(results(await verify(earlier)).signature).toBe("failed");
});

test("a new signing key starts over after the chain was replaced, and each home has its own end", async () => {
  const { folder, home, finishedRun, verify } = await aHome();
  const key = join(folder, ".config/dejima/log-signing.pem");
  createSigningKey(key);
  await finishedRun();
  await rm(join(home, "heads.jsonl"));
  await rm(key);
  createSigningKey(key);
  expect(results(await verify(await finishedRun())).signature).toBe("passed");
});

test("without a key and a witness a rewritten chain passes, and log verify does not claim otherwise", async () => {
  const { finishedRun, verify, forger } = await aHome();
  const runId = await finishedRun();
  forger.rewriteHeads(runId, forger.rewriteLog(runId).head);
  const check = await verify(runId);
  expect(check.ok).toBe(true);
  expect(check.proves).toMatch(
    /unless they could write to this home and rewrote log, database and chain together/,
  );
});

test("a witness file elsewhere notices a rewritten and a shortened chain", async () => {
  const { folder, home, finishedRun, verify, forger } = await aHome();
  const witnesses = [{ file: join(folder, "elsewhere.jsonl") }];
  const runId = await finishedRun({ witnesses });
  await finishedRun({ witnesses });
  expect(results(await verify(runId, { witnesses }))).toMatchObject({ witness: "passed" });
  const chain = await readFile(join(home, HEADS_FILE), "utf8");
  await writeFile(join(home, HEADS_FILE), `${chain.split("\n")[0]}\n`);
  expect(results(await verify(runId, { witnesses }))).toMatchObject({ heads: "passed", witness: "failed" });
  await writeFile(join(home, HEADS_FILE), chain);
  forger.rewriteHeads(runId, forger.rewriteLog(runId).head);
  const check = await verify(runId, { witnesses });
  expect(check.ok).toBe(false);
  expect(results(check)).toMatchObject({ records: "passed", heads: "passed", witness: "failed" });
});

test("a webhook gets each end of the chain, and its answer is kept", async () => {
  const { home, faults, finishedRun, verify } = await aHome();
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    received.push(await text(request));
    response.end('{"signature":"theirs"}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  // A server that listens on a port has an address of this shape.
  const { port } = server.address() as AddressInfo;
  const network = { allowPrivate: [`127.0.0.1:${port}`] };
  const log = { witnesses: [{ webhook: `http://127.0.0.1:${port}/heads` }] };
  const runId = await finishedRun(log, network);
  expect(faults).toEqual([]);
  const tip = JSON.parse(received[0] ?? "");
  expect(tip).toMatchObject({ records: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await readFile(join(home, "heads-receipts.jsonl"), "utf8")).toContain("theirs");
  const { checks } = await verify(runId, log, network);
  expect(checks.at(-1)?.detail).toContain(`compare record 1 there with ${tip.hash}`);
});

test("a witness that cannot be reached is told to the caller, and the run is done all the same", async () => {
  const { faults, finishedRun, verify } = await aHome();
  const log = { witnesses: [{ webhook: "http://127.0.0.1:9/heads" }] };
  const runId = await finishedRun(log);
  expect(String(faults[0])).toMatch(/Cannot send the end of the log chain to the witness webhook/);
  expect(await verify(runId, log)).toMatchObject({ ok: true });
});

test.runIf(findProgram("openssl") !== undefined).each(["ec", "rsa"] as const)(
  "a time stamping authority with a key of type %s stamps the chain",
  async (kind) => {
    await using authority = await aTimestampAuthority(kind);
    const { faults, finishedRun, verify, forger } = await aHome();
    const { url, port, certificate } = authority;
    const network = { allowPrivate: [`127.0.0.1:${port}`] };
    const log = { witnesses: [{ timestamp: url, certificate }] };
    const runId = await finishedRun(log, network);
    expect(faults).toEqual([]);
    const check = await verify(runId, log, network);
    expect(results(check)).toMatchObject({ witness: "passed" });
    await using other = await aTimestampAuthority(kind);
    const wrong = { witnesses: [{ timestamp: url, certificate: other.certificate }] };
    expect(results(await verify(runId, wrong, network))).toMatchObject({ witness: "failed" });
    expect(results(await verify(runId, { witnesses: [{ timestamp: url }] }, network))).toMatchObject({
      witness: "absent",
    });
    forger.rewriteHeads(runId, forger.rewriteLog(runId).head);
    expect(results(await verify(runId, log, network))).toMatchObject({ witness: "failed" });
  },
);

test("a signing key that others can read is refused, and heads are chained without a signature", async () => {
  const { folder, faults, finishedRun, verify } = await aHome();
  const file = join(folder, "key.pem");
  createSigningKey(file);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(createSigningKey(file)).toBe(false);
  const { chmod } = await import("node:fs/promises");
  await chmod(file, 0o644);
  const runId = await finishedRun({ signingKey: file });
  expect(String(faults[0])).toMatch(/other accounts can read or replace it/);
  expect(results(await verify(runId))).toMatchObject({ heads: "passed", signature: "absent" });
});

test("records added after the end of a run are not covered by the chain", async () => {
  const { finishedRun, verify, home } = await aHome();
  const runId = await finishedRun();
  const { sealRecord, unsealRecord } = await import("../../src/execution/log/log-record.ts");
  const file = join(home, "runs", runId, "events.jsonl");
  const log = await readFile(file);
  const last = unsealRecord(log.subarray(log.lastIndexOf(10, log.length - 2) + 1, log.length - 1));
  const added = sealRecord('{"type":"note"}', { seq: (last?.seq ?? 0) + 1, previous: last?.hash ?? "" });
  await writeFile(file, `${log}${added.line}`);
  const { checks } = await verify(runId);
  expect(checks[1]).toMatchObject({ what: "heads", result: "absent" });
  expect(checks[1]?.detail).toMatch(/1 records were added after its last chained end/);
});

test("several processes and a crash leave one whole chain", async () => {
  const { home, finishedRun } = await aHome();
  await finishedRun();
  const faults: unknown[] = [];
  const chains = Array.from({ length: 8 }, () =>
    createHeadChain({
      home,
      witnesses: [],
      signer: () => undefined,
      now: Date.now,
      onChained: async () => {},
      onFault: (fault) => faults.push(fault),
    }),
  );
  for (const [index, chain] of chains.entries())
    for (let n = 0; n < 5; n++) chain.add({ runId: `run-${index}`, records: n, head: "0".repeat(64) });
  await Promise.all(chains.map((chain) => chain.done()));
  await writeFile(join(home, HEADS_FILE), '{"seq":41,"prev":"', { flag: "a" });
  await finishedRun();
  const { hashes, problem, heads } = await readHeads(join(home, HEADS_FILE), (id) => id === "run-3");
  expect([faults, problem, hashes.length, heads.length]).toEqual([[], undefined, 42, 5]);
});
