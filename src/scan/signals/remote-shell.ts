import type { Signal } from "../finding.ts";

const SHAPES = [
  /\b(?:bash|sh|zsh)\s+-i\s*[>&|]+\s*\/dev\/tcp\/[^\s/]+\/\d+/gi,
  /\/dev\/tcp\/(?:\d{1,3}\.){3}\d{1,3}\/\d+/gi,
  /\bnc(?:at)?\b[^\n|;]{0,60}\s-(?:e|c)\s*["']?\/?(?:bin\/)?(?:ba|z)?sh\b/gi,
  /\bmkfifo\b[^\n]{0,120}\|\s*(?:\/bin\/)?(?:ba)?sh\b[^\n]{0,80}\|\s*nc\b/gi,
  /socket\.socket\([\s\S]{0,300}?dup2\([\s\S]{0,300}?(?:\/bin\/(?:ba)?sh|pty\.spawn)/gi,
  /new\s+(?:net\.)?Socket\(\)[\s\S]{0,300}?spawn\(\s*["'](?:\/bin\/)?(?:ba)?sh/gi,
  /spawn\(\s*["'](?:\/bin\/)?(?:ba)?sh\b[\s\S]{0,300}?new\s+(?:net\.)?Socket\(\)[\s\S]{0,300}?\.pipe\([^)\n]{0,40}stdin/gi,
  /\bsocat\b[^\n]{0,120}\bEXEC:\s*["']?(?:\/bin\/)?(?:ba|z)?sh\b[^\n]{0,80}/gi,
  /\b(?:IO::)?Socket\b[^\n]{0,300}connect\b[^\n]{0,300}exec\s*[({]?\s*["']\/bin\/(?:ba)?sh/gi,
  /\bfsockopen\([^\n]{0,120}\)[\s\S]{0,120}?\/bin\/(?:ba)?sh/gi,
  /\bTCPClient\([^\n]{0,200}GetStream\(\)[\s\S]{0,600}?(?:iex|Invoke-Expression)\b/gi,
];

const PUBLIC_NUMBER = /\b(?!10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)(?:\d{1,3}\.){3}\d{1,3}\b/;

/** A shell that listens to somebody else. */
export const remoteShell: Signal = {
  name: "remote-shell",
  hint: /\/dev\/tcp|\bnc\s|ncat|mkfifo|socket|socat|fsockopen|tcpclient/i,
  *find({ text, isCode }) {
    for (const shape of SHAPES) {
      for (const match of text.matchAll(shape)) {
        const isOnPurpose = isCode || PUBLIC_NUMBER.test(match[0]) || /\$\{?\w/.test(match[0]);
        const severity = isOnPurpose ? "danger" : "warning";
        yield { severity, message: "opens a shell to another machine", offset: match.index };
      }
    }
  },
};
