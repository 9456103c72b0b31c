/** The longest name the Agent Skills specification allows. */
const MAX_NAME_LENGTH = 64;

const SPECIFIED = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether the name is one that the specification allows. */
export function isSpecifiedName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && SPECIFIED.test(name);
}

/**
 * The one spelling of a skill's name: lowercase letters and digits of any script, joined by hyphens. It holds no blank,
 * slash, dot or other sign, so that it can name a folder. Empty when nothing is left of the text.
 */
export function skillName(text: string): string {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  let name = words.join("-");
  // File systems count bytes: shorten by characters until 64 letters of any script fit.
  while ([...name].length > MAX_NAME_LENGTH || Buffer.byteLength(name) > 200) name = name.slice(0, -1);
  return name.replace(/-+$/, "").normalize("NFC");
}
