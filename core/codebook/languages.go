package codebook

import "strings"

// How the columns of a list are called, and what words stand for a type, in English, German, French, Spanish, Italian, Dutch and
// Portuguese. Each is compared as plain gives it, so accents, case and what joins words do not matter.

// names are words for a name: of a variable, or its label where another column holds what the file calls it.
const names = "name|nom|nombre|nome|naam"

// titles are how the columns of a list are called, each between vertical bars. A template has the headings themselves.
func titles(h Heading) string {
	switch h {
	case Name:
		return "variable|variable name|var name|variable / field name|column|column name|field|field name|" +
			"variablenname|spalte|spaltenname|feld|feldname|merkmal|" +
			"nom de la variable|nom de variable|colonne|nom de la colonne|champ|nom du champ|" +
			"nombre de la variable|nombre de variable|columna|campo|nombre del campo|" +
			"variabile|nome variabile|nome della variabile|colonna|nome del campo|" +
			"variabele|variabelenaam|naam variabele|naam van de variabele|kolom|kolomnaam|veld|veldnaam|" +
			"variavel|nome da variavel|coluna|nome da coluna|nome do campo|" +
			names + "|item|code"
	case Label:
		return "label|variable label|field label|title|description|question|question text|meaning|" +
			"bezeichnung|beschreibung|beschriftung|variablenlabel|variablenbeschriftung|titel|frage|fragetext|bedeutung|erlauterung|" +
			"libelle|libelle de la variable|intitule|etiquette|titre|question posee|signification|" +
			"etiqueta|etiqueta de la variable|descripcion|titulo|pregunta|texto de la pregunta|significado|" +
			"etichetta|etichetta della variabile|descrizione|titolo|domanda|testo della domanda|significato|" +
			"omschrijving|beschrijving|variabelelabel|vraag|vraagtekst|betekenis|" +
			"rotulo|rotulo da variavel|etiqueta da variavel|descricao|pergunta|texto da pergunta"
	case Type:
		return "type|measure|kind|format|measurement level|level of measurement|field type|data type|variable type|scale|" +
			"typ|datentyp|variablentyp|skalenniveau|messniveau|skalierung|skalentyp|" +
			"type de donnees|type de variable|niveau de mesure|echelle|" +
			"tipo|tipo de dato|tipo de datos|tipo de variable|nivel de medicion|nivel de medida|escala|" +
			"tipo di dato|tipo di dati|tipo di variabile|livello di misura|scala|" +
			"soort|datatype|gegevenstype|type variabele|meetniveau|schaal|" +
			"tipo de dado|tipo de dados|tipo de variavel|nivel de mensuracao"
	case Min:
		return "min|minimum|lower|lower bound|lower limit|from|range min|valid min|min value|minimum value|text validation min|" +
			"untergrenze|untere grenze|mindestwert|minimalwert|kleinster wert|von|" +
			"borne inferieure|limite inferieure|valeur minimale|" +
			"minimo|limite inferior|cota inferior|valor minimo|desde|" +
			"limite inferiore|valore minimo|" +
			"ondergrens|minimumwaarde|minimale waarde|van"
	case Max:
		return "max|maximum|upper|upper bound|upper limit|to|range max|valid max|max value|maximum value|text validation max|" +
			"obergrenze|obere grenze|hochstwert|maximalwert|grosster wert|bis|" +
			"borne superieure|limite superieure|valeur maximale|" +
			"maximo|limite superior|cota superior|valor maximo|hasta|" +
			"massimo|limite superiore|valore massimo|" +
			"bovengrens|maximumwaarde|maximale waarde|tot|ate"
	case Levels:
		return "levels|values|categories|value labels|codes|enum|choices|permitted values|allowed values|possible values|response options|answer options|" + choices + "|" +
			"auspragungen|kategorien|werte|wertelabels|wertebeschriftungen|antwortmoglichkeiten|antwortkategorien|antworten|stufen|codierung|kodierung|zulassige werte|mogliche werte|erlaubte werte|" +
			"modalites|valeurs|niveaux|valeurs possibles|valeurs autorisees|etiquettes de valeurs|libelles des modalites|modalites de reponse|reponses possibles|" +
			"categorias|valores|niveles|codigos|valores posibles|valores permitidos|etiquetas de valor|etiquetas de valores|opciones|opciones de respuesta|modalidades|" +
			"modalita|valori|categorie|codici|livelli|valori possibili|valori ammessi|etichette dei valori|opzioni|opzioni di risposta|" +
			"categorieen|waarden|niveaus|waardelabels|antwoordcategorieen|antwoordopties|toegestane waarden|mogelijke waarden|" +
			"niveis|valores possiveis|rotulos de valores|rotulos dos valores|opcoes|opcoes de resposta"
	case Missing:
		return "missing|missing values|missing value|missing codes|missing code|na|" +
			"fehlende werte|fehlender wert|fehlend|fehlwerte|missings|fehlende angaben|" +
			"valeurs manquantes|valeur manquante|codes manquants|donnees manquantes|manquants|" +
			"valores perdidos|valor perdido|valores faltantes|valores ausentes|datos faltantes|perdidos|" +
			"valori mancanti|valore mancante|dati mancanti|mancanti|" +
			"ontbrekende waarden|ontbrekende waarde|ontbrekend|" +
			"valores em falta|valores omissos|dados ausentes|dados em falta|omissos|ausentes"
	}
	return ""
}

