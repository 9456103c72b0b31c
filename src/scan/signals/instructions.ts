import { addressesIn, addressKind } from "../address.ts";
import { linesWith, passagesAround, plain } from "../passages.ts";
import type { Signal } from "../signal.ts";

const ANCHOR =
  /guideline|filter|restriction|polic(?:y|ies)|safety|mode\b|precedence|priority|approved|authorized|instructions|prompt/i;

const KEPT = String.raw`(?:safety|content|ethical|usage|security)\s+(?:guidelines?|filters?|restrictions?|polic(?:y|ies)|rules|constraints|checks|protocols?|measures)`;

const SHAPES = [
  new RegExp(
    String.raw`\b${KEPT}\s+(?:\w+\s+){0,3}?(?:disabled|suspended|lifted|deactivated|waived|turned off|(?:do|does)(?:n't| not) (?:apply|exist))\b`,
    "i",
  ),
  new RegExp(
    String.raw`\b(?:ignore|disregard|bypass|override|forget|disable|suspend|no longer follow)\s+(?:(?:all|any|your|the|previous|prior|standard|normal|existing|its)\s+){0,3}${KEPT}`,
    "i",
  ),
  /\b(?:ignore|disregard|forget)\s+(?:all|any|your|the)\s+(?:previous|prior|earlier|above)\s+(?:\w+\s+){0,2}(?:instructions?|rules|training|guidelines?|prompts?)\b/i,
  /\b(?:no|without|free of)\s+(?:any\s+)?(?:content|safety|ethical)\s+(?:restrictions?|filters?|guidelines?|limits?)\b/i,
  /\byou(?:'re| are)\s+now\s+(?:operating\s+|running\s+)?(?:in\s+)?(?:an?\s+)?(?:\w+\s+){0,2}(?:developer|debug|maintenance|unrestricted|god|admin|jailbreak\w*|dan)\b(?:\s+mode)?/i,
  /\b(?:takes?|has|have)\s+(?:precedence|priority)\s+over\s+(?:(?:any|all|the|your)\s+){0,2}(?:users?|user's|system)\s+(?:instructions?|requests?|prompts?|wishes|preferences|messages?)\b/i,
  /\b(?:all|every)\s+(?:\w+\s+){0,2}(?:confirmations?|requests?|approvals?|actions?|permissions?)\s+(?:are|is|have been)\s+pre-?(?:approved|authorized)/i,
];

/** Signs that a line describes an attack instead of being one. */
const TALKS_ABOUT =
  /attack|inject|jailbreak|malicious|detect|attempt|adversar|e\.g\.|example|["“'‘]\s*(?:ignore|disregard|you are now)/i;

/** A comment line of a program, or a list item in a comment. */
const COMMENT = /^\s*(?:#(?!!)|\/\/|\/?\*|--\s|;|\d{1,2}[.)]\s|-\s|@\w+\s)/;

const FORBIDS = /\b(?:never|not|don't|cannot|can't|refuse|reject|without)\b/i;

/** Sentences that tell the model that its rules no longer apply. */
export const liftedRules: Signal = {
  name: "lifted-rules",
  hint: "guideline|filter|restriction|polic|safety|mode|precedence|priority|approved|authorized|instructions|prompt",
  *find({ text, isCode }) {
    for (const { text: line, offset } of linesWith(text, ANCHOR)) {
      if (isCode && !COMMENT.test(line)) continue;
      const at = Math.max(...SHAPES.map((shape) => shape.exec(line)?.index ?? -1));
      if (at === -1 || TALKS_ABOUT.test(line) || FORBIDS.test(line.slice(Math.max(0, at - 60), at))) continue;
      yield { severity: "danger", message: "tells the model that its rules do not apply", offset };
    }
  },
};

const GUARDS: readonly (readonly [RegExp, string])[] = [
  [
    /\bxattr\s+-(?:c|d|r)\w*\b[^\n]{0,80}/gi,
    "removes the mark that lets the system check a downloaded program",
  ],
  [/\bspctl\s+--(?:master|global)-disable/gi, "turns off the system's check of programs"],
  [/(?:Add|Set)-MpPreference\b[^\n]{0,120}(?:Exclusion|-Disable)/gi, "turns off the virus scanner"],
  [
    /-ExecutionPolicy\s+Bypass\b[^\n]{0,80}(?:-File|-Command|-c)\b[^\n]{0,80}https?:/gi,
    "runs an unsigned script from outside",
  ],
  [/\bcsrutil\s+disable\b|\bsetenforce\s+0\b/gi, "turns off a protection of the system"],
];

/** Commands that switch off a protection of the system, such as the virus scanner. */
export const loweredGuards: Signal = {
  name: "lowered-guards",
  hint: "xattr|spctl|mppreference|-executionpolicy|csrutil|setenforce",
  *find({ text }) {
    for (const [shape, message] of GUARDS) {
      for (const match of text.matchAll(shape)) yield { severity: "warning", message, offset: match.index };
    }
  },
};

/** Settings that switch a protection off. One may be necessary; several together are suspicious. */
const SWITCHES: readonly RegExp[] = [
  /NODE_TLS_REJECT_UNAUTHORIZED["']?\s*[=:]\s*["']?0|PYTHONHTTPSVERIFY["']?\s*[=:]\s*["']?0|GIT_SSL_NO_VERIFY["']?\s*[=:]\s*["']?(?:1|true)|http\.sslVerify\s+false|strict-ssl\s+false/i,
  /(?:CURL|REQUESTS)_CA_BUNDLE["']?\s*[=:]\s*["']{2}|SSL_CERT_FILE["']?\s*[=:]\s*["']{2}/i,
  /(?:ENFORCEMENT|STRICT_MODE|SANDBOX|AUDIT_LOG|SECURITY_CHECKS?|POLICY_CHECK|VALIDATION|FIREWALL)(?:_ENABLED)?["']?\s*[=:]\s*["']?(?:disabled|false|off|none|0)\b/i,
  /(?:ALLOW_ALL\w{0,20}|VALIDATION_SKIP|SKIP_(?:CONFIRMATION|VALIDATION|PERMISSIONS?|APPROVAL|REVIEW)|DISABLE_(?:SECURITY|SANDBOX|AUDIT)\w{0,20}|AUTO_?APPROVE\w{0,20})["']?\s*[=:]\s*["']?(?:true|1|yes|all)\b/i,
  /"allow"\s*:\s*\[[^\]\n]{0,80}"(?:Bash(?:\(\*\))?|\*)"/,
  /--dangerously-skip-permissions|--allow-dangerously|bypassPermissions/,
  /OAUTHLIB_INSECURE_TRANSPORT["']?\s*[=:]\s*["']?1/i,
  /apt-get\s+(?:purge|remove)\b[^\n]{0,60}\bca-certificates/i,
];

/** Settings that switch off several protections of the user at once. */
export const guardsOff: Signal = {
  name: "guards-off",
  hint: 'reject_unauthorized|httpsverify|ssl_no_verify|sslverify|strict-ssl|ca_bundle|ssl_cert_file|enforcement|strict_mode|audit_log|sandbox_enabled|security_check|policy_check|firewall|allow_all|skip_|_skip|disable_s|disable_a|auto_approve|autoapprove|"allow"|dangerously|bypasspermissions|insecure_transport|ca-certificates',
  *find({ text }) {
    const hits = SWITCHES.flatMap((shape) => {
      const at = shape.exec(text)?.index;
      return at === undefined ? [] : [at];
    });
    const [offset] = hits.sort((a, b) => a - b);
    if (offset === undefined || hits.length < 2) return;
    const severity = hits.length > 2 ? "danger" : "warning";
    yield { severity, message: "switches several protections off", offset };
  },
};

const ADDRESS = /https?:\/\//i;
/** An order to open a page and follow its instructions, which can change after the review of the skill. */
const FOLLOW =
  /(?:\bvisit|\bgo\s+to|\bopen|\bnavigate\s+to|\bcopy|\bfetch|\bread|\bfollow|访问|打开)[^\n]{0,120}https?:\/\/\S+[^\n]{0,80}(?:\b(?:run|execute|paste|enter|follow)\b[^\n]{0,60}(?:\bcommands?|\bscript|\binstructions?|\binstaller|\bterminal|\bsnippet)|(?:执行|运行|粘贴)[^\n]{0,30}(?:命令|脚本|终端))/i;
const TERMINAL = /\bterminal\b|\bcommand\b|\bshell\b|\bscript\b|\bpowershell\b|终端|命令/i;
const GATE = /\bbefore\b|\brequire|\bmust\b|\bfirst\b|\bprerequisite|\bwithout\b|必须|之前/i;

/** Instructions to run commands from an external page, which can change at any time. */
export const outsideInstructions: Signal = {
  name: "outside-instructions",
  hint: "http://|https://",
  *find({ text, isCode }) {
    if (isCode) return;
    for (const { text: raw, offset } of linesWith(text, ADDRESS)) {
      const line = plain(raw);
      if (!FOLLOW.test(line) || !TERMINAL.test(line)) continue;
      const nameless = addressesIn(line).some((address) => /raw-number|drop-box/.test(addressKind(address)));
      if (!nameless && !GATE.test(line)) continue;
      yield {
        severity: nameless ? "danger" : "warning",
        message: "asks to run a command from a page outside",
        offset,
      };
    }
  },
};

/** A program or an archive to download. */
const FILE = /\b[\w.-]+\.(?:exe|msi|scr|dmg|pkg|app\.zip|bat|zip|rar|7z|tar\.gz|tgz)\b/i;

const FETCHED =
  /\bdownload|\bget it from\b|https?:\/\/\S+\.(?:exe|msi|scr|dmg|pkg|zip|rar|7z)\b|下载|下載|ダウンロード|скача|다운로드|descarg|télécharg|herunterlad|baixe/i;

const RUN =
  /\b(?:run|execute|launch|start|open|double-?click|install)\b[^\n.]{0,60}(?:\bexecutable|\binstaller|\bbinary|\bapp\b|\bfile\b|\btool\b|\bservice\b|\bit\b|\.exe\b|\.msi\b|\.dmg\b|\.pkg\b|\.scr\b|\.bat\b)|\bRUN\s+\S+\.exe|运行|執行|执行|実行|запусти|실행|ejecut|exécut|ausführ|execute\b/i;

/** States that the skill works only after this step. */
const PROGRAM_GATE =
  /\bmust\s+be\s+(?:running|installed|active|started)|\bbefore\s+(?:you\s+(?:can\s+)?us|us|start|proceed|runn|sett|authori|anything|the\s+skill)|\bwithout\s+(?:this|it\b|\S+\s+(?:installed|running))|\bwill\s+not\s+(?:work|function)|\bwon'?t\s+(?:work|function)|\bcannot\s+(?:work|function)|之前|否则|无法使用/i;

/** The password of an archive. Its only purpose is to prevent scanning. */
const PASSWORD =
  /\b(?:pass(?:word|code|phrase)?|pwd|pw)\b\s*(?:is|for[^\n:]{0,30})?\s*[:=]\s*[^\s,;)]{2,40}|\b(?:with|using)\s+(?:the\s+)?pass(?:word|code)?\b\s*:?\s*\S+|(?:extract|unzip|unpack|decompress)[^\n]{0,30}\busing\s*:\s*\S+|\b7z\s+x\s+-p\S+|\bunzip\s+-P\s*\S+|\bunrar\s+x\s+-p\S+|\b(?:archive\s+)?pass(?:word|code|phrase)?\s+is\s+\S+|(?:密码|密碼|パスワード|пароль|비밀번호|contraseña|senha|mot de passe|Passwort)\s*[:：是はー-]?\s*\S+/i;

const EXTRACT =
  /\bextract|\bunzip|\bunpack|\bdecompress|\b7z\s+x|\bunrar|解压|解壓|解凍|распак|압축|descomprim|décompress|entpack/i;

/** Instructions to download and run a program that nobody has reviewed. */
export const outsideProgram: Signal = {
  name: "outside-program",
  hint: ".exe|.msi|.scr|.dmg|.pkg|.zip|.bat|.rar|.7z|.tar.gz|.tgz",
  *find({ text, isCode }) {
    if (isCode) return;
    for (const { text: near, offset } of passagesAround(text, FILE)) {
      if (!FETCHED.test(near)) continue;
      const locked = PASSWORD.test(near) && EXTRACT.test(near);
      if (locked) {
        yield {
          severity: "danger",
          message: "asks to unpack a password-protected archive from outside",
          offset,
        };
      } else if (
        RUN.test(near) &&
        PROGRAM_GATE.test(near) &&
        /\.(?:exe|msi|scr|bat|zip|rar|7z)\b/i.test(near)
      ) {
        const windows = /\.(?:exe|msi|scr|bat)\b|\bexecutable\b/i.test(near);
        yield {
          severity: windows ? "danger" : "warning",
          message: "asks to download a program from outside and run it before anything else works",
          offset,
        };
      }
    }
  },
};
