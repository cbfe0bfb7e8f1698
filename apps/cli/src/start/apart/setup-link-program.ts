import { answerParent } from './answer-parent.ts'
import { makeSetupLink } from './setup-link.ts'

answerParent(makeSetupLink)
