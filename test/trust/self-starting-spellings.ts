import { SELF_STARTING } from "../../src/contract/self-starting/families.ts";

/** One path of each pattern of the table. */
export const SELF_STARTING_PATHS: readonly string[] = SELF_STARTING.flatMap(({ paths }) =>
  paths
    .split(/\s+/)
    .map((pattern) => `${pattern.replaceAll("*", "x")}${pattern.endsWith("/") ? "some" : ""}`),
);

/** Spellings that some file system takes for one of these paths, the same ones for each seed. */
export function* selfStartingSpellings(count: number, seed: number): Generator<string> {
  const random = numbers(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item; // never empty
  for (let made = 0; made < count; made += 1) {
    const names = pick(SELF_STARTING_PATHS)
      .split("/")
      .map((name) => spell(name, random));
    const nested = pick([[], ["sub"], ["a", "b"], ["café"], ["cafe\u0301"]]);
    const way = [...nested, ...names].join(pick(["/", "/", "//", "/./"]));
    yield `${pick(["", "", "./", ".//"])}${way}`;
  }
}

function spell(name: string, random: () => number): string {
  const letters = [...name].map((letter) => (random() < 0.3 ? letter.toUpperCase() : letter)).join("");
  const chance = random();
  if (chance < 0.06) return `${letters}${random() < 0.5 ? "." : " "}`;
  if (chance < 0.12)
    return letters.replace(/[a-z]/, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));
  if (chance < 0.18) return `${letters.slice(0, 2)}\u200d${letters.slice(2)}`;
  if (chance < 0.22) return letters.replace(/s/i, "\u017f").replace(/k/i, "\u212a");
  return letters;
}

function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
