// A missing capability on loopback: how long from the search to the first use, with one question in between, against the aim of 15 s.

import { aRegistry, aServer } from "../test/find/a-registry.ts";
import { aRuntime, outputOf } from "../test/support/a-runtime.ts";
import { type Benchmark, report } from "./benchmark.ts";

const AIM_S = 15;

const run: Benchmark = async ({ json }) => {
  const registry = await aRegistry();
  const description = "Counts the words of a text";
  await registry.publish({
    ...{ name: "counter-mcp", description },
    files: { "server.js": aServer([{ name: "count_words", description, run: "return 'seven'" }]) },
  });
  let questions = 0;
  await using world = await aRuntime({
    yaml: `packages: { npm: "${registry.npm}" }\n`,
    variables: { PATH: process.env.PATH ?? "" },
    async ask() {
      questions += 1;
      return { answer: "approve", by: "the benchmark" };
    },
  });
  const { runtime } = world;
  await runtime.finder.registries.add(registry.url, { by: "the benchmark" });
  const began = performance.now();
  const [best] = (await runtime.finder.find("count the words of this text")).hits;
  const { id } = await runtime.finder.tryOut(best?.candidate.name ?? "");
  outputOf(await runtime.execute("install_capability", { trial: id, purpose: "Count words" }));
  outputOf(await runtime.execute("count_words", {}));
  const ours = (performance.now() - began) / 1_000;
  report({ name: "find-to-use vs limit", ours, peer: AIM_S, unit: "s", aim: 1 }, json);
  report({ name: "find-to-use questions vs one", ours: questions, peer: 1, unit: "questions", aim: 1 }, json);
  await registry.close();
};

export default run;
