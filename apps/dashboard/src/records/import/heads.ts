/**
 * Names of the fields in spreadsheets and other programs, in English, German and French: `field: name, name`. If several
 * fields have a name, the first one that the records have is used.
 */
const known = `
client_external_id: client number, client no, client ref, customer number, customer no, customer id, kundennummer, kundennr, kunden nr, mandantennummer, mandantennr, mandanten nr, debitorennummer, kunde id, mandant id, numero client, n client, code client, ref client
client_name: client, client name, customer, customer name, mandant, mandantin, kunde, auftraggeber, nom du client
case_external_id: case id, matter id, akte id, dossier id
case_number: matter number, matter no, file number, file no, case ref, aktenzeichen, aktennummer, akten nr, az, numero de dossier, numero dossier, n dossier
case_title: matter, matter name, case, case name, case title, akte, mandat, sache, rubrum, vorgang, dossier, affaire, nom du dossier
number: matter number, matter no, file number, file no, aktennummer, numero de dossier, numero dossier, n dossier
billing_method: billing method, billing type, abrechnungsart, mode de facturation
external_id: reference, ref, external id, extern id, kundennummer, kundennr, kunden nr, mandantennummer, mandantennr, mandanten nr, client number, client no, client id, customer id, customer number, customer no, account number, id, nr, no, nummer, number, numero, numero client, n client, code client, aktenzeichen, aktennummer, az, matter number, matter no, matter id, file number, file no, case id, numero de dossier, numero dossier, n dossier, ref client, debitorennummer
title: title, name, matter, matter name, case, case name, case title, bezeichnung, titel, akte, mandat, sache, rubrum, betreff, vorgang, dossier, intitule, affaire, nom du dossier, subject
description: description, details, narrative, work done, beschreibung, tatigkeit, leistung, text, libelle, designation, objet, travaux
case_category: category, practice area, area of law, rechtsgebiet, kategorie, domaine, categorie, matiere
service_type: service, service type, leistungsart, type de service
official_case_number: case number, case no, court number, court case number, docket number, docket no, claim number, gerichtsaktenzeichen, gerichtliches aktenzeichen, aktenzeichen gericht, geschaftszeichen, numero rg, rg
case_type: case type, matter type, verfahrensart, aktenart, type d affaire, type de dossier
client_id: client id
case_id: case id, matter id
estimated_hours: estimated hours, budget hours, geschatzte stunden, heures estimees
estimated_budget_min: budget from, budget von, minimum budget
estimated_budget_max: budget, budget to, budget bis, maximum budget
start_date: opened, open date, date opened, opening date, start, start date, eroffnet, angelegt, beginn, anlagedatum, date d ouverture, ouverture, debut
end_date: closed, close date, date closed, end, end date, geschlossen, abgeschlossen am, ende, ablagedatum, date de cloture, cloture, fin
company_name: company, company name, organisation, organization, business name, firm, account name, client name, customer name, name, firma, firmenname, unternehmen, mandant, kunde, name 1, societe, raison sociale, entreprise, nom de la societe, nom
contact_person: contact, contact name, contact person, full name, ansprechpartner, kontakt, kontaktperson, interlocuteur, personne de contact
first_name: first name, given name, forename, vorname, prenom
last_name: last name, surname, family name, nachname, familienname, nom de famille, nom, name
email: mail, e mail, email, email address, e mail address, e mail adresse, mailadresse, courriel, adresse e mail, adresse mail, adresse email, adresse electronique
phone: phone, phone number, telephone, telephone number, tel, mobile, mobile phone, business phone, work phone, cell, telefon, telefonnummer, rufnummer, handy, mobil, mobiltelefon, tel portable, portable, numero de telephone
address: address, full address, postal address, mailing address, anschrift, adresse, postanschrift
client_type: client type, type of client, mandantentyp, kundenart, type de client
notes: notes, note, comments, comment, remarks, bemerkung, bemerkungen, notiz, notizen, anmerkung, remarque, remarques, commentaire, commentaires
website: website, web, web site, web page, url, homepage, webseite, internet, site web, site internet
location: location, standort, lieu
street: street, street address, address line 1, address 1, address1, billing street, business street, strasse, str, strasse hausnummer, strasse und hausnummer, strasse nr, rue, adresse 1, numero et rue
postal_code: postcode, post code, postal code, zip, zip code, zip postal code, billing postcode, plz, postleitzahl, code postal, cp
city: city, town, post town, town city, billing city, ort, stadt, wohnort, ville, commune, localite
region: state, state province, province, county, region, bundesland, kanton, departement
country: country, country region, land, pays
vat_id: vat id, vat number, vat no, vat reg no, vat registration number, ust id, ust idnr, ustid, ust id nr, umsatzsteuer id, mwst nr, uid, tva, numero de tva, numero tva, n tva, tva intracommunautaire
buyer_reference: leitweg id, buyer reference, leitwegid
status: status, state of matter, statut, stand, zustand
duration: hours, time, duration, quantity, dauer, stunden, zeit, std, zeitaufwand, aufwand, duree, heures, temps
start_time: date, day, start, start time, started, work date, datum, tag, beginn, leistungsdatum, jour, debut, heure de debut
end_time: end, end time, ended, ende, fin, heure de fin
hourly_rate: hourly rate, rate, stundensatz, satz, taux horaire, taux, tarif
activity_type: activity, activity type, task, tatigkeitsart, aktivitat, activite, tache
is_billable: billable, abrechenbar, facturable
date: date, day, expense date, datum, tag, belegdatum, jour
quantity: quantity, qty, anzahl, menge, quantite
unit_price: unit price, price, amount, cost, preis, einzelpreis, betrag, kosten, prix, prix unitaire, montant
vendor: vendor, supplier, payee, lieferant, fournisseur, empfanger
kind: kind
code: code, utbms code, utbms
`

/** Lower case, without accents and punctuation: `Straße/Nr.` → `strasse nr`. */
const plainHead = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

// Some programs write ü as ue.
const digraphs = (head: string) => head.replaceAll(/ae|oe|ue/g, (pair) => pair.charAt(0))

/** The fields that each name can be of. */
const fieldsByHead = new Map<string, string[]>()
for (const line of known.trim().split('\n')) {
  const [field = '', names = ''] = line.split(': ')
  for (const name of names.split(', ')) fieldsByHead.set(name, [...(fieldsByHead.get(name) ?? []), field])
}

/** The fields that a column can be of, by its name. */
export function fieldsOf(name: string): readonly string[] {
  const head = plainHead(name)
  return [head.replaceAll(' ', '_'), ...(fieldsByHead.get(head) ?? fieldsByHead.get(digraphs(head)) ?? [])]
}
