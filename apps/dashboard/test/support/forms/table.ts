import { accountForms } from './account-forms.ts'
import { billingForms } from './billing-forms.ts'
import type { Form } from './form.ts'
import { recordForms } from './record-forms.ts'
import { settingsForms } from './settings-forms.ts'

/** Every form of the dashboard that can lose typed text. */
export const forms: readonly Form[] = [...recordForms, ...billingForms, ...settingsForms, ...accountForms]

/** Forms of operations that hold a secret. They keep nothing, and do not ask. */
export const secretForms = ['POST /re-authenticate', 'POST /security/password', 'POST /security/totp/enable']

const records = '/(?:matters|clients|time-entries|expenses|external-records)'

/** Operations without a form of text, by the reason. */
export const withoutForm: Readonly<Record<string, RegExp>> = {
  'deletes, ends or revokes: a question with buttons': /^DELETE |^POST \/keys\/\{id\}\/revoke$/,
  'not used by the dashboard': new RegExp(
    `^(?:PUT ${records}|POST ${records}/bulk|(?:POST|PATCH) /external-records(?:/\\{id\\})?)$`,
  ),
  'changes or imports many records: choices and a file': new RegExp(`^POST ${records}/bulk-`),
  'one press of a button or switch':
    /^POST (?:\/documents\/\{id\}\/link|\/inbox|\/inbox\/clear|\/invoices\/\{id\}\/(?:link|spend-credit|write-off)|\/sample-data\/reset|\/work-to-check\/settle|\/webhooks\/.*\/(?:test|retry))$|^PUT \/invoices\/\{id\}\/status$/,
  'the account: a button, a menu or a switch':
    /^(?:PUT \/account\/two-factor|PATCH \/members\/\{id\}|POST \/members\/\{id\}\/reset-link|POST \/security\/(?:totp|recovery-codes)|POST \/session\/switch-account)$/,
  'a search': /^POST \/(?:conflict-checks|search\/key)$/,
  'a new order by dragging': /^PUT \/custom-fields\/order$/,
  'saves each field when it is left: drafts.slow.test.ts': /^PATCH \/lead-board\/\{id\}$/,
  'the timer saves when its dialog is closed: timer.slow.test.ts': /^(?:PUT|PATCH|POST) \/timer(?:\/stop)?$/,
  'choices without text': /^POST \/webhooks\/\{id\}\/replay$/,
}
