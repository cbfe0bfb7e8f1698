/**
 * Cells that a spreadsheet could run as a formula, with the blanks, control and format characters that it skips. Also matches such a cell with an
 * apostrophe in front, so that removing one apostrophe restores the original.
 */
export const formulaLike = /^'*(?:[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]|[\t\r\n])/u
