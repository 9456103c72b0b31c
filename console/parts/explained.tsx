import { useExplained } from "../core/problem-words.ts";
import { ExactMessage } from "./exact-message.tsx";
import { Said } from "./said.tsx";

/** A message of the server in the chosen language, and as it is, folded, where a part of it has no words. */
export function Explained({ text }: { text: string }) {
  const { detail, exact, quoted } = useExplained()(text);
  return (
    <>
      {detail === "" ? null : (
        <p lang={quoted ? "en" : undefined}>
          <Said text={detail} />
        </p>
      )}
      {exact === undefined ? null : <ExactMessage text={exact} />}
    </>
  );
}
