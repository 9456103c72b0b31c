import type { Purpose } from "../../../scan/program/purpose.ts";

/** Paths of keys and accounts. */
const KEY_PLACE =
  /\.ssh\b|\.aws\b|\.gnupg|\.npmrc|\.netrc|\.git-credentials|\.kube|\.docker\/config|gcloud|\.config\/gh|google-chrome|firefox|Login Data|Cookies|keystore|wallet|_history|\.claude|\.cursor|claude_desktop|\/\.env\b|id_rsa|id_ed25519/;

/** Whether a text names a place of keys and accounts. */
export function isKeyPlace(text: string): boolean {
  return KEY_PLACE.test(text);
}

/** Words of a stated purpose that explain access to a place of keys. */
const PURPOSES: readonly (readonly [RegExp, RegExp])[] = [
  [/\.aws/, /\baws\b|amazon web/],
  [/\.kube/, /kubernetes|\bk8s\b|kubectl|helm/],
  [/gcloud/, /google cloud|gcloud|\bgcp\b|bigquery/],
  [/\.docker/, /docker|container/],
  [/\.config\/gh|\.git-credentials/, /github|\bgit\b/],
  [/\.ssh|\bid_(?:rsa|ed25519|ecdsa)/, /\bssh\b|\bsftp\b/],
  [/\.npmrc/, /\bnpm\b/],
  [/_history/, /shell history/],
];

/** Words with which the texts of a package name a place of keys. Code that hides what it reads does not name it. */
const NAMED: readonly (readonly [RegExp, RegExp])[] = [
  [/\.aws/, /~\/\.aws\b|\baws (?:cli )?(?:credentials|profiles?)\b|\baws_(?:access_key_id|profile)\b/],
  [/\.kube/, /~\/\.kube\b|kubeconfig/],
  [/gcloud/, /application[ _-]default[ _-](?:credentials|login)|\bgcloud auth\b/],
];

/** Whether the purpose explains access to this place: by what it states, or because its texts name the place. */
export function isForPurpose(place: string, { stated, text }: Purpose): boolean {
  return (
    PURPOSES.some(([path, words]) => path.test(place) && words.test(stated)) ||
    NAMED.some(([path, words]) => path.test(place) && words.test(text))
  );
}
