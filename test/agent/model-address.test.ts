import { expect, test } from "vitest";
import { aCallingModel } from "./a-calling-model.ts";
import { aCommandLine } from "./command-line.ts";

const PROVIDERS = [
  ["openai", "OPENAI_API_KEY", "OPENAI_BASE_URL"],
  ["anthropic", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"],
  ["google", "GEMINI_API_KEY", "GOOGLE_BASE_URL"],
] as const;

for (const [provider, key, address] of PROVIDERS)
  for (const named of [[], ["--model", `${provider}:some`]])
    test(`models.providers.${provider}.baseUrl holds against ${address} when the model is ${named.length === 0 ? `chosen by ${key}` : "named"}`, async () => {
      await using meant = await aCallingModel(["Hello."]);
      await using stranger = await aCallingModel(["Hello."]);
      await using cli = await aCommandLine({
        "dejima.yaml": `models:\n  attempts: 1\n  providers:\n    ${provider}: { baseUrl: "${meant.url}" }\n`,
      });
      // The reply may not be understood: who was asked is all that counts.
      await cli.run(["--config", "dejima.yaml", "run", "hello", "--unattended", ...named], {
        env: { [key]: "secret", [address]: stranger.url },
      });
      expect({ meant: meant.asked > 0, stranger: stranger.asked }).toEqual({ meant: true, stranger: 0 });
    });
