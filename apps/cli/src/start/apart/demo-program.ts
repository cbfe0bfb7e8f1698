import { answerParent } from './answer-parent.ts'
import { ensureDemo } from './demo.ts'

answerParent(ensureDemo)
