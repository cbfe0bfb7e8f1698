/**
 * Those of the most common passwords that are long enough to be chosen. Whoever guesses tries these
 * first, and gets no more than ten tries in a quarter of an hour.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  0123456789 0987654321 101010101010 102030405060 110110110110 1111122222 111222333444 1122334455 11223344556677
  1212121212 123123123123 1234512345 1234554321 1234567890 1234567891 12345678910 123456789123 123456789a
  123456789q 1234qwerasdf 1472583690 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc 7894561230 9876543210
  9876543211 a123456789 a1b2c3d4e5 a1b2c3d4e5f6 aa12345678 aaa123456789 abc123456789 abcd123456 abcde12345
  abcdef1234 abcdef123456 abcdefghij abcdefghijk abcdefghijkl admin12345 admin123456 admin@1234 adminadmin
  administrator administrator1 alexander1 arsenal123 asd123456789 asdf1234asdf asdfghjkl1 asdfghjkl123 asdfghjkl;
  ashley1234 attorney123 barcelona1 baseball12 baseball123 basketball basketball1 batman1234 blink182blink
  butterfly1 changeit123 changeme12 changeme123 changeme123! charlotte1 chelseafc1 chocolate1 christopher
  computer12 computer123 correcthorsebatterystaple courtroom1 daniel1234 default123 dragon1234 elizabeth1
  facebook123 football12 football123 fortnite123 goodmorning google1234 guest12345 hello12345 helloworld
  helloworld1 ilovemyself iloveyou12 iloveyou123 iloveyou1234 iloveyou22 iloveyouforever iloveyousomuch internet12
  internet123 iphone1234 jennifer12 jessica123 jordan2323 justice123 juventus123 lawfirm123 lawoffice1
  lawoffice123 lawyer1234 lawyer12345 legal12345 letmein123 letmein1234 letmeinnow liverpool1 liverpoolfc
  manchester manchesterunited matterbase matterbase1 matterbase123 michael123 michelle12 minecraft1 minecraft123
  monkey1234 mypassword mypassword1 mypassword123 newpassword newpassword1 p@ssw0rd12 p@ssw0rd123 p@ssword123
  passphrase passw0rd1! passw0rd123 password00 password01 password1! password11 password12 password12! password123
  password123! password1234 password12345 password123456 password2020 password2021 password2022 password2023
  password2024 password2025 password2026 password99 passwordpassword pokemon123 princess12 princess123 q123456789
  q1w2e3r4t5 q1w2e3r4t5y6 qazwsxedcrfv qwe123456789 qwe123qwe123 qweasdzxc123 qwer1234asdf qwerty123! qwerty1234
  qwerty1234! qwerty12345 qwerty123456 qwertyuiop qwertyuiop123 qwertyuiop[] realmadrid rootrootroot samsung123
  secret1234 secret12345 solicitor1 solicitor123 spiderman1 spiderman123 starwars12 starwars123 strawberry
  sunshine12 sunshine123 superadmin superman12 superman123 temp123456 temppassword test123456 testing123
  testpassword testtest12 thepassword trustno1trustno1 user123456 userpassword volleyball welcome01! welcome123
  welcome123! welcome1234 welcome2024 welcome2025 welcome2026 whatever12 whatever123 zaq12wsxcde3 zxc123456789
  zxcvbnm123
  `
    .trim()
    .split(/\s+/),
)
