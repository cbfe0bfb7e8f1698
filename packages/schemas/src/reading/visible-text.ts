// Characters that no reader sees: controls, marks of format and direction, fillers and spaces of all kinds.
const invisible = /[\p{Cc}\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Noncharacter_Code_Point}\u2800]/gv

/** True if nothing of the text can be seen on paper. */
export const isInvisible = (text: string): boolean => text.toWellFormed().replaceAll(invisible, '') === ''
