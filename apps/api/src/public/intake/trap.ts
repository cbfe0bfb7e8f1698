/**
 * The name of a field that people do not see and programs fill in. Password managers fill a field by its name and label: this
 * one means nothing to them.
 */
export const trap = 'leave_empty'
