/** Words and phrases that no text for readers contains, and what replaces them. */
const bannedWords: readonly (readonly [RegExp, string])[] = [
  [/\bwho(?:m|so)?ever\b/i, 'anyone who, the caller, the owner'],
  [/\b(?:nobody|somebody|anybody)\b/i, 'no other client, another user, any caller'],
  [/\bstands? (?!for\b)/i, 'is, appears, is listed'],
  [/\bbeside\b/i, 'next to, with, in addition to'],
  [/\banew\b/i, 'again'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\b(?:go|goes|going|went) on\b/i, 'continue'],
  [/\bunder way\b/i, 'in progress, in flight'],
  [/\b(?:is|are|was|were|be|been) answered\b/i, 'returns'],
  [
    /\b(?:is|are|was|were) none\b|(?<!\bthere )\b(?:is|are|was|were) no\b(?! (?:longer|more|less)\b)/i,
    'is not, does not exist',
  ],
  [/\b(?:meanwhile|seldom|mostly|whatever)\b/i, 'in the meantime, rarely, usually, regardless of'],
  [/\bgone for good\b/i, 'deleted permanently'],
  [/\be-mails?\b/i, 'email'],
]

export interface Finding {
  readonly word: string
  readonly instead: string
}

export function bannedWordsIn(text: string): Finding[] {
  return bannedWords.flatMap(([pattern, instead]) => {
    const [word] = pattern.exec(text) ?? []
    return word === undefined ? [] : [{ word, instead }]
  })
}