// choices is what REDCap calls its levels: "1, yes | 2, no"; validation is where it says which texts are numbers and dates.
const (
	choices    = "choices, calculations, or slider labels"
	validation = "text validation type or show slider number"
)

// Words for what a column holds.
const (
	numbers = "number|numeric|numerical|num|integer|int|whole number|float|double|decimal|real|long|short|byte|scale|metric|continuous|interval|ratio|count|quantitative|slider|calc|int8|int16|int32|int64|float32|float64|bigint|smallint|" +
		"numerisch|zahl|ganzzahl|ganze zahl|dezimal|dezimalzahl|kommazahl|fliesskommazahl|metrisch|stetig|kontinuierlich|intervall|verhaltnis|quantitativ|anzahl|" +
		"numerique|nombre|entier|nombre entier|reel|nombre reel|continu|continue|quantitatif|quantitative|echelle|intervalle|rapport|" +
		"numerico|numerica|numero|entero|numero entero|continuo|continua|cuantitativo|cuantitativa|escala|intervalo|razon|" +
		"intero|numero intero|decimale|reale|quantitativo|quantitativa|scala|intervallo|rapporto|" +
		"numeriek|getal|nummer|geheel getal|geheel|decimaal|reeel|kwantitatief|schaal|" +
		"inteiro|numero inteiro|razao"
	// of texts, which says nothing about an order
	wordsOfText = "string|char|character|str|varchar|radio|dropdown|text|zeichen|zeichenkette|auswahl|texte|chaine|chaine de caracteres|caractere|texto|cadena|caracter|testo|stringa|carattere|tekst|tekenreeks|cadeia|cadeia de caracteres"
	ordinals    = "ordinal|ordered|ordered levels|likert|ordinalskaliert|ordinale|ordinaal"
	categories  = wordsOfText + "|" + ordinals + "|" +
		"category|categorical|nominal|factor|boolean|bool|binary|dichotomous|logical|enum|qualitative|yes/no|yes / no|true/false|yesno|truefalse|" +
		"kategorie|kategorial|kategoriell|faktor|wahrheitswert|boolesch|binar|dichotom|logisch|qualitativ|ja/nein|ja / nein|" +
		"categorie|categoriel|categorielle|nominale|booleen|binaire|logique|facteur|qualitatif|qualitative|oui/non|oui / non|" +
		"categoria|categorico|categorica|booleano|booleana|binario|binaria|logico|logica|cualitativo|cualitativa|si/no|si / no|" +
		"categoriale|fattore|qualitativo|qualitativa|" +
		"categorisch|categoriaal|nominaal|booleaans|kwalitatief|ja/nee|ja / nee|" +
		"fator|sim/nao|sim / nao"
	// of what only tells records or people apart
	identifiers = "identifier|id|key|primary key|record id|identification|" +
		"identifikator|kennung|kennnummer|schlussel|primarschlussel|laufende nummer|fallnummer|bezeichner|" +
		"identifiant|cle|identificador|clave|identificativo|identificatore|chiave|identificatie|sleutel|chave"
	dates = "date|datetime|date time|timestamp|datum|zeitpunkt|datum und zeit|date et heure|fecha|fecha y hora|data|data e ora|datum en tijd|data e hora"
)

