import { invalid } from '../../core/verbs/refused.ts'

interface Dates {
  /** `YYYY-MM-DD`. */
  readonly issueDate: string | null
  readonly dueDate: string | null
}

/** @throws RefusedError when an invoice is due before the day of its issue. */
export function requireDueAfterIssue({ issueDate, dueDate }: Dates): void {
  if (issueDate === null || dueDate === null || dueDate >= issueDate) return
  const message = `The due date ${dueDate} is before the issue date ${issueDate}. Send a later due date`
  throw invalid('due_date', 'before_issue_date', message)
}
