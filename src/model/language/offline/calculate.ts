const DIGITS = "零一二三四五六七八九";

// Words for arithmetic operators, in the order in which they are replaced by signs.
const SIGNS: readonly (readonly [words: RegExp, sign: string])[] = [
  [/(\d)[,，](?=\d{3}(?!\d))/g, "$1"],
  [/(\d+(?:\.\d+)?)\s*(?:的|に)\s*(\d+(?:\.\d+)?)\s*(?:%|％)/g, "($1*$2/100)"],
  [/百分之\s*(\d+(?:\.\d+)?)/g, "($1/100)"],
  [/(\d+(?:\.\d+)?)\s*(?:%|％|\s*percent)\s+of\s+/gi, "$1/100*"],
  [/(?:the )?(?:square root of|sqrt(?: of)?|根号)\s*\(?\s*(\d+(?:\.\d+)?)\s*\)?/gi, "($1^0.5)"],
  [/(\d+(?:\.\d+)?)\s*的平方根/g, "($1^0.5)"],
  [/(\d+(?:\.\d+)?)\s*的\s*(\d+)\s*次方/g, "($1^$2)"],
  [/(\d+(?:\.\d+)?)\s*(?:的平方|\s+squared)/gi, "($1^2)"],
  [/(\d+(?:\.\d+)?)\s*(?:的立方|\s+cubed)/gi, "($1^3)"],
  [/\b(?:to the power of|raised to)\b|\*\*|的?幂/gi, "^"],
  [/\badd\s+(\S+)\s+(?:and|to)\s+/gi, "$1+"],
  [/\bmultiply\s+(\S+)\s+(?:by|and|with)\s+/gi, "$1*"],
  [/\bdivide\s+(\S+)\s+by\s+/gi, "$1/"],
  [/\bsubtract\s+(\S+)\s+from\s+(\S+)/gi, "$2-$1"],
  [/\bplus\b|加上?|＋/gi, "+"],
  [/\bminus\b|减去?|－|−/gi, "-"],
  [/\btimes\b|\bmultiplied by\b|乘以?|[×·＊]|(?<=\d)\s*x\s*(?=\d)/gi, "*"],
  [/\bdivided by\b|\bover\b|除以|÷/gi, "/"],
];

const FILLER =
  /^(?:please |can you |could you |hey,? )*(?:what(?:'s| is| does)|how much is|calculate|compute|work out|solve|evaluate|请|帮我|计算|算一?下?|求)*[\s:：]*|\s*(?:equals?|is what|please|等于(?:几|多少)?|是(?:几|多少)|得(?:几|多少)|[=？?。!！\s])*$/gi;

/** The result of a message that is only arithmetic: the expression in signs, and its value. */
export function calculate(message: string): { readonly sum: string; readonly value: number } | undefined {
  if (message.length > 300) return undefined;
  const bare = message.trim().replace(FILLER, "").replace(FILLER, "").trim();
  const sum = SIGNS.reduce((text, [words, sign]) => text.replace(words, sign), spelled(bare)).replace(
    /\s+/g,
    "",
  );
  if (!/^[\d.+\-*/^%()（）]+$/.test(sum) || !/\d/.test(sum) || !/[+\-*/^%]/.test(sum.replace(/^-/, "")))
    return undefined;
  // A date, a version or a telephone number is not an expression.
  if (/^\d{2,4}[-/]\d{1,2}[-/]\d{1,4}$/.test(bare) || /^[\d-]{7,}$/.test(bare)) return undefined;
  const signs = sum.replaceAll("（", "(").replaceAll("）", ")");
  const value = evaluate(signs);
  return value === undefined || !Number.isFinite(value) ? undefined : { sum: signs, value: rounded(value) };
}

// 二 is 2 beside a word of arithmetic.
function spelled(text: string): string {
  if (!/[加减乘除]|次方|根号/.test(text)) return text;
  return text.replace(/[一二两三四五六七八九十]+/g, (number) => String(numberOf(number)));
}

function numberOf(text: string): number {
  const digits = text.replaceAll("两", "二");
  const digit = (one: string, otherwise: number) =>
    one === "" ? otherwise : Math.max(0, DIGITS.indexOf(one));
  if (!digits.includes("十")) return digit(digits, 0);
  const [tens = "", ones = ""] = digits.split("十");
  return digit(tens, 1) * 10 + digit(ones, 0);
}

function rounded(value: number): number {
  return Number(value.toPrecision(15));
}

/** The value of an arithmetic expression. `undefined` if the text is not one. */
function evaluate(sum: string): number | undefined {
  const tokens = sum.match(/\d+(?:\.\d+)?|\.\d+|[+\-*/^%()]/g) ?? [];
  if (tokens.join("") !== sum) return undefined;
  let at = 0;
  const fails = Symbol("no sum");
  const take = (wanted: string) => tokens[at] === wanted && ++at > 0;
  const many = (
    part: () => number,
    signs: string,
    work: (sign: string, a: number, b: number) => number,
  ): number => {
    let value = part();
    while (tokens[at] !== undefined && signs.includes(tokens[at] ?? "")) {
      const sign = tokens[at++] ?? "";
      // 50% with nothing after it is a half.
      value = sign === "%" && !/^[\d.(]/.test(tokens[at] ?? "") ? value / 100 : work(sign, value, part());
    }
    return value;
  };
  const all = (): number => many(products, "+-", (sign, a, b) => (sign === "+" ? a + b : a - b));
  const products = (): number =>
    many(powers, "*/%", (sign, a, b) => (sign === "*" ? a * b : sign === "/" ? a / b : a % b));
  const powers = (): number => {
    if (take("-")) return -powers();
    const base = single();
    return take("^") ? base ** powers() : base;
  };
  const single = (): number => {
    if (take("(")) {
      const value = all();
      if (!take(")")) throw fails;
      return value;
    }
    const token = tokens[at++];
    if (token === undefined || !/^[\d.]/.test(token)) throw fails;
    return Number(token);
  };
  try {
    const value = all();
    return at === tokens.length ? value : undefined;
  } catch (error) {
    if (error === fails) return undefined;
    throw error;
  }
}
