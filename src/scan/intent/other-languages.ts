import type { Concept } from "./concepts.ts";

/**
 * Stems of German, French, Spanish, Portuguese, Italian and Russian words, by idea. They match any word that begins with them, in
 * sentences with function words of these languages.
 */
const STEMS: Readonly<Partial<Record<Concept, string>>> = {
  send: "send gesend übermitt übertrag hochlad hochzul lade weiterleit schick mitteil teile leite envoy envoi transmet transfér télévers expédi partag envía enviar envíe envie reenví reenvi transmit sube subir suba comparte invia spedi carica inoltra отправ перешл пересыл передай передав передат загрузи выгруз поделис",
  collect:
    "lies lese gelesen auslesen sammel gesammelt kopier erfass protokoll lire lisez lecture copi collect recueil récupér enregistr leer leas leídos recopil recog captur leggi leggere raccogl прочит прочт читай считай собер собир скопир запиш",
  delete:
    "lösch gelösch entfern leere überschreib supprim efface effacer écrase borra borre borrar elimin suprim cancella rimuov apaga apague exclui удали удалит стер очист",
  run: "führ ausgeführ ausführ starte aufruf ruf exécut exécuter lance lancez appelez appeler ejecut inicia llama executa executar esegu avvia chiama запуст выполн вызов вызыв",
  fetch:
    "herunterlad heruntergel installier öffne hole abruf télécharg install ouvre ouvrez consulte descarg instala abre abrir baixe baixar scarica apri скача установ откро открыв",
  write:
    "schreib eintrag einzutrag ergänz füge hinzu speicher einfüg änder trage écri ajout insér joign modifi renseign place escrib añad agreg insert incluy guarda modific escrev adicion inclu salva scriv aggiung inseri modifica впиши добав встав сохран запис измен укаж",
  weaken:
    "deaktivier abschalt ausschalt schalte umgeh übersprin lass désactiv contourn saute ignorer désarm desactiv omite omitir salta disattiv aggira отключ обойд пропуст выключ",
  grant:
    "erteil gewähr freigeb freigeg erlaub einlad accorde autoris donne invite conced otorga permit invita autoriz dai concedi предостав разреш пригла",
  disclose:
    "erwähn informier benachrichtig behellig sage sagen anzuzeig anzeig zeige verrat hinweis weise frage nachfrag mentionn inform prévenir préven signal dites parler montr demand avis menciona inform avise avisa muestr mostr pregunt dizer dica mencion avvis mostra chied dire сообщ говор упомин показ спраш уведом предупр",
  promote:
    "empfehl empfiehl bevorzug lobe recommand préfér vante recomiend recomend prefier favorec consigli preferi рекоменд предпоч советуй хвали",
  falsify:
    "ersetz fälsch vertausch behaupt ausgeb remplac falsifi prétend change échang reemplaz sustitu falsific cambia finge substitu falsi sostitu fingi замени подмен подделай притвор утвержд",
  pay: "bezahl überweis überweisung zahle kauf paie payer virement verse achète paga pague transfier compra pagar bonific acquist оплат перевед переведи плати купи",
  override:
    "ignorier missacht vergiss außer vorrang ignore ignorez oublie oubliez priorit prévaut olvida prevalec esquec ignora dimentica prevale игнорир забудь приоритет",
  obey: "befolg folge gehorch halte suivez suivre obéis respect sigue siga obedec segui obbedi следуй выполняй подчин",
  secret:
    "schlüssel passwort passwört kennwort zugangsdat anmeldedat geheim umgebungsvariab jeton motdepasse identifiants secret clé clés clef contraseñ credencial clave token senha chave segredo credenzial chiavi segret парол ключ токен секрет учётн учетн",
  personal:
    "verlauf zwischenablage gespräch unterhaltung nachricht persönlich vertraulich kontakt adressbuch historique conversation presse-papiers personnel confidentiel historial conversación portapapeles personal confidencial contacto histórico conversa cronologia conversazione riservat истори переписк разговор личн буфер контакт",
  files:
    "datei dateien verzeichnis ordner inhalt dokument fichier dossier contenu document répertoire archivo fichero carpeta contenido documento directorio arquivo pasta conteúdo contenuto cartella файл папк содержим документ каталог",
  guard:
    "prüfung überprüf sicherheit bestätig warnung freigabe zustimm genehmig schutz vérific sécurité confirmation avertiss autorisation pare-feu verificación seguridad confirmación advertencia permiso cortafuegos verificação segurança verifica sicurezza conferma провер безопасн подтвержд защит разрешен",
  power:
    "administrator rechte vollzugriff öffentlich administrateur droits accès public derechos acceso público administrador direitos acesso diritti accesso администратор права доступ публичн",
  startup:
    "autostart anmeldeskript startskript zeitplan tâche planifi cron crontab démarrage programad arranque inicio agendad avvio автозагруз планировщ",
  money:
    "konto betrag rechnung überweisung iban compte montant facture cuenta importe factura conta valor fatura conto importo fattura счёт счет сумм",
  remote:
    "server adresse dienst extern serveur adresse service externe distant servidor dirección servicio externo remoto endereço serviço indirizzo servizio esterno сервер адрес сервис внешн удалён",
  always:
    "immer muss müssen unbedingt stets zwingend bitte erforderlich toujours doit doivent veuillez obligatoire impérativ siempre debe deben debes obligatori sempre deve devem devono всегда должен обязательн необходимо нужно",
  any: "jede jeder jedes alle allen sämtlich ganze gesamt vollständig chaque tous toutes tout entier complet cada todos todas todo enter complet ogni tutti tutte каждый каждо все всё весь полн любо",
  when: "bevor nachdem sobald vor nach wenn avant après dès lorsque quand fois antes después cuando luego prima dopo quando depois перед после когда прежде",
  first:
    "zuerst zunächst vorher sofort abord préalable primero previamente inmediatamente primeiro subito сначала сперва предварительно",
  also: "zusätzlich außerdem auch également aussi además también también junto também inoltre anche также кроме вместе",
  silent:
    "heimlich unbemerkt still verdeckt diskret hintergrund stillschweigend discrètement silenc secrètement arrière-plan discret sigilo discretamente sin segundo plano nascost тихо незаметно тайно скрыт фонов",
  not: "nicht kein keine ohne niemals nie nirgends ne pas sans jamais aucun inutile no sin nunca ningún ninguna não sem non senza mai nessun не без никогда никому нельзя",
  forbid: "nicht keine niemals nirgends jamais nunca não mai никогда нельзя",
  user: "benutzer nutzer anwender kunde person mensch utilisateur personne client usuario cliente persona usuário utente пользовател клиент человек",
  reader:
    "assistent agent modell assistant modèle asistente modelo assistente modello ассистент агент модель",
  rules:
    "anweisung regel vorgabe richtlinie instruction consigne règle instrucci regla norma instruç regra istruzion regola инструкц правил указан",
  previous:
    "vorherig bisherig früher obig précédent antérieur anterior previa previo precedent предыдущ прежн",
  tool: "werkzeug tool outil herramienta ferramenta strumento инструмент",
  instead: "statt anstatt anstelle plutôt lieu lugar vez invece вместо",
  our: "unser unsere wir notre nous nuestr nosso nostro наш",
  argument:
    "parameter feld argument paramètre champ parámetro campo parâmetro parametro параметр поле аргумент",
  task: "aufgabe antwort anfrage aufruf tâche réponse requête tarea respuesta consulta tarefa resposta risposta richiesta задач ответ запрос вызов",
  consent:
    "zustimmung erlaubnis einverständnis consentement accord consentimiento consentimento consenso согласи",
  choice: "falls kann können optional peut pouvez puede puedes pode può если может можно",
};

