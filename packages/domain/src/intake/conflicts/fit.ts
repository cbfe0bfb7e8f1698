/**
 * Why a record fits a name: it has the same name, all words of the name, the surname of the person, or a word that begins
 * as the name does.
 */
export type Fit = 'same' | 'words' | 'surname' | 'begins'
