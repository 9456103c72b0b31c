import { linesWith } from "../passages.ts";
import type { Signal } from "../signal.ts";

/** Credential stores by owner. No honest task needs three of them at once. */
const STORES: readonly RegExp[] = [
  /\.ssh\/(?:id_(?!\w{1,12}\.pub)|\*|[`"'\s)/]|$)|\bid_(?:rsa|ed25519|ecdsa)\b(?!\.pub)/,
  /\.aws\/(?:credentials|\*)/,
  /\.gnupg\//,
  /\.kube\/config/,
  /\.(?:azure|config\/gcloud)\/[\w-]{0,60}(?:credential|token)|application_default_credentials/i,
  /\.docker\/config\.json/,
  /\.netrc\b|\.git-credentials/,
  /\.(?:npmrc|pypirc)\b/,
  /(?:^|[\s`"'/*])\.env(?:\.\w+)?\b(?!\.(?:example|sample|template))/,
  /Login Data|cookies\.sqlite|logins\.json|key4\.db|\/Cookies\b/,
  /wallet\.dat|\.ethereum\/keystore|solana\/id\.json|\.electrum|exodus\.wallet/i,
  /Library\/Keychains|login\.keychain|\.password-store/,
  /\/etc\/shadow\b/,
  /\.config\/gh\/hosts/,
];

const ANY_STORE =
  /\.ssh\b|id_(?:rsa|ed25519|ecdsa)|\.aws\/|\.gnupg|\.kube\/|\.azure\/|gcloud|\.docker\/config|\.netrc|git-credentials|\.npmrc|\.pypirc|\.env\b|Login Data|cookies\.sqlite|logins\.json|key4\.db|\/Cookies\b|wallet\.dat|keystore|solana\/id|Keychains|login\.keychain|password-store|\/etc\/shadow|gh\/hosts/;

/** An order to read a credential store. */
const TAKES =
  /^[\s>*\-\d.)#`$]{0,12}(?:first,?\s+|then\s+|next,?\s+|also\s+)?(?:read|cat|open|extract|dump|copy|collect|gather|load|print|include|scan|grep|head|tail|base64|cp|tar|retrieve|harvest|export|parse)\b|[:：]\s{0,3}(?:read|cat|extract|collect|print)\b|\$\(\s*(?:cat|base64|head)\b|(?:读取|收集|提取|复制|导出)/i;

/** Sentences that protect credentials. */
const PROTECTS =
  /\b(?:never|not|don't|avoid|block|deny|denied|forbid|forbidden|refuse|reject|exclude|ignore|protect|detect|flag|warn|without|malicious|attacker|steal|suspicious|gitignore|permissions?|chmod)\b|不要|禁止|不得|切勿/i;

/** The number of stores that no honest task needs. */
const TOO_MANY = 3;

/** Orders to read the credentials of many owners, for any purpose. */
export const harvestedSecrets: Signal = {
  name: "harvested-secrets",
  hint: ".ssh|id_rsa|id_ed25519|id_ecdsa|.aws/|.gnupg|.kube/|.azure/|gcloud|.docker/config|.netrc|git-credentials|.npmrc|.pypirc|.env|login data|cookies|logins.json|key4.db|wallet.dat|keystore|solana/id|keychain|password-store|/etc/shadow|gh/hosts",
  *find({ text, isCode }) {
    if (isCode) return;
    const taken = new Set<number>();
    for (const { text: line, offset } of linesWith(text, ANY_STORE)) {
      if (!TAKES.test(line) || PROTECTS.test(line)) continue;
      for (const [number, store] of STORES.entries()) if (store.test(line)) taken.add(number);
      if (taken.size < TOO_MANY) continue;
      yield { severity: "danger", message: "reads the stored credentials of many owners", offset };
      return;
    }
  },
};
