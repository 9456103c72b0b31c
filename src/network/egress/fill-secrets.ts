import { DejimaError } from "../../contract/error.ts";
import { secretReference, secretsIn } from "../../support/config-references.ts";
import { defined } from "../../support/defined.ts";
import { decodeBody } from "../decode-body.ts";
import type { Step } from "../follow-redirect.ts";
import type { HttpClientOptions, HttpRequest } from "../http-client.ts";
import type { Answer } from "../send-step.ts";
import { insertSecrets } from "./insert-secrets.ts";
import { createSecretFilter, type SecretFilter } from "./secret-filter.ts";

/**
 * A step with secret values inserted for `${secret:NAME}` in its headers, and the filter that removes them
 * from the response. Each redirect step is filled again: a value goes only where its secret is bound to.
 */
export async function fillSecrets(
  step: Step,
  { secretUser, callId }: Pick<HttpRequest, "secretUser" | "callId">,
  secretsFor: HttpClientOptions["secretsFor"],
): Promise<{ readonly step: Step; readonly filter?: SecretFilter }> {
  const names = secretUser === undefined ? [] : secretsIn(Object.values(step.headers).join("\n"));
  if (secretUser === undefined || names.length === 0) return { step };
  const secrets = (await secretsFor?.({ user: secretUser, ...defined({ callId }) })) ?? [];
  const placed = names.map((name) => {
    const secret = secrets.find((one) => one.name === name);
    if (secret !== undefined) return { secret, placeholder: secretReference(name) };
    throw new DejimaError(
      "tool_not_allowed",
      `Cannot use the secret ${name}: not found for ${secretUser}. A person can set it: dejima secret set ${name} --host ${step.url.host} --tool ${secretUser}`,
      { secret: name },
    );
  });
  const values = new Map<string, string>();
  for (const { secret, placeholder } of placed) {
    const value = await secret.peek();
    if (value !== undefined) values.set(value, placeholder);
  }
  const headers = Object.fromEntries(Object.entries(step.headers).map(([name, text]) => [name, [text]]));
  const filled = await insertSecrets(
    { url: step.url, method: step.method, headers, body: undefined },
    placed,
  );
  return {
    step: { ...step, headers: mapValues(filled.headers, (texts) => texts.join(", ")) },
    filter: createSecretFilter(values),
  };
}

/** A response without these values, decoded: compressed content cannot be searched. */
export function withoutValues(answer: Answer, filter: SecretFilter): Answer {
  const { "content-encoding": encoding = "", "content-length": _length, ...headers } = answer.headers;
  return {
    ...answer,
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, text]) =>
        filter.holds(name) ? [] : [[name, filter.text(text)]],
      ),
    ),
    body: filter.stream(decodeBody(answer.body, encoding, "the answer"), "needed"),
  };
}

function mapValues<Value, Next>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Next,
): Record<string, Next> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
