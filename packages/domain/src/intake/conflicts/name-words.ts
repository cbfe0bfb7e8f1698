import { foldWord, plainWords } from '../../core/names/fold-name.ts'

const plain = (words: string) => new Set(plainWords(words))

/** Legal forms as plain words, which are left out wherever they are. */
export const legalForms = plain(
  `gmbh mbh ggmbh gesmbh ag kg kgaa ohg gbr ug partg partgmbb ltd limited llc llp inc incorporated corp corporation plc
  sarl sas srl bv nv oy oyj aps kft zrt sro doo spzoo uab pty pte sdn bhd ooo zao oao eood aktiengesellschaft
  haftungsbeschränkt`,
)

/** Legal forms only at the end of a name, because they are words or parts of names elsewhere. */
export const lastForms = plain('co company cie sa se sl sp spa as asa ab ou ev eg rl zoo zo oo z lp eu k kk')

/** Words of a name that say nothing about whose name it is. */
export const ignored = plain(
  `and und et y i the der die das dr prof professor herr frau mr mrs ms mx sir dame me maitre rechtsanwalt rechtsanwältin
  dipl ing mba msc phd jun jr sen sr von vom zu zum zur van den de del della di da do dos du la le el al bin ibn`,
)

/** Words of many companies, which identify no company alone. */
const genericPlain = plain(
  `logistik logistics transport transporte spedition bank sparkasse versicherung insurance group gruppe holding holdings
  international services service consulting beratung solutions systems technologies technology tech software media
  immobilien real estate properties property bau construction handel trading partners partner kanzlei law legal firm
  associates capital invest investment investments management energy energie pharma medical klinik hospital verlag
  industries industrie werke motors foods global europe deutschland germany verwaltung beteiligung beteiligungs
  gesellschaft hausverwaltung hotel restaurant apotheke praxis stiftung verein foundation university universität
  first new neue alte old north south west east nord süd city stadt national american british german bäckerei bakery
  bakeries`,
)

/** The same, folded. */
export const generic: ReadonlySet<string> = new Set([...genericPlain].map(foldWord))

/** Words that are written with a capital letter in German or begin sentences: no names. */
export const commonNouns = plain(
  `ich wir er sie es mein meine meinem meinen meiner unser unsere ihr ihre sein seine dieser diese dieses ein eine einen
  einem einer am im in an auf aus bei mit nach seit von vor wegen als wenn weil dass ob nun jetzt heute gestern bitte
  guten tag hallo sehr geehrte geehrter damen herren danke gruß grüße freundliche i my we our he she they his her their
  it this that these those a an on at by for from to of with when since because please hello dear thank thanks yes no
  arbeitgeber arbeitgeberin arbeitnehmer arbeit arbeitsvertrag kündigung kündigungsschutz vermieter vermieterin mieter
  mieterin miete mietvertrag wohnung haus vertrag verträge kaufvertrag firma unternehmen betrieb chef chefin kollege
  mann ehemann frau ehefrau kind kinder sohn tochter vater mutter eltern bruder schwester scheidung unterhalt sorgerecht
  erbe erbschaft testament unfall auto schaden schadensersatz geld rechnung zahlung forderung schulden klage gericht
  urteil frist anwalt anwältin polizei anzeige strafe nachbar nachbarin grundstück steuer finanzamt abfindung lohn
  gehalt urlaub zeugnis abmahnung betriebsrat januar februar märz april mai juni juli august september oktober november
  dezember montag dienstag mittwoch donnerstag freitag samstag sonntag jahr jahre monat monate woche wochen
  employer employee landlord tenant contract agreement company husband wife son daughter father mother divorce accident
  car damage damages money invoice court claim lawyer police neighbour neighbor tax january february march may june july
  october december monday tuesday wednesday thursday friday saturday sunday lagerleiter geschäftsführer`,
)
