import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { bannedWordsIn } from './voice/banned-words.ts'
import { voiceOf, withoutCode } from './voice/prose.ts'
import type { Voice } from './voice/prose.ts'
import { commentsOf, stringsOf } from './voice/strings.ts'

// How Matterbase speaks to its readers: plain words, one fact a sentence, the reader is "you".

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(root + file, 'utf8')
const inRepository = (patterns: readonly string[]) =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !/node_modules|\/dist\/|\/generated\//.test(file))
    .toSorted()

const pages = inRepository([
  '*.md',
  'docs/**/*.md',
  'packages/sdk/*.md',
  '{apps,packages,examples}/*/README.md',
  '.github/**/*.md',
])

/** Every file whose strings users see: pages, messages, labels, help, mails. */
const sources = inRepository([
  'apps/*/src/**/*.{ts,tsx}',
  'packages/{config,db,domain,jobs,schemas}/src/**/*.ts',
  'packages/sdk/{src,cli}/**/*.ts',
]).filter((file) => !/\/testing\//.test(file))

/** Names of columns in the files of other programs, texts in German and French, and a style sheet. */
const foreign = /\/data\/heads\.ts:|words-(?:german|french)\.ts:|public\/styles\.ts:/

describe('the pages', () => {
  it.each(pages)('%s has none of the banned words', (page) => {
    const lines = withoutCode(read(page)).split('\n')
    const found = lines.flatMap((line) =>
      bannedWordsIn(line).map(({ word, instead }) => `"${word}" in "${line.slice(0, 100)}": write ${instead}`),
    )
    expect(found).toEqual([])
  })

  it.each(pages.filter((page) => !page.endsWith('CHANGELOG.md')))('%s has at most 1,500 words', (page) => {
    expect(voiceOf(read(page)).words).toBeLessThanOrEqual(1_500)
  })
})

describe('the guides', () => {
  // The changelog of the API is a list of names, "New fields of `Matter`: …".
  const guides = pages.filter((page) => /^docs\/(?!internals\/|api\/changelog)/.test(page))
  const voices = new Map(guides.map((page) => [page, voiceOf(read(page))]))
  const sum = (of: (voice: Voice) => number) => [...voices.values()].reduce((total, voice) => total + of(voice), 0)

  it.each([...voices])('%s names things, and has one fact a sentence', (_page, voice) => {
    expect(voice.whatClauses, 'clauses such as "what is left"').toBeLessThanOrEqual(Math.max(1, voice.prose / 1_000))
    expect(voice.colons, 'colons in the middle of a sentence').toBeLessThanOrEqual(Math.max(1, voice.sentences / 20))
  })

  it('address the reader: 15 times "you" in 1,000 words, or more', () => {
    expect(sum(({ you }) => you) / sum(({ prose }) => prose)).toBeGreaterThanOrEqual(0.015)
  })

  it('have at most one what-clause in 1,000 words, and colons in at most 5 % of the sentences', () => {
    expect(sum(({ whatClauses }) => whatClauses) / sum(({ prose }) => prose)).toBeLessThanOrEqual(0.001)
    expect(sum(({ colons }) => colons) / sum(({ sentences }) => sentences)).toBeLessThanOrEqual(0.05)
  })
})

describe('the strings of the product', () => {
  const texts = sources.flatMap((file) =>
    stringsOf(file, read(file)).map(({ line, text }) => ({ place: `${file}:${line}`, text })),
  )

  it('are read from all of its parts', () => {
    expect(texts.length).toBeGreaterThan(10_000)
    const ofEachPart = ['Documentation', 'No deliveries yet.', 'The export is incomplete after', 'is required']
    expect(ofEachPart.filter((wanted) => texts.every(({ text }) => text !== wanted))).toEqual([])
  })

  it('have none of the banned words', () => {
    const found = texts
      .filter(({ place }) => !foreign.test(place))
      .flatMap(({ place, text }) =>
        bannedWordsIn(text).map(({ word }) => `${place} "${word}" in "${text.slice(0, 90)}"`),
      )
    expect(found).toEqual([])
  })
})

describe('the comments of the product', () => {
  const comments = sources.flatMap((file) =>
    commentsOf(file, read(file)).map(({ line, text }) => ({ place: `${file}:${line}`, text })),
  )

  it('are read from all of its parts', () => {
    expect(comments.length).toBeGreaterThan(3_500)
  })

  it('have none of the banned words', () => {
    const found = comments.flatMap(({ place, text }) => bannedWordsIn(text).map(({ word }) => `${place} "${word}"`))
    expect(found).toEqual([])
  })

  it('begin their sentences with the noun', () => {
    const opener = /(?:^|[.!?] )(?:What|Whoever|Whether|Those|Of) /
    expect(comments.filter(({ text }) => opener.test(text)).map(({ place }) => place)).toEqual([])
  })
})
