const QUOTED = /["'`]([A-Za-z0-9]{15,70})["'`]/g;
const WALLET = /^bc1[a-z0-9]{25,60}$/;
/** A wallet, or a contract on a blockchain. */
const CONTRACT = /^0x(?!0{9}|f{9})[0-9a-f]{40}$/i;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** Accounts that the code names as a whole string: wallets and bank accounts to which money could go. */
export function accountsIn(code: string, { isOnChains }: { readonly isOnChains: boolean }): string[] {
  const quoted = [...new Set(Array.from(code.matchAll(QUOTED), ([, text = ""]) => text))];
  return quoted
    .filter((text) => WALLET.test(text) || isIban(text) || (!isOnChains && CONTRACT.test(text)))
    .slice(0, 10);
}

/** Whether a text is a bank account number with valid check digits (ISO 13616). */
function isIban(text: string): boolean {
  if (!IBAN.test(text)) return false;
  const turned = text.slice(4) + text.slice(0, 4);
  const digits = [...turned].map((letter) => Number.parseInt(letter, 36)).join("");
  return BigInt(digits) % 97n === 1n;
}
