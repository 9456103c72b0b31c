import { isFile, pathsIn } from "./named-path.ts";

const NO_NAME =
  /^(?:this|that|the|my|our|your|a|an|any|all|current|same|here|which|what|whole|each|every|new|working|home|it|there|them|me|files?|folders?|code|project|workspace|director(?:y|ies)|total|detail|order|general|contents?|list|show|print|display|listing|recursively|-.*)$/i;

const FORMS: readonly RegExp[] = [
  /^ls\s+(?:-\w+\s+)*([\w./][\w./-]*)$/i,
  /\b(?:folder|directory|dir)\s+(?:called\s+|named\s+)?([\w.-]+)/i,
  /\b([\w.-]+)\s+(?:folder|directory|dir)\b/i,
  /\b(?:in|inside|under|within|of|ls|dir)\s+(?:the\s+)?([\w.-]+)\s*[?!.]*$/i,
  /(?<![\w.-])([\w.-]+)\s*(?:这个|那个)?\s*(?:目录|文件夹)/,
  /(?:目录|文件夹)\s*(?:叫|名为)?\s*([\w.-]+)/,
  /(?:在|列出|看看|看下|查看|显示)\s*([\w.-]+)\s*(?:里面?|下面?|中|内)/,
];

/** The folder that a message names, if any. */
export function folderIn(message: string): string | undefined {
  const path = pathsIn(message).find((named) => !isFile(named));
  if (path !== undefined) return path;
  return FORMS.map((form) => form.exec(message)?.[1]).find(
    (name) => name !== undefined && !NO_NAME.test(name) && !isFile(name) && !/^\d+$/.test(name),
  );
}

/** The folders that projects usually have: as a bare word they mean the folder. */
export function isDefaultFolder(word: string): boolean {
  return /^(?:src|lib|docs?|tests?|app|bin|scripts?|config|data|examples?|packages?|notes|skills|public|assets|build|dist|out)$/i.test(
    word,
  );
}
