/* What a server refuses: `no.CODE` are its codes as one sentence, `trouble.CODE` as a page: what happened, and (`.do`)
 * what to do now. */
export const refusals: Record<"en" | "de", Record<string, string>> = {
  en: {
    "reach.no": "Bots and this device only",
    "reach.no.do":
      "Tables with friends need a Pipwright server, and none is answering here. Everything else works, even offline.",
    "reach.other": "Reload this page",
    "reach.other.do":
      "The server has a newer version than this page. Until you reload, you can play with bots and on this device.",
    "forbidden.storage":
      "Your browser does not let this page remember anything. Games still work; keep the links so " +
      "that you can come back.",
    "trouble.title": "Not here",
    "trouble.retry": "Try again",
    "trouble.reload": "Reload",
    "trouble.local": "Play here, without a server",
    "trouble.lobby": "To the lobby",
    "trouble.no-code": "No table has this code now",
    "trouble.no-code.do":
      "A code is good until the game starts. Was it slightly different? Correct it here, or ask for the link.",
    "trouble.no-table": "There is no such table",
    "trouble.no-table.do":
      "The link may be cut off, or nobody has touched the table for so long that it was cleared " +
      "away. Enter a code, or set a new table.",
    "trouble.not-found": "There is no such page",
    "trouble.not-found.do": "The link may be cut off. Enter a code, or start from the lobby.",
    "trouble.bad-key": "This seat is taken",
    "trouble.bad-key.do":
      "A link to a seat works once. Ask whoever set the table for another one, or watch. If it " +
      "was you who sat down, the menu at that table has a link for other devices.",
    "trouble.freed": "This seat is no longer yours",
    "trouble.freed.do":
      "Whoever set the table has freed it, or somebody else has taken it. Ask for a new link, or watch.",
    "trouble.damaged": "This table is damaged",
    "trouble.damaged.do":
      "What the server has stored of it cannot be read, so it can neither be shown nor go on. " +
      "Other tables are not affected.",
    "trouble.bad-version": "The server has another version",
    "trouble.bad-version.do":
      "This page is older or newer than the server. Reload it; your seat and your tables are kept.",
    "trouble.offline": "The server is not answering",
    "trouble.offline.do":
      "Either you are offline or the server is. Nothing is lost: what was played is stored " +
      "there, and this link leads back. Meanwhile you can play on this device.",
    "trouble.stopping": "The server is being restarted",
    "trouble.stopping.do": "That takes a few seconds. Everything is stored.",
    "trouble.too-many": "Too many tries at once",
    "trouble.too-many.do":
      "To keep codes from being guessed, tries are limited. Wait a minute, then try again.",
    "trouble.busy": "The server is busy",
    "trouble.busy.do": "Try again in a moment. Nothing is lost.",
    "trouble.failed": "That did not work",
    "trouble.failed.do":
      "The server could not do it. Try again in a moment, or start from the lobby.",
    "trouble.bad-game": "This page cannot show that game",
    "trouble.bad-game.do":
      "This page does not have that game, or the game has no daily dice. The lobby lists all the games.",
    "no.offline": "The server is not answering. Try again in a moment.",
    "no.bad-name": "A name has 1 to 60 characters and no semicolon.",
    "no.bad-key":
      "This seat is taken. The link works once; ask whoever set the table for another one.",
    "no.used": "This link has been used. Ask whoever set the table for another one.",
    "no.present":
      "Somebody is playing that seat. A bot may step in when they are away or their time is up.",
    "no.name-taken": "Somebody at the table has that name. Choose another one.",
    "no.too-fast": "That was too fast. Try again in a moment.",
    "no.not-ready": "The table is not ready yet. Try again in a moment.",
    "no.damaged": "The table is damaged on the server and cannot be opened.",
    "no.bad-sheet": "This sheet does not go with these options.",
    "no.bad-seats": "This game cannot be played with that many seats.",
    "no.bad-game": "This game cannot be played here.",
    "no.bad-option": "The server does not know this option.",
    "no.bad-bot": "The server does not know this bot.",
    "no.bad-clock": "The time to choose must be between 5 seconds and 14 days.",
    "no.bad-nonce": "The random number was not accepted. Reload the page.",
    "no.bad-json": "The server did not understand this page. Reload it.",
    "no.bad-message": "The server did not understand this page. Reload it.",
    "no.bad-version": "The server has another version. Reload the page.",
    "no.not-host": "Only whoever set the table may do that.",
    "no.not-yours": "That is not your seat.",
    "no.no-seat": "No seat is free any more. You can watch.",
    "no.taken": "Somebody was quicker: the seat is taken.",
    "no.started": "The game has started already. You can watch.",
    "no.waiting": "The game has not started yet.",
    "no.over": "The game is over.",
    "no.not-over": "The game is not over yet.",
    "no.no-code": "No table has this code now.",
    "no.no-table": "There is no such table any more.",
    "no.others": "{name}’s choice was not accepted. Finish yours first.",
    "no.illegal": "That is not possible here. Your choice is back in pencil; change it.",
    "no.not-acting": "It is not your turn any more.",
    "no.final": "It can no longer be taken back: the others have seen it.",
    "no.stale": "The table had moved on before your choice arrived. Choose again.",
    "no.too-large": "The file is too large; a sheet has at most 64\u00a0KiB.",
    "no.too-many": "Too many at once. Wait a moment.",
    "no.busy": "The server is busy. Try again in a moment.",
    "no.disk-full": "The server could not store it, so nothing happened. Try again later.",
    "no.read-only": "The server could not store it, so nothing happened. Try again later.",
    "no.conflict": "The server could not store it, so nothing happened. Try again.",
    "no.failed": "The server could not do it. Try again in a moment.",
    "no.stopping": "The server is being restarted. Play goes on in a few seconds.",
    "no.not-found": "There is no such thing on this server.",
    "no.no-web-client": "This server does not have the page.",
    "no.bad-type": "The server did not understand this page. Reload it.",
    "no.bad-method": "The server did not understand this page. Reload it.",
    "no.bad-request": "The server did not understand this page. Reload it.",
    "no.no-length": "The server did not understand this page. Reload it.",
    "no.not-websocket": "The connection to the server could not be made. Reload the page.",
    "no.bad-origin": "This page does not come from the server’s address. Open it from there.",
    "no.too-slow": "It took too long to arrive. Try again.",
    "no.old-edition":
      "This game was played under an older edition of the rules, and cannot go on under today’s.",
    "trouble.old-edition": "This game was played under an older edition of the rules",
    "trouble.old-edition.do":
      "The rules have been corrected since, and under today’s something in this game cannot happen. " +
      "It can neither be shown nor go on; at a new table you play by today’s rules.",
  },
  de: {
    "reach.no": "Nur Bots und dieses Gerät",
    "reach.no.do":
      "Tische mit Freunden brauchen einen Pipwright-Server, und hier antwortet keiner. Alles " +
      "andere geht, auch ohne Netz.",
    "reach.other": "Lade die Seite neu",
    "reach.other.do":
      "Der Server hat eine neuere Version als diese Seite. Bis du neu lädst, kannst du mit Bots " +
      "und an diesem Gerät spielen.",
    "forbidden.storage":
      "Dein Browser erlaubt dieser Seite nicht, sich etwas zu merken. Spielen geht trotzdem; " +
      "hebe die Links auf, um zurückzukommen.",
    "trouble.title": "Nicht hier",
    "trouble.retry": "Noch einmal versuchen",
    "trouble.reload": "Neu laden",
    "trouble.local": "Hier spielen, ohne Server",
    "trouble.lobby": "Zur Lobby",
    "trouble.no-code": "Zu diesem Code gibt es gerade keinen Tisch",
    "trouble.no-code.do":
      "Ein Code gilt, bis die Partie beginnt. Lautet er vielleicht etwas anders? Berichtige ihn " +
      "hier oder frag nach dem Link.",
    "trouble.no-table": "Diesen Tisch gibt es nicht",
    "trouble.no-table.do":
      "Vielleicht ist der Link abgeschnitten, oder der Tisch war so lange unberührt, dass er " +
      "abgeräumt wurde. Gib einen Code ein oder eröffne einen neuen Tisch.",
    "trouble.not-found": "Diese Seite gibt es nicht",
    "trouble.not-found.do":
      "Vielleicht ist der Link abgeschnitten. Gib einen Code ein oder beginne in der Lobby.",
    "trouble.bad-key": "Dieser Platz ist besetzt",
    "trouble.bad-key.do":
      "Ein Link zu einem Platz gilt nur einmal. Bitte die Person, die den Tisch eröffnet hat, um " +
      "einen neuen, oder sieh zu. Hast du selbst dort Platz genommen? Dann steht dort im Menü " +
      "ein Link für andere Geräte.",
    "trouble.freed": "Dieser Platz gehört dir nicht mehr",
    "trouble.freed.do":
      "Wer den Tisch eröffnet hat, hat ihn freigegeben, oder jemand anderes hat ihn eingenommen. " +
      "Bitte um einen neuen Link oder sieh zu.",
    "trouble.damaged": "Dieser Tisch ist beschädigt",
    "trouble.damaged.do":
      "Was der Server davon gespeichert hat, lässt sich nicht lesen; darum kann er weder gezeigt " +
      "noch weitergespielt werden. Andere Tische betrifft das nicht.",
    "trouble.bad-version": "Der Server hat eine andere Version",
    "trouble.bad-version.do":
      "Diese Seite ist älter oder neuer als der Server. Lade sie neu; dein Platz und deine Tische bleiben.",
    "trouble.offline": "Der Server antwortet nicht",
    "trouble.offline.do":
      "Entweder bist du offline oder der Server. Nichts ist verloren: Was gespielt wurde, ist dort " +
      "gespeichert, und dieser Link führt zurück. Bis dahin kannst du an diesem Gerät spielen.",
    "trouble.stopping": "Der Server wird neu gestartet",
    "trouble.stopping.do": "Das dauert ein paar Sekunden. Alles ist gespeichert.",
    "trouble.too-many": "Zu viele Versuche auf einmal",
    "trouble.too-many.do":
      "Damit niemand Codes errät, sind Versuche begrenzt. Warte eine Minute und versuche es noch einmal.",
    "trouble.busy": "Der Server hat gerade viel zu tun",
    "trouble.busy.do": "Versuche es gleich noch einmal. Nichts ist verloren.",
    "trouble.failed": "Das hat nicht geklappt",
    "trouble.failed.do":
      "Der Server hat es nicht geschafft. Versuche es gleich noch einmal oder beginne in der Lobby.",
    "trouble.bad-game": "Dieses Spiel kann die Seite nicht zeigen",
    "trouble.bad-game.do":
      "Die Seite hat dieses Spiel nicht, oder das Spiel hat keine Würfel des Tages. In der Lobby " +
      "stehen alle Spiele, die es gibt.",
    "no.offline": "Der Server antwortet nicht. Versuche es gleich noch einmal.",
    "no.bad-name": "Ein Name hat 1 bis 60 Zeichen und kein Semikolon.",
    "no.bad-key":
      "Dieser Platz ist besetzt. Der Link gilt nur einmal; bitte die Person, die den Tisch " +
      "eröffnet hat, um einen neuen.",
    "no.used":
      "Dieser Link ist verbraucht. Bitte die Person, die den Tisch eröffnet hat, um einen neuen.",
    "no.present":
      "Auf dem Platz spielt gerade jemand. Ein Bot kann einspringen, wenn die Person weg oder ihre Bedenkzeit um ist.",
    "no.name-taken": "So heißt schon jemand am Tisch. Wähle einen anderen Namen.",
    "no.too-fast": "Das ging zu schnell. Versuche es gleich noch einmal.",
    "no.not-ready": "Der Tisch ist noch nicht so weit. Versuche es gleich noch einmal.",
    "no.damaged": "Der Tisch ist auf dem Server beschädigt und lässt sich nicht öffnen.",
    "no.bad-sheet": "Dieses Spielblatt passt nicht zu den Optionen.",
    "no.bad-seats": "Mit so vielen Plätzen lässt sich das Spiel nicht spielen.",
    "no.bad-game": "Dieses Spiel gibt es hier nicht.",
    "no.bad-option": "Diese Option kennt der Server nicht.",
    "no.bad-bot": "Diesen Bot kennt der Server nicht.",
    "no.bad-clock": "Die Bedenkzeit muss zwischen 5 Sekunden und 14 Tagen liegen.",
    "no.bad-nonce": "Die Zufallszahl wurde nicht angenommen. Lade die Seite neu.",
    "no.bad-json": "Der Server hat diese Seite nicht verstanden. Lade sie neu.",
    "no.bad-message": "Der Server hat diese Seite nicht verstanden. Lade sie neu.",
    "no.bad-version": "Der Server hat eine andere Version. Lade die Seite neu.",
    "no.not-host": "Das darf nur, wer den Tisch eröffnet hat.",
    "no.not-yours": "Das ist nicht dein Platz.",
    "no.no-seat": "Es ist kein Platz mehr frei. Du kannst zusehen.",
    "no.taken": "Jemand war schneller: Der Platz ist besetzt.",
    "no.started": "Die Partie hat schon begonnen. Du kannst zusehen.",
    "no.waiting": "Die Partie hat noch nicht begonnen.",
    "no.over": "Die Partie ist zu Ende.",
    "no.not-over": "Die Partie ist noch nicht zu Ende.",
    "no.no-code": "Zu diesem Code gibt es gerade keinen Tisch.",
    "no.no-table": "Diesen Tisch gibt es nicht mehr.",
    "no.others": "Die Wahl von {name} wurde nicht angenommen. Triff erst deine.",
    "no.illegal": "Das geht hier nicht. Deine Wahl steht wieder mit Bleistift da; ändere sie.",
    "no.not-acting": "Du bist nicht mehr dran.",
    "no.final": "Es lässt sich nicht mehr zurücknehmen: Die anderen haben es gesehen.",
    "no.stale": "Am Tisch ging es weiter, bevor deine Wahl ankam. Wähle noch einmal.",
    "no.too-large": "Die Datei ist zu groß; ein Spielblatt hat höchstens 64\u00a0KiB.",
    "no.too-many": "Zu viel auf einmal. Warte einen Moment.",
    "no.busy": "Der Server hat gerade viel zu tun. Versuche es gleich noch einmal.",
    "no.disk-full":
      "Der Server konnte es nicht speichern, darum ist nichts passiert. Versuche es später noch einmal.",
    "no.read-only":
      "Der Server konnte es nicht speichern, darum ist nichts passiert. Versuche es später noch einmal.",
    "no.conflict":
      "Der Server konnte es nicht speichern, darum ist nichts passiert. Versuche es noch einmal.",
    "no.failed": "Der Server hat es nicht geschafft. Versuche es gleich noch einmal.",
    "no.stopping": "Der Server wird neu gestartet. In ein paar Sekunden geht es weiter.",
    "no.not-found": "Das gibt es auf diesem Server nicht.",
    "no.no-web-client": "Dieser Server hat die Seite nicht.",
    "no.bad-type": "Der Server hat diese Seite nicht verstanden. Lade sie neu.",
    "no.bad-method": "Der Server hat diese Seite nicht verstanden. Lade sie neu.",
    "no.bad-request": "Der Server hat diese Seite nicht verstanden. Lade sie neu.",
    "no.no-length": "Der Server hat diese Seite nicht verstanden. Lade sie neu.",
    "no.not-websocket": "Die Verbindung zum Server kam nicht zustande. Lade die Seite neu.",
    "no.bad-origin":
      "Diese Seite kommt von einer anderen Adresse als der Server. Öffne sie von dort.",
    "no.too-slow": "Es hat zu lange gedauert. Versuche es noch einmal.",
    "no.old-edition":
      "Diese Partie wurde nach einer älteren Ausgabe der Regeln gespielt und lässt sich nach den " +
      "heutigen nicht fortsetzen.",
    "trouble.old-edition": "Diese Partie wurde nach einer älteren Ausgabe der Regeln gespielt",
    "trouble.old-edition.do":
      "Seitdem wurden die Regeln berichtigt, und nach den heutigen wäre nicht alles in dieser " +
      "Partie möglich. Sie lässt sich weder zeigen noch fortsetzen; an einem neuen Tisch gelten " +
      "die heutigen Regeln.",
  },
};
