package codebook

import (
	"slices"
	"strings"
	"testing"

	"privatepca/core/schema"
)

// A codebook in each of the languages says the same as in English: its headings, its words for types, its marks of decimals and dates.
func TestCodebooksInSevenLanguages(t *testing.T) {
	for language, text := range map[string]string{
		"English":    "Variable,Label,Type,Minimum,Maximum,Levels,Missing values\nage,Age,numeric,0.5,120,,-9\nsex,Sex,category,,,1=m | 2=f,-9\nok,Agreed,yes/no,,,,-9\nborn,Born,date,1900-01-01,2020-12-31,,-9\n",
		"German":     "Variable;Bezeichnung;Typ;Minimum;Maximum;Ausprägungen;Fehlende Werte\nage;Age;numerisch;0,5;120;;-9\nsex;Sex;Kategorie;;;1=m | 2=f;-9\nok;Agreed;ja/nein;;;;-9\nborn;Born;Datum;01.01.1900;31.12.2020;;-9\n",
		"umlauts":    "SPALTE;Beschreibung;Datentyp;Untergrenze;Obergrenze;Auspraegungen;Fehlende_Werte\nage;Age;Zahl;0,5;120;;-9\nsex;Sex;kategorial;;;1: m | 2: f;-9\nok;Agreed;Ja/Nein;;;;-9\nborn;Born;Datum;1.1.1900;31.12.2020;;-9\n",
		"French":     "Nom de la variable;Libellé;Type de données;Valeur minimale;Valeur maximale;Modalités;Valeurs manquantes\nage;Age;numérique;0,5;120;;-9\nsex;Sex;catégorielle;;;1=m | 2=f;-9\nok;Agreed;oui/non;;;;-9\nborn;Born;date;01/01/1900;31/12/2020;;-9\n",
		"Spanish":    "Nombre;Descripción;Tipo;Mínimo;Máximo;Categorías;Valores perdidos\nage;Age;numérico;0,5;120;;-9\nsex;Sex;categórica;;;1=m | 2=f;-9\nok;Agreed;sí/no;;;;-9\nborn;Born;fecha;1900-01-01;31/12/2020;;-9\n",
		"Italian":    "Nome;Descrizione;Tipo di dato;Minimo;Massimo;Modalità;Valori mancanti\nage;Age;numerico;0,5;120;;-9\nsex;Sex;categoria;;;1=m | 2=f;-9\nok;Agreed;sì/no;;;;-9\nborn;Born;data;1900-01-01;31/12/2020;;-9\n",
		"Dutch":      "Naam;Omschrijving;Soort;Ondergrens;Bovengrens;Categorieën;Ontbrekende waarden\nage;Age;numeriek;0,5;120;;-9\nsex;Sex;categorie;;;1=m | 2=f;-9\nok;Agreed;ja/nee;;;;-9\nborn;Born;datum;1900-01-01;31/12/2020;;-9\n",
		"Portuguese": "Variável;Rótulo;Tipo de variável;Mínimo;Máximo;Níveis;Valores em falta\nage;Age;numérica;0,5;120;;-9\nsex;Sex;categórica;;;1=m | 2=f;-9\nok;Agreed;sim/não;;;;-9\nborn;Born;data;1900-01-01;31/12/2020;;-9\n",
	} {
		b := parse(t, text, Options{})
		age, sex, ok, born := field(t, b, "age"), field(t, b, "sex"), field(t, b, "ok"), field(t, b, "born")
		if age.Kind != schema.Number || age.Minimum != .5 || age.Maximum != 120 || age.Label != "Age" {
			t.Errorf("%s: age is %+v", language, age)
		}
		if sex.Kind != schema.Category || !slices.Equal(sex.Enum, []string{"1", "2"}) || sex.LevelLabels["2"] != "f" || ok.Kind != schema.Category || len(ok.Enum) != 0 {
			t.Errorf("%s: sex is %+v, ok is %+v", language, sex, ok)
		}
		if born.Kind != schema.Date || schema.FormatDate(born.Minimum) != "1900-01-01" || schema.FormatDate(born.Maximum) != "2020-12-31" {
			t.Errorf("%s: born is %+v", language, born)
		}
		if !slices.Equal(b.Schema.MissingValues, []string{"", "-9"}) || len(b.Problems) > 0 || !Is([]byte(text)) {
			t.Errorf("%s: missing %q, problems %v", language, b.Schema.MissingValues, b.Problems)
		}
	}
}

