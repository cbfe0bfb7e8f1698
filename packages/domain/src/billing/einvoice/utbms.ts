/** The codes of UTBMS that LEDES files use: tasks of litigation, e-discovery, counselling, projects and bankruptcy. */
const tasks = new Set(
  (
    'L100 L110 L120 L130 L140 L150 L160 L190 L200 L210 L220 L230 L240 L250 L260 L300 L310 L320 L330 L340 L350 L390 ' +
    'L400 L410 L420 L430 L440 L450 L460 L470 L500 L510 L520 L530 L600 L601 L602 L609 L610 L611 L612 L619 L620 L621 ' +
    'L622 L623 L629 L630 L631 L632 L633 L634 L635 L636 L637 L638 L639 L640 L641 L642 L643 L649 L650 L651 L652 L653 ' +
    'L654 L655 L656 L659 L660 L661 L662 L663 L669 L670 L671 L672 L679 L680 L681 L689 L690 L691 L692 L693 L699 ' +
    'C100 C200 C300 C400 P100 P200 P210 P220 P230 P240 P250 P260 P270 P280 P300 P400 P500 P600 P700 P800 ' +
    'B100 B110 B120 B130 B140 B150 B160 B170 B180 B185 B190 B195 B200 B210 B220 B230 B240 B250 B260 B300 B310 B320 ' +
    'B400 B410 B420'
  ).split(' '),
)

/** The sets for patents and trademarks have three digits of their own. */
const isTask = (code: string) => tasks.has(code) || /^(?:PA|TR)[1-9]\d\d$/.test(code)

/** The first of the codes in a text that UTBMS has. */
const firstIn = (text: string, isCode: (code: string) => boolean) =>
  text.match(/\b[A-Z]{1,2}\d{3}\b/g)?.find(isCode) ?? ''

/** `L120` of `L120 A104` */
export const taskCode = (activity: string) => firstIn(activity, isTask)

/** A101 to A111: `A104` of `L120 A104`. */
export const activityCode = (activity: string) => firstIn(activity, (code) => /^A1(?:0[1-9]|1[01])$/.test(code))

const otherExpense = 'E124'

/**
 * The code of an expense, E101 to E124, by its own code or the beginning of its description. Default: other expenses.
 */
export const expenseCode = (code: string, description: string) =>
  [code.trim(), /^\s*(E\d{3})\b/.exec(description)?.[1] ?? ''].find((one) => /^E1(?:0[1-9]|1\d|2[0-4])$/.test(one)) ??
  otherExpense
