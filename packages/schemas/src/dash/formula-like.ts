/**
 * What a spreadsheet could take for a formula, whatever stands before it that it passes over; and what
 * would look like such a text with an apostrophe before it, so that taking one off gives back what there was.
 */
export const formulaLike = /^'*(?:[\s\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]|[\t\r\n])/u