// What a codebook does not say in a way that is known is open, and refuses nothing else; a date that can be two is not guessed.
func TestOpenColumnsOfACodebook(t *testing.T) {
	b := parse(t, "name,label,type,min,max\na,A,geolocation,,\nb,B,number,0,1\nc,C,date,01/02/2000,2020-01-01\nd,D,,1.2.2000,2020-01-01\n", Options{})
	d := b.Draft()
	if len(d.Fields) != 4 || d.Fields[0].Name != "a" || d.Fields[0].Kind != "" || d.Fields[0].Label != "A" || d.Fields[1].Maximum != 1 {
		t.Errorf("%+v", d.Fields)
	}
	if wrong := b.Problems.Wrong(); len(wrong) != 1 || wrong[0].Column != "c" || len(b.Problems) != 2 {
		t.Errorf("problems %v", b.Problems)
	}
	if f := field(t, b, "d"); f.Kind != schema.Date || schema.FormatDate(f.Minimum) != "2000-02-01" {
		t.Errorf("%+v", f)
	}
}

// A column that a codebook leaves open is open in every form that is written of it, and read again; a category without levels stays one.
func TestOpenColumnsStayOpen(t *testing.T) {
	d := parse(t, "name,label,type,min,max,levels\na,A,geolocation,,,\nb,B,number,0,1,\nc,C,category,,,\nd,D,,,,\n", Options{}).Draft()
	for form, text := range map[string][]byte{"Frictionless": d.Encode(), "CSVW": d.EncodeCSVW("t.csv"), "list": CSV(Template(d, []string{"a", "b", "c", "d"}))} {
		again := parse(t, string(text), Options{}).Draft()
		for i, kind := range []schema.Kind{"", schema.Number, schema.Category, ""} {
			if f := again.Fields[i]; f.Kind != kind || f.Name != d.Fields[i].Name || f.Label != d.Fields[i].Label {
				t.Errorf("%s: %+v, want the kind %q", form, f, kind)
			}
		}
	}
}

// A name that stands twice is said where the two differ, and is one column.
func TestTwiceTheSameName(t *testing.T) {
	const head = "name,label,type,min,max,levels\nage,Age,number,0,120,\n"
	for again, said := range map[string]bool{"age,Age,number,0,120,\n": false, "age,Age,number,0,99,\n": true, "age,,category,,,1|2\n": true, " age ,Years,number,0,120,\n": true} {
		b := parse(t, head+again, Options{})
		if len(b.Schema.Fields) != 1 || b.Schema.Fields[0].Maximum != 120 || (len(b.Problems) == 1) != said || said && !strings.Contains(b.Problems.Error(), "described twice") {
			t.Errorf("%q: %+v, %v", again, b.Schema.Fields, b.Problems)
		}
	}
}

// REDCap's dictionary says how its data are exported: checkboxes as columns of 0 and 1, yes and no as 1 and 0.
func TestREDCap(t *testing.T) {
	b := parse(t, "Variable / Field Name,Form Name,Field Type,Field Label,\"Choices, Calculations, OR Slider Labels\",Text Validation Type OR Show Slider Number,Text Validation Min,Text Validation Max\n"+
		"record_id,f,text,ID,,,,\nage,f,text,Age,,integer,0,120\nseen,f,text,Seen,,date_dmy,2000-01-01,2020-12-31\nsex,f,radio,Sex,\"1, male | 2, female\",,,\n"+
		"ways,f,checkbox,Ways,\"1, walk | -2, bus\",,,\nok,f,yesno,Agreed,,,,\nbmi,f,calc,BMI,[w]/[h],,,\nhello,f,descriptive,Hello,,,,\n", Options{})
	names := []string{}
	for _, f := range b.Schema.Fields {
		names = append(names, f.Name)
	}
	if !slices.Equal(names, []string{"age", "seen", "sex", "ways___1", "ways____2", "ok", "bmi"}) || len(b.Problems) > 0 || b.Labels["record_id"] != "ID" {
		t.Fatalf("%q, %v, %v", names, b.Labels, b.Problems)
	}
	if f := field(t, b, "age"); f.Kind != schema.Number || f.Maximum != 120 {
		t.Errorf("%+v", f)
	}
	if f := field(t, b, "seen"); f.Kind != schema.Date || schema.FormatDate(f.Maximum) != "2020-12-31" {
		t.Errorf("%+v", f)
	}
	if f := field(t, b, "ways____2"); !slices.Equal(f.Enum, []string{"0", "1"}) || f.Label != "Ways bus" || f.LevelLabels["1"] != "yes" {
		t.Errorf("%+v", f)
	}
	if f := field(t, b, "ok"); !slices.Equal(f.Enum, []string{"0", "1"}) || field(t, b, "bmi").Kind != schema.Number || field(t, b, "sex").LevelLabels["2"] != "female" {
		t.Errorf("%+v", f)
	}
}
