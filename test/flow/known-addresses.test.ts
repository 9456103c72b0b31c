import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { createKnownAddresses, MAX_BITS, MAX_REQUESTS } from "../../src/execution/flow/known-addresses.ts";
import { aRuntime, aTool } from "../support/a-runtime.ts";

const address = (index: number) => `https://a.test/${index}`;

/** What a stranger's text may have a run do: ask for an address, or read a page with links in it. */
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ type: fc.constant("ask" as const), index: fc.nat(40) }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant("read" as const), links: fc.array(fc.nat(40)) }) },
  ),
  { maxLength: 120, size: "max" },
);

test("what unasked requests can tell is bounded, for 10,000 sequences of known and unknown addresses", () => {
  let most = 0;
  fc.assert(
    fc.property(fc.array(fc.nat(40), { maxLength: 4 }), steps, (names, sequence) => {
      const named = [...new Set(names)].map(address);
      const known = createKnownAddresses(named);
      const seen = new Set(named);
      const free = new Set(named);
      let [bits, paid] = [0, 0];
      for (const step of sequence) {
        if (step.type === "read") {
          known.addLinks({ text: step.links.map((index) => `[x](${address(index)}).`).join(" ") });
          for (const index of step.links) seen.add(address(index));
          continue;
        }
        const url = address(step.index);
        const preview = known.mayFollow(url);
        const passed = known.claim(url);
        expect(passed).toBe(preview);
        if (!passed) continue;
        expect(seen.has(url)).toBe(true);
        if (free.delete(url)) continue;
        paid++;
        bits += Math.log2(seen.size + 1);
      }
      most = Math.max(most, bits);
      expect(paid).toBeLessThanOrEqual(MAX_REQUESTS);
      expect(bits).toBeLessThanOrEqual(MAX_BITS);
    }),
    { numRuns: 10_000, seed: 37 },
  );
  expect(most).toBeGreaterThan(MAX_BITS / 2); // the generator reaches the bound
});

const look = aTool({
  name: "look",
  flow: { sends: "address" },
  input: z.object({ url: z.string() }),
  effects: ({ url }) => [{ kind: "host.read", target: url }],
  run: ({ url }) => ({ text: `See [more](${url}more) and https://b.test/x?q=1.` }),
});

test("two known addresses do not make an endless channel", async () => {
  await using world = await aRuntime({ tools: [look] });
  const [zero, one] = ["https://zero.test/", "https://one.test/"];
  const run = await world.runtime.openRun({ untrusted: ["a page"], named: [zero, one] });
  const bits = Array.from({ length: 200 }, (_, at) => at % 3 === 0);
  const outcomes = [];
  for (const bit of bits)
    outcomes.push(await run.execute({ tool: "look", input: { url: bit ? one : zero } }));
  expect(outcomes.filter(({ type }) => type === "success").length).toBeLessThanOrEqual(2 + MAX_REQUESTS);
});

test("calls that are made at the same time share what their run may tell", async () => {
  await using world = await aRuntime({ tools: [look] });
  const url = "https://one.test/";
  const run = await world.runtime.openRun({ untrusted: ["a page"], named: [url] });
  const outcomes = await run.executeMany(
    Array.from({ length: 200 }, () => ({ tool: "look", input: { url } })),
  );
  expect(outcomes.filter(({ type }) => type === "success").length).toBe(1 + MAX_REQUESTS);
});

test("a link is followed exactly as in a page that the run has read, a few times", async () => {
  await using world = await aRuntime({ tools: [look] });
  const run = await world.runtime.openRun({ named: ["https://a.test/"] });
  const at = async (url: string) => (await run.execute({ tool: "look", input: { url } })).type;
  expect(await at("https://a.test/")).toBe("success");
  expect(await at("https://a.test/more")).toBe("success");
  expect(await at("https://b.test/x?q=1")).toBe("success");
  for (const other of ["https://b.test/x?q=2", "https://b.test/x", "https://a.test/less"])
    expect(await at(other), other).toBe("failure");
});

test("a run that is opened again in another process pays for nothing any more", async () => {
  await using world = await aRuntime({ tools: [look] });
  const url = "https://a.test/";
  const first = await world.runtime.openRun({ named: [url] });
  expect((await first.execute({ tool: "look", input: { url } })).type).toBe("success");
  first.leave();
  const again = await world.runtime.reopenRun(first.id, { named: [] });
  expect((await again.execute({ tool: "look", input: { url } })).type).toBe("failure");
});