/** Function words of these languages that are not English words. */
const SMALL =
  /(?<![\p{L}\p{N}])(?:der|das|den|dem|und|nicht|ist|wird|werden|muss|mit|für|bitte|eine?|nach|vor|les|des|une|dans|pas|est|sont|pour|avec|vous|doit|aux?|sur|el|los|las|una|que|para|por|del|de|la|le|du|gli|della|delle|che|não|uma|dos|das|os|и|в|не|на|с|что|для|по|из|его|все|перед)(?![\p{L}\p{N}])/giu;
/** English function words. */
const ENGLISH =
  /(?<![\p{L}\p{N}])(?:the|and|of|to|is|are|with|for|this|that|in|it|or|be|a|you)(?![\p{L}\p{N}])/giu;

const BY_STEM = new Map<string, Concept[]>();
for (const [concept, stems] of Object.entries(STEMS)) {
  for (const stem of stems.split(" ")) {
    // The keys of the table are its type's keys.
    BY_STEM.set(stem, [...(BY_STEM.get(stem) ?? []), concept as Concept]);
  }
}

const LONGEST = Math.max(...[...BY_STEM.keys()].map((stem) => stem.length));

/** Whether a text may contain a sentence in one of these languages. */
export function mayBeForeign(text: string): boolean {
  return countOf(text, SMALL, 2) >= 2;
}

/** Whether a sentence is in one of these languages. */
export function isForeign(sentence: string): boolean {
  const small = countOf(sentence, SMALL, 50);
  return small >= 2 && small > 2 * countOf(sentence, ENGLISH, 50);
}

/** The ideas of a word in lower case: those of the longest stem that it begins with. */
export function foreignIdeas(word: string): readonly Concept[] {
  for (let length = Math.min(LONGEST, word.length); length > 0; length--) {
    const found = BY_STEM.get(word.slice(0, length));
    // Short stems are whole words.
    if (found !== undefined && (length >= 4 || length === word.length)) return found;
  }
  return [];
}

function countOf(text: string, pattern: RegExp, most: number): number {
  let count = 0;
  pattern.lastIndex = 0;
  while (count < most && pattern.exec(text) !== null) count += 1;
  return count;
}
