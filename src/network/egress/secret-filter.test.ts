import fc from "fast-check";
import { expect, test } from "vitest";
import { createSecretFilter } from "./secret-filter.ts";

const PLACEHOLDER = "dejima-secret-00";
const letters = [..."abcXYZ019/+=&$%~.-_ \"<'\\é"];

const value = fc.string({ unit: fc.constantFrom(...letters), minLength: 8, maxLength: 40 });
const around = fc.string({ unit: fc.constantFrom(..."abc019/+= \n"), maxLength: 60 });
const spelling = fc.constantFrom<[string, (text: string) => Buffer]>(
  ["plain", (text) => Buffer.from(text)],
  ["upper case", (text) => Buffer.from(text.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()))],
  ["hexadecimal", (text) => Buffer.from(Buffer.from(text).toString("hex"))],
  ["percent", (text) => Buffer.from(encodeURIComponent(text))],
  ["JSON", (text) => Buffer.from(JSON.stringify(text).slice(1, -1))],
  ["base 64", (text) => Buffer.from(Buffer.from(text).toString("base64"))],
  ["base 64 with others", (text) => Buffer.from(Buffer.from(`ab${text}cd`).toString("base64url"))],
  ["UTF-16", (text) => Buffer.from(text, "utf16le")],
);

type Waits = "alike" | "needed";

async function streamed(pieces: readonly Buffer[], held: string, waits: Waits): Promise<Buffer> {
  const { stream } = createSecretFilter(new Map([[held, PLACEHOLDER]]));
  async function* source() {
    yield* pieces;
  }
  return Buffer.concat(await Array.fromAsync(stream(source(), waits)));
}

function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const pieces: Buffer[] = [];
  let at = 0;
  for (let turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}

test("createTakeOut() takes a value out in 10,000 spellings, surroundings and cuts", async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      value,
      spelling,
      around,
      around,
      sizes,
      async (held, [, spell], before, after, lengths) => {
        const spelled = spell(held);
        const bytes = Buffer.concat([Buffer.from(before), spelled, Buffer.from(after)]);
        const waits = lengths.length % 2 === 0 ? "alike" : "needed";
        const given = await streamed(cut(bytes, lengths), held, waits);
        expect(given.includes(PLACEHOLDER)).toBe(true);
        expect(given.includes(spelled)).toBe(false);
      },
    ),
    { numRuns: 10_000, seed: 24 },
  );
});

test("stream() passes everything else on as it came, and holds back as much of what begins like the value as of anything else", async () => {
  const held = "a-value-of-some-length";
  const { stream } = createSecretFilter(new Map([[held, PLACEHOLDER]]));
  async function arrived(text: string, waits: Waits = "alike"): Promise<number> {
    const pieces = stream(
      (async function* () {
        yield Buffer.from(text);
        await new Promise(() => {});
      })(),
      waits,
    )[Symbol.asyncIterator]();
    return (await pieces.next()).value?.length ?? 0;
  }
  const filler = "x".repeat(500);
  expect(await arrived(`${filler}a-value-of`)).toBe(await arrived(`${filler}xxxxxxxxxx`));
  const other = Buffer.from(`${filler}a-value-of something else`);
  for (const waits of ["alike", "needed"] as const)
    expect(await streamed(cut(other, [7]), held, waits)).toEqual(other);
  expect(await arrived("data: whole\n\n", "needed")).toBe("data: whole\n\n".length);
  expect(await arrived("data: a-val", "needed")).toBe("data: ".length);
});
