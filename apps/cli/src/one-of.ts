/**
 * The choice that an option names.
 *
 * @throws Error listing the choices.
 */
export function oneOf<const T extends string>(option: string, choices: readonly T[], text: string): T {
  const choice = choices.find((candidate) => candidate === text)
  if (choice === undefined) throw new Error(`${option} must be one of ${choices.join(', ')}, not "${text}"`)
  return choice
}
