/** The bytes that a `Range` header asks for of so many; all when it asks for none, nothing when it cannot be met. */
type ByteRange =
  | { readonly type: "all" }
  | { readonly type: "part"; readonly start: number; readonly end: number }
  | { readonly type: "unsatisfiable" };

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** Reads one range; several at once, and what is no range of bytes, count as none, as the standard lets us. */
export function byteRange(header: string | undefined, size: number): ByteRange {
  const [, first = "", last = ""] = RANGE.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return { type: "all" };
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size : Math.min(size, Number(last) + 1);
  if (
    start >= size ||
    (last !== "" && first !== "" && Number(last) < Number(first)) ||
    (first === "" && last === "0")
  )
    return { type: "unsatisfiable" };
  return { type: "part", start, end };
}
