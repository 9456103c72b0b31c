import { expect, test } from "vitest";
import { insertSecrets, type PlacedSecret } from "./insert-secrets.ts";

const PLACEHOLDER = "dejima-secret-00";
const PLACES = ["header", "query", "body"] as const;

function held(): { readonly secret: PlacedSecret; readonly asked: unknown[] } {
  const asked: unknown[] = [];
  const secret = {
    name: "KEY",
    hosts: ["api.test"],
    places: [...PLACES],
    peek: async () => "value-of-it",
    async reveal(use: unknown) {
      asked.push(use);
      return "value-of-it";
    },
  };
  return { secret: { secret, placeholder: PLACEHOLDER }, asked };
}

const request = (headers: Record<string, string[]>, fields = {}) => ({
  url: new URL("https://api.test/user"),
  method: "POST",
  headers,
  body: undefined,
  ...fields,
});

test("putIn() hands no value to a request that tells the host another method, path or host", async () => {
  for (const name of [
    ...["X-HTTP-Method-Override", "x-http-method", "X-Method-Override", "X_HTTP_Method_Override"],
    ...["X-Original-URL", "x-rewrite-url", "X-Original-URI", "X-Forwarded-Host", "X-Forwarded-Prefix"],
    ...[
      "X-Forwarded-Path",
      "X-Envoy-Original-Path",
      "X-Host",
      "X-Original-Host",
      "Forwarded",
      "x_forwarded_host",
    ],
  ])
    for (const place of [
      request({ authorization: [`Bearer ${PLACEHOLDER}`], [name]: ["DELETE"] }),
      request({ [name]: ["DELETE"] }, { url: new URL(`https://api.test/user?key=${PLACEHOLDER}`) }),
      request({ [name]: ["DELETE"] }, { body: Buffer.from(PLACEHOLDER) }),
    ]) {
      const { secret, asked } = held();
      await expect(insertSecrets(place, [secret]), name).rejects.toThrow(`together with the header ${name}`);
      expect(asked).toEqual([]);
    }
});

test("putIn() leaves requests without a secret and other headers alone", async () => {
  const { secret } = held();
  const plain = request({ "x-http-method-override": ["DELETE"] });
  expect(await insertSecrets(plain, [secret])).toEqual(plain);
  const usual = request({ authorization: [PLACEHOLDER], "x-request-id": ["1"], "x-forwarded-for": ["::1"] });
  expect((await insertSecrets(usual, [secret])).headers.authorization).toEqual(["value-of-it"]);
});
