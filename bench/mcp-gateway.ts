// Calls of one small tool through gateways in front of the same server: Dejima judges and records each, the others pass it on.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Benchmark, report } from "./benchmark.ts";
import { median } from "./interleave.ts";
import { type Caller, directCaller, rawCaller, sdkCaller } from "./mcp/clients.ts";
import { cpuOf, type Gateway, memoryOf, type Protocol, startGateways } from "./mcp/gateways.ts";
import { installPeers } from "./peers.ts";

/** `--rounds N` measures more or less often. */
const ROUNDS = 5;
const CALLS = 1_000;
/** Every contender is warm before it is measured: what runs all day is not what just started. */
const WARM_UP = 4;
/** What calls leave behind is looked at after this many. */
const MEMORY_CALLS = 15_000;
/** The most time that Dejima may add to a judged and recorded call, and the most memory that the gateway may use. */
const MOST_CPU_MS = 0.35;
const MOST_MEGABYTES = 150;
const MOST_P99_MS = 3;
/**
 * How many times the calls of the best peer each way of speaking should make, 16 at once. A peer is compared in the
 * same protocol, because the SDK's client alone takes 1.6 to 1.8 times as long over Streamable HTTP as over SSE. No
 * peer speaks 2026-07-28: their sessions are compared with it.
 */
const AIMS = [
  { client: "sdk", protocol: "session", peers: "session", aim: 1.2 },
  { client: "sdk", protocol: "sse", peers: "sse", aim: 1.2 },
  { client: "raw", protocol: "session", peers: "session", aim: 1.3 },
  { client: "sdk", protocol: "modern", peers: "session", aim: 1.2 },
  { client: "raw", protocol: "modern", peers: "session", aim: 1.5 },
] as const;
const CONCURRENCIES = [1, 16] as const;

interface Contender {
  readonly name: string;
  readonly client: "sdk" | "raw";
  readonly protocol: Protocol | "stdio";
  readonly gateway?: Gateway;
  readonly caller: Caller;
  readonly rates: Map<number, number[]>;
  readonly times: Map<number, number[]>;
  readonly cpu: number[];
  calls: number;
}

const run: Benchmark = async ({ json, args }) => {
  const rounds = Number(args[args.indexOf("--rounds") + 1]) || ROUNDS;
  installPeers();
  const folder = mkdtempSync(join(tmpdir(), "dejima-bench-"));
  const gateways = await startGateways(folder);
  try {
    const contenders = await connectAll(gateways);
    for (let round = 0; round < WARM_UP; round++)
      for (const contender of contenders) await measure(contender, 16, false);
    for (let round = 0; round < rounds; round++)
      for (const concurrency of CONCURRENCIES)
        for (const contender of contenders) await measure(contender, concurrency, true);
    const memory = await memoryAfterwards(contenders);
    if (!json) for (const contender of contenders) print(contender);
    summarise(contenders, json);
    const name = `mcp-gateway memory after ${MEMORY_CALLS} calls vs the limit`;
    report({ name, ours: memory, peer: MOST_MEGABYTES, unit: "MB", aim: 1 }, json);
    for (const { caller } of contenders) await caller.close();
  } finally {
    for (const { process } of gateways) process.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
};

export default run;

async function connectAll(gateways: readonly Gateway[]): Promise<Contender[]> {
  const measured = () => ({ rates: new Map(), times: new Map(), cpu: [], calls: 0 });
  const direct = { name: "direct", client: "sdk", protocol: "stdio" } as const;
  const contenders: Contender[] = [{ ...direct, caller: await directCaller(), ...measured() }];
  for (const gateway of gateways)
    for (const protocol of gateway.protocols) {
      const { name } = gateway;
      const sdk = await sdkCaller(gateway, protocol);
      contenders.push({ name, client: "sdk", protocol, gateway, caller: sdk, ...measured() });
      if (protocol === "sse") continue;
      const raw = await rawCaller(gateway, protocol);
      contenders.push({ name, client: "raw", protocol, gateway, caller: raw, ...measured() });
    }
  return contenders;
}

async function measure(contender: Contender, concurrency: number, counts: boolean): Promise<void> {
  const { caller, gateway } = contender;
  const times: number[] = [];
  const before = gateway === undefined ? 0 : cpuOf(gateway.process);
  const started = performance.now();
  let left = CALLS;
  const worker = async () => {
    while (left-- > 0) {
      const from = performance.now();
      await caller.call();
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  contender.calls += CALLS;
  if (!counts) return;
  push(contender.rates, concurrency, (CALLS * 1000) / (performance.now() - started));
  for (const time of times) push(contender.times, concurrency, time);
  if (gateway !== undefined) contender.cpu.push((cpuOf(gateway.process) - before) / CALLS);
}

/** The memory of Dejima's gateway after all calls. */
async function memoryAfterwards(contenders: readonly Contender[]): Promise<number> {
  const ours = contenders.filter(({ name }) => name === "ours");
  const raw = ours.find(({ client, protocol }) => client === "raw" && protocol === "session");
  if (raw?.gateway === undefined) throw new Error("Our own gateway was not measured");
  while (ours.reduce((sum, { calls }) => sum + calls, 0) < MEMORY_CALLS) await measure(raw, 16, false);
  return memoryOf(raw.gateway.process);
}

function push(map: Map<number, number[]>, key: number, value: number): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN;
const rateOf = ({ rates }: Contender, concurrency: number) => median(rates.get(concurrency) ?? []);
const cpuMean = ({ cpu }: Contender) => cpu.reduce((sum, each) => sum + each, 0) / cpu.length;

function print(contender: Contender): void {
  const { name, client, protocol, gateway, times } = contender;
  const figures = CONCURRENCIES.map((concurrency) => {
    const all = times.get(concurrency) ?? [];
    const speed = rateOf(contender, concurrency).toFixed(0).padStart(6);
    return `c=${concurrency} ${speed}/s p50 ${quantile(all, 0.5).toFixed(2)} p99 ${quantile(all, 0.99).toFixed(1)} ms`;
  });
  const own =
    gateway === undefined
      ? ""
      : `  cpu ${cpuMean(contender).toFixed(2)} ms/call  ${memoryOf(gateway.process).toFixed(0)} MB`;
  console.log(`  ${name.padEnd(13)}${client} ${protocol.padEnd(8)}${figures.join("  ")}${own}`);
}

function summarise(contenders: readonly Contender[], json: boolean): void {
  for (const { client, protocol, peers: spoken, aim } of AIMS) {
    const alike = contenders.filter((each) => each.client === client && each.gateway !== undefined);
    const ours = alike.find((each) => each.name === "ours" && each.protocol === protocol);
    const peers = alike.filter((each) => each.name !== "ours" && each.protocol === spoken);
    if (ours === undefined) throw new Error(`Our own gateway was not measured: ${client} ${protocol}`);
    const way = `mcp-gateway ${client} ${protocol}`;
    const best = Math.min(...peers.map((peer) => 1000 / rateOf(peer, 16)));
    const time = { ours: 1000 / rateOf(ours, 16), peer: best, unit: "ms", aim: 1 / aim };
    report({ name: `${way}: time per call, 16 at once, vs best peer`, ...time }, json);
    const cpu = { ours: cpuMean(ours), peer: MOST_CPU_MS, unit: "ms", aim: 1 };
    report({ name: `${way}: own CPU per call vs the limit`, ...cpu }, json);
    const p99 = { ours: quantile(ours.times.get(1) ?? [], 0.99), peer: MOST_P99_MS, unit: "ms", aim: 1 };
    report({ name: `${way}: p99 of 1 at once vs the limit`, ...p99 }, json);
  }
}
