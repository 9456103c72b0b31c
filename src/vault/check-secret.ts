import type { z } from "zod";
import {
  type SecretBinding,
  secretBindingSchema,
  secretNameSchema,
  secretSourceSchema,
} from "../contract/data/secret.ts";
import { DejimaError } from "../contract/error.ts";
import { issueWords } from "../support/issue-words.ts";
import { readHostPattern } from "../support/network/host-pattern.ts";
import { KEY_VARIABLE, OLD_KEYS_VARIABLE } from "./vault-key.ts";

/** Shorter values are common words: they could not be removed from responses. */
const MIN_LENGTH = 8;

const MAX_LENGTH = 64_000;

/** Throws if the text is not a valid variable name. */
export function checkName(name: string): void {
  parsed(secretNameSchema, name, `the name "${name.slice(0, 80)}"`);
}

/** Places of the vault's own key. As a secret it could be sent somewhere. */
const OWN_KEY = new RegExp(
  `^(?:env:(?:${KEY_VARIABLE}|${OLD_KEYS_VARIABLE})|keyring:dejima/.*|file:.*/vault\\.key)$`,
  "i",
);

/** Throws unless the text is `stored`, `env:NAME`, `file:/path` or `keyring:SERVICE/ACCOUNT`. */
export function checkSource(source: string): void {
  parsed(secretSourceSchema, source, "the source");
  if (OWN_KEY.test(source))
    throw new DejimaError(
      "invalid_input",
      "Cannot use the key of the vault as a secret: it decrypts all others",
    );
}

/** Throws if the value could not be redacted reliably. */
export function checkValue(name: string, value: string): void {
  if (value.length >= MIN_LENGTH && value.length <= MAX_LENGTH && !value.includes("\0")) return;
  throw new DejimaError(
    "invalid_input",
    `Cannot keep the secret ${name}: its value must have ${MIN_LENGTH} to ${MAX_LENGTH} characters, so that it can be distinguished from other text`,
  );
}

/** Validates a binding and returns it. A host must be named: `*` alone binds to nothing. */
export function checkBinding(candidate: SecretBinding): SecretBinding {
  const binding = parsed(secretBindingSchema, candidate, "the binding");
  const sender = binding.hosts.length > 0 ? undefined : binding.tools.find((tool) => !isConnection(tool));
  if (sender !== undefined)
    throw new DejimaError(
      "invalid_input",
      `Cannot let ${sender} use a secret without a host: pass where it may be sent, such as api.example.com`,
    );
  for (const host of binding.hosts) {
    const pattern = readHostPattern(host);
    if (pattern === undefined || (pattern.name.startsWith("*.") && !pattern.name.slice(2).includes("."))) {
      throw new DejimaError(
        "invalid_input",
        `Cannot bind a secret to the host "${host}": write it as name, *.name.org or name:port`,
      );
    }
  }
  return binding;
}

/**
 * Databases, messengers and the blob store have their address in the config: their secrets are sent there and
 * name no host.
 */
function isConnection(tool: string): boolean {
  return ["sql:", "channel:", "blobs:"].some((kind) => tool.startsWith(kind));
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const { data, error } = schema.safeParse(value);
  if (error === undefined) return data;
  const [issue] = error.issues;
  const place = issue?.path.join(".") ?? "";
  throw new DejimaError(
    "invalid_input",
    `Cannot use ${what}${place === "" ? "" : ` (${place})`}: ${issue === undefined ? "" : issueWords(issue)}`,
  );
}
