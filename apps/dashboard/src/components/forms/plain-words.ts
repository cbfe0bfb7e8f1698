/** `must not be less than start_date` → `must not be less than start date`: names of the API are not for people. */
export const plainWords = (text: string) =>
  text.replaceAll(/(?<![\w.])[a-z]+(?:_[a-z]+)+(?![\w.])/g, (name) => name.replaceAll('_', ' '))