// Words of levels. Orders are those of which a list's first and last level have one each, where the list has an order; besides are those of answers
// that have no place in it.
const (
	orders = "never|rarely|seldom|always|disagree|agree|not at all|extremely|very|completely|strongly|low|lowest|high|highest|less than|more than|under|over|worst|best|poor|excellent|none of the time|all of the time|daily|at least once|" +
		"nie|niemals|selten|immer|gar nicht|uberhaupt nicht|stimme|trifft|lehne|zustimmung|sehr|voll und ganz|vollig|voll|niedrig|gering|hoch|unter|uber|bis|weniger als|mehr als|am wenigsten|am meisten|taglich|schlecht|gut|" +
		"jamais|rarement|toujours|pas du tout|tout a fait|totalement|tres|faible|eleve|moins de|plus de|d'accord|" +
		"nunca|siempre|nada|totalmente|muy|bajo|alto|menos de|mas de|mucho|" +
		"mai|raramente|sempre|per niente|moltissimo|molto|basso|meno di|piu di|del tutto|" +
		"nooit|zelden|altijd|helemaal|zeer|erg|laag|hoog|minder dan|meer dan|" +
		"discordo|concordo|muito|baixo|mais de"
	besides = "don't know|dont know|do not know|no answer|other|others|refused|not applicable|n a|prefer not to say|unknown|no opinion|" +
		"weiss nicht|weiss ich nicht|keine angabe|keine antwort|keine meinung|andere|anderes|anderer|sonstige|sonstiges|verweigert|unbekannt|" +
		"ne sait pas|sans reponse|sans opinion|autre|autres|no sabe|no contesta|ns nc|otro|otra|otros|otras|non so|non risponde|altro|altra|weet niet|geen antwoord|anders|nao sabe|nao responde|outro|outra"
	yesses = "yes|ja|oui|si|sim"
	noes   = "no|nein|non|nee|nao"
)

// oneOf reports whether a word is in a list, as plain gives both; ae, oe and ue may stand for umlauts.
func oneOf(list, word string) bool {
	in := func(word string) bool {
		return word != "" && !strings.Contains(word, "|") && strings.Contains("|"+list+"|", "|"+word+"|")
	}
	word = plain(word)
	return in(word) || strings.ContainsAny(word, "aou") && in(withoutE(word))
}

// withoutE is a plain word with the vowels that ae, oe and ue may stand for.
func withoutE(word string) string {
	for _, v := range []string{"a", "o", "u"} {
		word = strings.ReplaceAll(word, v+"e", v)
	}
	return word
}

// plain is a word in lower case, without accents, with one space where words are joined by other spaces, underscores, hyphens or points.
func plain(word string) string {
	var b strings.Builder
	space := false
	for _, r := range strings.ToLower(word) {
		if r >= 0x300 && r < 0x370 { // a combining accent
			continue
		}
		to := string(r)
		switch {
		case strings.ContainsRune("àáâãäå", r):
			to = "a"
		case strings.ContainsRune("èéêë", r):
			to = "e"
		case strings.ContainsRune("ìíîï", r):
			to = "i"
		case strings.ContainsRune("òóôõö", r):
			to = "o"
		case strings.ContainsRune("ùúûü", r):
			to = "u"
		case r == 'ç':
			to = "c"
		case r == 'ñ':
			to = "n"
		case r == 'ß':
			to = "ss"
		case r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '_' || r == '-' || r == '.' || r == ':' || r == '\u00a0' || r == '\u202f':
			space = true
			continue
		}
		if space && b.Len() > 0 {
			b.WriteByte(' ')
		}
		space = false
		b.WriteString(to)
	}
	return b.String()
}
