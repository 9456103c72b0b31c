import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    isolate: false,
    // Tests wait for the programs that they start more than half of their time: half as many again as there are processors.
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
