/** The stand at the fair in Hamburg, planned with a builder who speaks German. */
export const GERMAN_TALK = `
ada: Guten Morgen, Herr Petersen, schön, dass es geklappt hat.
jens: Guten Morgen Frau Moreau, guten Morgen Herr Haddad. Ich teile gleich den Plan von Halle vier.
bilal: Guten Morgen! Mein Deutsch ist etwas eingerostet, also bitte langsam.
jens: Kein Problem. Also, Stand zwölf ist ein Eckstand, sechs mal vier Meter, zwei Seiten offen.
ada: Das passt gut. Wir brauchen einen Tresen, zwei Bildschirme und einen Tisch für Gespräche mit Kunden.
jens: Der Tresen ist im Angebot, die Bildschirme noch nicht. Soll ich die mit aufnehmen?
ada: Ja, bitte zwei mit fünfundfünfzig Zoll. Und einen Stromanschluss am Tresen.
jens: Gut. Ich schicke Ihnen bis Mittwoch ein neues Angebot mit den Bildschirmen.
bilal: Gibt es eine Kabine? Wir haben viel Gepäck und, nun ja, eine Espressomaschine.
jens: Eine kleine Kabine mit einem Quadratmeter ist möglich, kostet dreihundertachtzig Euro extra.
ada: Nehmen wir. Eine Messe ohne Kaffee ist keine Messe.
jens: Dann brauche ich noch Ihr Logo, am besten als Vektordatei.
ada: Ich schicke Ihnen das Logo bis Freitag, die helle Variante. Die dunkle wirkt auf Stoff zu schwer.
jens: Perfekt. Der Aufbau ist am Montag ab acht Uhr, da sollte jemand von Ihnen vor Ort sein.
bilal: Ich bin ab Sonntag in Hamburg. Auf einem Boot, fragen Sie nicht.
jens: Auf einem Boot, das ist hanseatisch. Dann sehen wir uns am Montag um acht.
ada: Das Budget liegt bei neuntausendachthundert Euro, inklusive Stühlen. Bitte bleiben Sie darunter.
jens: Das schaffen wir. Mit Kabine und Bildschirmen liegen wir bei etwa neuntausendvierhundert.
ada: Dann ist es entschieden: Eckstand, Kabine, zwei Bildschirme. Vielen Dank, Herr Petersen!
jens: Ich danke Ihnen. Bis bald in Hamburg!
`
