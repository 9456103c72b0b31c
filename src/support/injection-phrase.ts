/** Phrases that hide something from the user or override their instructions. */
const ENGLISH: readonly RegExp[] = [
  /\b(?:do\s+not|don'?t|never|without|must\s+not)\s+(?:tell|inform|mention|notify|alert|ask|show|reveal)(?:ing)?\b[^\n]{0,40}\b(?:user|human|person|owner|them)\b/i,
  /\b(?:ignore|disregard|forget|override)\b[^\n]{0,40}\b(?:previous|prior|above|earlier|all|system|safety)\b[^\n]{0,20}\b(?:instructions?|prompts?|rules?|guidelines?)/i,
];

/** The same in other languages, where each phrase is too rare to occur in earnest. */
const OTHER_LANGUAGES: readonly RegExp[] = [
  /(?:忽略|无视|忘记|绕过|覆盖)[^。\n]{0,12}(?:之前|先前|以上|上述|前面|所有|一切|系统|安全)[^。\n]{0,12}(?:指令|指示|提示|规则|限制)|(?:不要|不得|请勿|切勿|别)(?:让|告诉|告知|通知|提醒|透露给)[^。\n]{0,8}(?:用户|使用者|任何人)/,
  /ユーザー?(?:に|へ)[^。\n]{0,10}(?:知らせ|伝え|言わ|通知|教え)(?:ず|ない|るな)|(?:以前|これまで|上記)の[^。\n]{0,10}(?:指示|命令|ルール)[^。\n]{0,6}(?:無視|忘れ)/,
  /사용자(?:에게|한테)[^.\n]{0,12}(?:알리지|말하지)|(?:이전|위)[^.\n]{0,8}(?:지시|명령|지침)[^.\n]{0,6}무시/,
  /не\s+(?:сообща|говори|уведомля|рассказыва)\S*[^.\n]{0,30}пользовател|(?:игнорируй|забудь|ігноруй)\S*[^.\n]{0,30}(?:инструкци|указани|правил|інструкці|вказівк)|без\s+ведома\s+пользовател/i,
  /\bsi?n\s+(?:avisar|informar|decir\S*|notificar)[^.\n]{0,20}usuari|\bsem\s+(?:avisar|informar|notificar)[^.\n]{0,20}usuári|\b(?:no|nunca)\s+(?:le\s+)?(?:digas|informes|avises|menciones)[^.\n]{0,30}usuari|\bignora\S*[^.\n]{0,20}(?:instrucciones|instruções)/i,
  /\bsans\s+(?:prévenir|informer|avertir)[^.\n]{0,20}utilisat|\bne\s+(?:dis|dites|préviens|prévenez|informe|informez)\s+pas[^.\n]{0,30}utilisat|\bignore[sz]?\b[^.\n]{0,20}instructions\s+précédentes/i,
  /\bohne\s+(?:dass\s+)?(?:den|die|der|dem)\s+(?:Benutzer|Nutzer|Anwender)\S*[^.\n]{0,24}(?:informier|frag|sag|benachrichtig|erfährt)|\b(?:sage?|erzähle?|informiere|verrate)\b[^.\n]{0,20}(?:Benutzer|Nutzer|Anwender)\S*[^.\n]{0,20}\bnicht|\bignoriere?\b[^.\n]{0,30}(?:Anweisungen|Regeln)/i,
];

/** "Never send it without asking the user" protects the user and is not an attack. */
const DOUBLE_NEGATION =
  /\b(?:not|never|n't|no)\b[^.;\n]{0,80}\bwithout\s+(?:tell|inform|notify|alert|ask|show)(?:ing)?\b|不(?:要|得|能|可)在?(?:不|没有|未)(?:告诉|告知|通知|询问)/gi;

/** Phrases that send something to another machine or fetch something from it. */
const SENDS_AWAY = [
  /\b(?:curl|wget|send|post|upload|forward|exfiltrate|transmit)\b[^\n]{0,200}(?:https?:\/\/|\bto\s+\S+@\S+)|https?:\/\/\S+[^\n]{0,200}\b(?:run|execute|download|send|post|upload)\b/i,
  /(?:发送|发给|上传|提交|转发|传给|执行|运行|下载|送信|アップロード|実行|전송|업로드|실행|отправ|загрузи|передай|запусти|\benv[ií]|\bsub[ei]|\bejecut|\benvoi|\btéléverse|\bexécut|\bsende|\bschick|\blade\b|\bführe)[^\n]{0,200}https?:\/\/|https?:\/\/[^\n]{0,200}(?:发送|上传|提交|转发|执行|运行|送信|実行|전송|실행|отправ|запусти|\benvía|\benvoi|\bsende|\bexécut|\bejecut)/i,
];

/** Whether a text orders its reader to act against the user. */
export function isAgainstUser(text: string): boolean {
  const plain = text.replace(DOUBLE_NEGATION, " ");
  return [...ENGLISH, ...OTHER_LANGUAGES].some((shape) => shape.test(plain));
}

/** The same, only in languages other than English. */
export function matchesInjectionPhrase(text: string): boolean {
  return OTHER_LANGUAGES.some((shape) => shape.test(text));
}

/** Whether a line moves something to or from another machine. */
export function sendsAway(line: string): boolean {
  return SENDS_AWAY.some((shape) => shape.test(line));
}
