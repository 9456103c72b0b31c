import type { Severity } from "../../support/finding.ts";
import { addressesIn, addressKind } from "../address.ts";
import { fencedCode, passagesAround } from "../passages.ts";
import type { Hit, ScannedText, Signal } from "../signal.ts";

/** Credential stores of other programs. No skill needs to read them and send something. */
const SECRET_STORES =
  /\.ssh\/(?:id_|authorized_keys)|(?:~|\$HOME|\$\{HOME\})\/\.(?:ssh|aws)\/?(?=[\s"'|;]|$)|\bid_(?:rsa|ed25519|ecdsa)\b|\.aws\/credentials|\.netrc\b|\.git-credentials|\.docker\/config\.json|\.kube\/config|\.gnupg\b|Library\/Keychains|login\.keychain|User Data\/Default\/(?:Login Data|Cookies)|Login Data\b.{0,40}\.db|(?:google-chrome|Chrome|chromium|BraveSoftware|Edge)\/[^\n]{0,60}\/(?:Cookies|Login Data)\b|cookies\.sqlite|logins\.json|wallet\.dat|\.(?:bash|zsh)_history\b|Local Extension Settings|nkbihfbeogaeaoehlefnkodbefgpgknn|\bExodus\/exodus\.wallet|Telegram Desktop\/tdata|\.npmrc\b|\.pypirc\b|\.config\/solana\/id\.json|\.electrum|\/etc\/shadow\b/;
/** Credential stores of the agent itself. Some skills look up their own key there. */
const AGENT_STORES =
  /\.(?:clawdbot|openclaw|moltbot|claude|codex|gemini|cursor|dejima)\/(?:(?:[\w-]+\/){0,4}(?:\.env\b|auth[\w-]*\.json)|\.credentials|openclaw\.json|clawdbot\.json|config\.json|settings\.json)/;
const WHOLE_ENVIRONMENT =
  /JSON\.stringify\(\s*process\.env\s*[,)]|(?:json\.dumps|str|dict|urlencode)\(\s*(?:dict\(\s*)?os\.environ(?:\.copy\(\))?\s*\)|\b(?:printenv|env)\s*\|\s*(?:base64|curl|nc\b|gzip|xxd)|\$\((?:printenv|env)\)|Object\.(?:entries|keys)\(\s*process\.env\s*\)[\s\S]{0,120}["'`/|]\(?(?:\?:)?\w{0,20}(?:key|secret|token)|os\.environ\.items\(\)[\s\S]{0,160}(?:key|secret|token)/i;
/** One key of the user. It may go to its own service, never to an anonymous host. */
const ONE_KEY =
  /os\.(?:environ(?:\.get)?|getenv)\s*[[(]\s*["']\w*(?:KEY|TOKEN|SECRET|PASS|MNEMONIC|SEED)\w*|process\.env\.\w*(?:KEY|TOKEN|SECRET|PASS|MNEMONIC|SEED)\w*|\$\{?\w*(?:API_KEY|TOKEN|SECRET|PASSWORD|MNEMONIC)\w*/;
const SENDS =
  /method\s*:\s*["'`](?:POST|PUT)["'`]|\baxios\.(?:post|put)|\brequests\.(?:post|put)|\bhttpx\.(?:post|put)|urlopen\([^)]{0,200}data|\bcurl\b[^\n]{0,400}\s(?:-d\b|--data|-F\b|--form|-T\b|--upload-file|-X\s*(?:POST|PUT))|\bwget\b[^\n]{0,400}--post|\bnc\s+-?\w*\s*[\w.$-]+\s+\d+|sendBeacon\(|\bInvoke-(?:WebRequest|RestMethod)\b[^\n]{0,400}-Method\s+(?:POST|PUT)|\.sendMail\(|smtplib|createConnection\(|socket\.connect\(|\/dev\/tcp\/|\b(?:nslookup|dig|ping)\s[^\n]{0,40}\$\{?\w|\bcurl\b[^\n]{0,200}\?\w+=\$|\bgit\s+push\s+["']?https?:\/\//i;
/** A copy of the whole store, sent directly to an anonymous host. */
const COPIED =
  /\b(?:scp|rsync|sftp)\b[^\n]{0,200}(?:\.ssh\/(?:id_\w+(?!\S{0,20}\.pub)|\s|$)|\.aws\b|\.gnupg\b|\.kube\b|\.netrc\b)[^\n]{0,120}?\s\S{0,60}@?(?:\d{1,3}\.){3}\d{1,3}:/gi;
/** Sends the file itself, not a key from it. */
const FILE_SENT =
  /\bcat\b[^\n]{0,200}\|\s*(?:base64[^\n|]{0,40}\|\s*)?(?:curl|nc)\b|(?:-d|--data(?:-binary)?|-F|-T)\s*["']?(?:\w+=)?@|\.toString\(["'](?:base64|hex)["']\)|b64encode\(|\bbtoa\(/;
const SEND_WORDS =
  /\b(?:send|post|upload|transmit|forward|exfiltrate|submit|email)\b|发送|发给|上传|提交|转发|送信|アップロード|전송|업로드|отправ|передай|загрузи|\benví|\benvoi|\bsende|\bschick/i;

/** Secrets of the person or the agent that are read where something is sent. */
export const secretsSent: Signal = {
  name: "secrets-sent",
  hint: "\"post|'post|`post|\"put|'put|`put|axios.p|requests.p|httpx.p|urlopen|curl|wget| nc |\nnc |\tnc |`nc |(nc |;nc |&nc |'nc |\"nc |/nc |sendbeacon|invoke-|sendmail|smtplib|createconnection|socket.connect|/dev/tcp|nslookup|dig |ping |git push|scp|rsync|sftp|.ssh|.aws|id_|.netrc|.git-credentials|.docker|.kube|.gnupg|keychain|login data|cookies|logins.json|wallet|_history|extension settings|nkbihf|exodus|tdata|.npmrc|.pypirc|solana|.electrum|/etc/shadow|.clawdbot|.openclaw|.moltbot|.claude|.codex|.gemini|.cursor|.dejima",
  *find(scanned) {
    const isSending = SENDS.test(scanned.text) || /\b(?:scp|rsync|sftp)\b/.test(scanned.text);
    for (const { text, offset } of isSending ? programsOf(scanned) : []) {
      for (const match of text.matchAll(COPIED))
        yield { severity: "danger", message: "copies keys to another machine", offset: offset + match.index };
      const secret = SECRET_STORES.exec(text) ?? WHOLE_ENVIRONMENT.exec(text) ?? AGENT_STORES.exec(text);
      if (!SENDS.test(text)) continue;
      if (secret === null) {
        yield* keyToNameless(text, offset);
        continue;
      }
      const severity = severityOf(text, AGENT_STORES.test(secret[0]) && !FILE_SENT.test(text));
      if (severity !== undefined)
        yield { severity, message: sentMessage(secret[0]), offset: offset + secret.index };
    }
    if (!scanned.isCode) yield* orders(scanned.text);
  },
};

/** Webhooks of chat services are anonymous, too, but many people let scripts post to their own channel. */
function* keyToNameless(text: string, offset: number): Iterable<Hit> {
  const key = ONE_KEY.exec(text);
  const isNameless = addressesIn(text).some(
    (address) => /raw-number|drop-box/.test(addressKind(address)) && !/discord|slack/i.test(address),
  );
  if (key === null || !isNameless) return;
  yield { severity: "danger", message: sentMessage(key[0]), offset: offset + key.index };
}

/** A key may go to its own service. Everything else may go nowhere. */
function severityOf(text: string, lookedUp: boolean): Severity | undefined {
  const kinds = addressesIn(text).map(addressKind);
  if (
    kinds.some((kind) => kind === "drop-box" || kind === "raw-number") ||
    /\bnc\s|\/dev\/tcp|\bnslookup\s/.test(text)
  )
    return "danger";
  if (!kinds.some((kind) => kind === "named" || kind === "plain")) return "notice";
  return lookedUp ? "notice" : "danger";
}

/** The same as an order to the reader: read this file and send it there. */
function* orders(text: string): Iterable<Hit> {
  for (const stores of [SECRET_STORES, AGENT_STORES]) {
    for (const { text: near, offset } of passagesAround(text, stores)) {
      // The public half of a key may go anywhere.
      const lines = near.split("\n").map((candidate) => candidate.replace(/\S+\.pub\b/g, ""));
      const line = lines.find((candidate) => stores.test(candidate)) ?? "";
      const target = addressesIn(line).map(addressKind);
      if (!SEND_WORDS.test(line) || !target.some((kind) => kind !== "local" && kind !== "placeholder"))
        continue;
      yield { severity: "danger", message: sentMessage(stores.exec(line)?.[0] ?? ""), offset };
    }
  }
}

function sentMessage(secret: string): string {
  return `reads ${secret.slice(0, 60)} and sends data out`;
}

/** Code that runs together: a whole file, or one fenced block of a document. */
function programsOf({ text, isCode }: ScannedText): Iterable<{ text: string; offset: number }> {
  return isCode ? [{ text, offset: 0 }] : fencedCode(text);
}
