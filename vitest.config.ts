import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest, from 8 s on: one that begins last would keep the whole run waiting. */
const LONGEST = [
  "test/console/console.test.ts",
  "test/find/incidents.test.ts",
  "test/money/budgets.test.ts",
  "test/mcp/hostile.test.ts",
  "test/store/silent-connection.test.ts",
  "test/find/strangers.test.ts",
  "test/console/losses.test.ts",
  "test/http/load.test.ts",
  "test/conformance/conversation.test.ts",
  "test/agent/property.test.ts",
  "test/find/corpus.test.ts",
  "test/e2e/killed-runs.test.ts",
  "test/approvals/crash.test.ts",
  "test/conformance/messengers.test.ts",
  "test/find/killed.test.ts",
  "test/programs/resumed.test.ts",
  "test/scan/scan-programs.test.ts",
  "test/flow/agentdojo.test.ts",
  "test/architecture/patterns.test.ts",
  "test/tenants/routes.test.ts",
  "test/flow/second-set.test.ts",
  "test/team/answered-calls.test.ts",
  "test/console/interfaces.test.ts",
  "test/acp/acpx.test.ts",
  "test/browser/browser.test.ts",
  "test/programs/plan.test.ts",
  "test/find/skills.test.ts",
  "test/agent/terminal-questions.test.ts",
  "test/acp/hostile.test.ts",
  "test/mcp/oauth.test.ts",
  "test/acp/conversation.test.ts",
  "test/mcp/clients/agents.test.ts",
  "test/mcp/clients/libraries.test.ts",
  "test/team/blobs.test.ts",
  "test/agent/terminal.test.ts",
  "test/mcp/conformance-client.test.ts",
  "test/programs/killed.test.ts",
  "test/agent/terminal-comfort.test.ts",
  "test/console/add-server.test.ts",
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
    // Tests wait for the programs that they start more than half of their time: half as many again as there are processors.
    // With twice as many, the tests that start servers and browsers met their time limits.
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
