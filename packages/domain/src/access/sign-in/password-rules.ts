import { isCommonWord } from './common-words.ts'
import { isCommonPassword, shortestPassword } from './common-passwords.ts'

const longest = 128

/**
 * Why a new password will not do, as what it must be; undefined when it will. Length is what makes
 * a password strong: it is counted in characters, and no kinds of characters are asked for.
 */
export function passwordProblem(
  password: string,
  { email, name }: { email: string; name: string },
): string | undefined {
  const text = password.normalize('NFKC')
  const { length } = Array.from(text)
  if (length < shortestPassword) return `must have at least ${shortestPassword} characters`
  if (length > longest) return `must have at most ${longest} characters`
  const plain = text.toLowerCase()
  const ownWords = [email, email.split('@', 1)[0] ?? '', name].map((word) => word.trim().toLowerCase())
  if (ownWords.includes(plain)) return 'must not be your name or email address'
  if (new Set(plain).size < 3 || isCommonPassword(plain) || isCommonWord(plain))
    return 'is too common. Choose another one'
  return undefined
}
