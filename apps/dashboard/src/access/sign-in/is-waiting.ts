/** Whether a code is needed after the password. */
export const isWaiting = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'status' in answer && answer.status === 'code_needed'
