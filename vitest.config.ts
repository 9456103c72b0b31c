import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest: one that begins last would keep the whole run waiting. */
const LONGEST = [
  // Starting a program costs a worker more the longer it has worked: 35 s of processor time instead of 15.
  "test/sandbox/escape/escape.test.ts",
  "test/sandbox/leak.test.ts",
  "test/console/console.test.ts",
  "test/team/storm.test.ts",
  "test/flow/household.test.ts",
  "test/approvals/crowd.test.ts",
  "test/find/incidents.test.ts",
  "test/store/postgres.test.ts",
  "test/money/budgets.test.ts",
  "test/find/strangers.test.ts",
  "test/entrance/attacks.test.ts",
  "test/channel/messengers/bound-answers.test.ts",
  "test/log/many-runs.test.ts",
  "test/architecture/patterns.test.ts",
  "test/mcp/conformance.test.ts",
  "test/team/fairness.test.ts",
  "test/find/killed-at-random.test.ts",
  "test/find/corpus.test.ts",
  "test/team/denied-programs.test.ts",
  "test/programs/killed.test.ts",
  "test/conformance/conversation.test.ts",
  "test/programs/plan.test.ts",
  "test/acp/acpx.test.ts",
  "test/flow/adaptive.test.ts",
  "test/flow/second-set.test.ts",
  "test/mcp/hostile.test.ts",
  "test/acp/acp.test.ts",
  "test/acp/hostile.test.ts",
  "test/team/races.test.ts",
  "test/team/clocks.test.ts",
  "test/conformance/messengers.test.ts",
  "test/e2e/compile-cache.test.ts",
  "test/sandbox/killed-starts.test.ts",
  "test/retrieval/figures.test.ts",
  "test/entrance/limits.test.ts",
  "test/custom/tool-files.test.ts",
  "test/console/losses.test.ts",
  "test/files/deep-paths.test.ts",
  "test/team/work-folders.test.ts",
  "test/acp/conversation.test.ts",
  "test/retrieval/browser.test.ts",
  "test/channel/messengers/feishu.test.ts",
  "test/console/add-server.test.ts",
  "test/agent/two-approvals.test.ts",
  "test/skills/scan.test.ts",
  "test/programs/signatures.test.ts",
  "test/http/use-chat.test.ts",
  "test/approvals/cli.test.ts",
  "test/agent/property.test.ts",
  "test/acp/example-client.test.ts",
  "test/mcp/clients/agents.test.ts",
  "test/http/openapi.test.ts",
  "test/console/hostile-texts.test.ts",
  "test/find/killed.test.ts",
  "test/mcp/call-path.test.ts",
  "test/store/migrate.test.ts",
  "test/approvals/crash.test.ts",
  "test/mcp/clients/libraries.test.ts",
  "test/console/team-history.test.ts",
  "test/network/fetch-tool.test.ts",
  "test/flow/generated-stored-marks.test.ts",
  "test/e2e/killed-runs.test.ts",
  "test/agent/newcomer-in-terminal.test.ts",
  "test/programs/messages.test.ts",
  "test/http/load.test.ts",
  "test/mcp/stdio-door.test.ts",
  "test/http/floods.test.ts",
  "test/team/take-over.test.ts",
  "test/find/faults.test.ts",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((file) => moduleId.endsWith(file));
      return at === -1 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Tests wait for the programs that they start: half as many again as there are processors keep all of them busy. With twice as
    // many, more tests met their time limits (decision 0285).
    maxWorkers: Math.min(6, Math.max(2, Math.ceil(availableParallelism() * 1.5))),
    // A test that starts twenty commands takes minutes on a machine at load 20.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    teardownTimeout: 10_000,
    // What is waited for comes late on a busy machine; the default gives up after one second.
    expect: { poll: { timeout: 30_000, interval: 50 } },
    // Only `npm run coverage` measures; scripts/coverage.ts adds the commands that tests start.
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      exclude: ["src/**/*.test.ts"],
      reporter: ["json"],
      reportOnFailure: true,
    },
  },
});
