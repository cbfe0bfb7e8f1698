import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The fewest characters of a password. */
export const shortestPassword = 10

const require = createRequire(import.meta.url)

let known: ReadonlySet<string> | undefined

/**
 * True if a lower-case password is among the 49,000 most common passwords of zxcvbn-ts, or in our own list. The file is
 * read at first use, and only passwords of the minimum length are kept.
 */
export function isCommonPassword(password: string): boolean {
  known ??= new Set([...readList().filter(({ length }) => length >= shortestPassword), ...ours])
  return known.has(password)
}

function readList(): string[] {
  const file = require.resolve('@zxcvbn-ts/language-common/src/passwords.json')
  return JSON.parse(readFileSync(file, 'utf8')) as string[]
}

/** Passwords that attackers would try here, and that are not in the list of zxcvbn-ts. */
const ours = `
  0123456789 0987654321 111222333444 11223344556677 123123123123 1234512345 9876543210 9876543211 a1b2c3d4e5f6
  aa12345678 aaa123456789 abcdef1234 abcdef123456 abcdefghij abcdefghijk abcdefghijkl admin12345 admin123456
  admin@1234 adminadmin administrator1 asd123456789 asdf1234asdf asdfghjkl; ashley1234 attorney123 barcelona1
  baseball123 batman1234 blink182blink changeit123 changeme12 changeme123 changeme123! chelseafc1 computer123
  correcthorsebatterystaple courtroom1 daniel1234 default123 dragon1234 facebook123 fortnite123 google1234
  guest12345 hello12345 helloworld1 iloveyou1234 iloveyouforever iloveyousomuch internet12 internet123 iphone1234
  jennifer12 jessica123 jordan2323 justice123 juventus123 lawfirm123 lawoffice1 lawoffice123 lawyer1234 lawyer12345
  legal12345 letmein1234 manchesterunited matterbase matterbase1 matterbase123 michelle12 minecraft1 monkey1234
  mypassword1 mypassword123 newpassword1 p@ssw0rd12 p@ssw0rd123 p@ssword123 passphrase passw0rd1! passw0rd123
  password1! password12! password123! password12345 password123456 password2020 password2021 password2022
  password2023 password2024 password2025 password2026 princess12 princess123 qwe123456789 qwer1234asdf qwerty123!
  qwerty1234! qwertyuiop[] rootrootroot secret1234 secret12345 solicitor1 solicitor123 spiderman123 starwars12
  sunshine12 sunshine123 superadmin temp123456 test123456 testpassword testtest12 thepassword trustno1trustno1
  user123456 userpassword welcome01! welcome123! welcome1234 welcome2024 welcome2025 welcome2026 whatever12
  whatever123 zxc123456789
  `
  .trim()
  .split(/\s+/)
