// The words that most passwords are made of which are lists of the language, by what leaks have shown of each.
const words = `
  password passwort kennwort geheim geheimnis hallo willkommen qwertz qwertzui qwertzuiop schatz schatzi liebe ichliebedich
  sommer winter herbst frühling fruehling januar februar märz maerz april juni juli august september oktober november dezember
  montag dienstag mittwoch donnerstag freitag samstag sonntag fussball fußball bayern schalke dortmund deutschland berlin
  hamburg münchen muenchen köln koeln wien zürich zuerich anwalt rechtsanwalt rechtsanwältin rechtsanwaeltin kanzlei notar
  mandant startwort anmeldung zugang benutzer sicherheit arschloch computer internet sonnenschein
  motdepasse bonjour azerty azertyuiop soleil jetaime printemps été ete hiver automne janvier février fevrier mars avril mai
  juin juillet août aout septembre octobre novembre décembre decembre doudou chouchou loulou marseille paris france avocat
  avocate cabinet bienvenue secret
  contraseña contrasena hola bienvenido teamo tequiero verano invierno otoño otono primavera abogado abogada españa espana
  barcelona realmadrid clave
  senha bemvindo brasil verao verão inverno advogado advogada segredo
  password parola ciao benvenuto tiamo amore estate inverno autunno juventus forzainter avvocato italia segreto
  wachtwoord welkom geheimpje zomer winter lente herfst voetbal feyenoord advocaat nederland
  hasło haslo witaj kochamcie polska lato zima wiosna jesień jesien adwokat tajne
  lösenord losenord välkommen valkommen sommar vinter hemligt sverige kodeord velkommen danmark adgangskode passord norge
  salasana tervetuloa heslo vitejte ahoj česko cesko jelszo jelszó parola sifre şifre istanbul galatasaray fenerbahce
  пароль привет йцукен любовь москва россия
  welcome summer spring autumn monday tuesday wednesday thursday friday saturday sunday january february march may june july
  october december football letmein admin administrator qwerty qwertyuiop lawyer lawfirm solicitor matterbase changeme default
  iloveyou sunshine princess
  `
  .trim()
  .split(/\s+/)

const common = new Set(words)

// Digits and signs that replace letters of a word.
const letters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

/**
 * True if a lower-case password is one of these words, alone or repeated, with only digits and signs around it:
 * `passwort123`, `p@sswort!2026`, `#sommer2026`.
 */
export function isCommonWord(password: string): boolean {
  return [password, password.replaceAll(/(?<=\p{L}.*)[013457@$](?=.*\p{L})/gu, (sign) => letters[sign] ?? sign)].some(
    (text) => {
      const core = text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
      return common.has(core) || common.has(core.replace(/^(.+?)\1+$/u, '$1'))
    },
  )
}
