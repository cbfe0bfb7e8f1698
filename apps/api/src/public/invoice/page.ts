import type { SharedInvoice } from '@matterbase/domain/sending'
import { writerOf } from '@matterbase/schemas/writing'
import type { Response } from 'express'
import type { PrintedInvoice } from '../../drawing/printed-invoice.ts'
import { markup } from '../../http/browser/html.ts'
import type { Html } from '../../http/browser/html.ts'
import { sendPage } from '../page.ts'

interface Shown {
  readonly shared: SharedInvoice
  readonly printed: PrintedInvoice
  readonly token: string
}

/** Sends the invoice, and beside it what is left to pay and where to. */
export function sendInvoice(res: Response, { shared, printed, token }: Shown) {
  const { firm_name: firm, firm_logo: logo, environment, number } = shared
  const title = `Invoice ${number}`
  const path = `/invoice/${token}`
  const body = markup`<h1>${title}</h1>
    <p class="muted">${firm} sent this invoice${printed.invoice.buyer.name !== null && ` to ${printed.invoice.buyer.name}`}.</p>
    <div class="beside"><div>
      <iframe class="frame" src="${path}/read" title="${title}"></iframe>
      <p><a class="button" href="${path}/file">Download the invoice (PDF)</a></p>
    </div><div>
    ${stateOf(printed)}
    </div></div>`
  const masthead = { name: firm, logo: logo && `${path}/logo?v=${logo}` }
  sendPage(res, { title: `${title}: ${firm}`, isTest: environment === 'test', masthead, isWide: true, body })
}

function stateOf(printed: PrintedInvoice): Html {
  const { invoice, since } = printed
  const { locale, currency } = invoice
  const { exactMoney, day } = writerOf({ locale, currency, timeZone: null })
  const amounts: readonly Fact[] = [
    ['Date', day(invoice.issued)],
    ['Due', invoice.due && day(invoice.due)],
    ['Total', exactMoney(invoice.totals.total)],
    ['Paid', Number(since.paid) > 0 && exactMoney(since.paid)],
  ]
  if (since.status === 'cancelled')
    return markup`<h2>Void</h2><p>There is nothing to pay on this invoice.</p>${listOf(amounts)}`
  if (since.status === 'paid' || Number(since.due) <= 0)
    return markup`<h2>Nothing left to pay</h2>
      <p>${since.paidOn === null ? 'This invoice is settled.' : `This invoice was paid on ${day(since.paidOn)}. Thank you.`}</p>
      ${listOf(amounts)}`
  return markup`<h2>${exactMoney(since.due)} to pay</h2>
    ${since.status === 'overdue' && markup`<p class="alert">The day to pay this by has passed.</p>`}
    ${listOf(amounts)} ${accountOf(printed)}`
}

function accountOf({ invoice: { payment, seller, number }, epc }: PrintedInvoice): Html | false {
  if (payment.iban === null) return false
  return markup`<h2>Pay by bank transfer</h2>
    ${listOf([
      ['Account holder', payment.accountHolder ?? seller.name],
      ['IBAN', payment.iban.replaceAll(/(.{4})(?=.)/g, '$1 ')],
      ['BIC', payment.bic],
      ['Bank', payment.bankName],
      ['Reference', number],
    ])}
    ${epc !== null && markup`<p class="hint">The PDF has a code that banking apps read.</p>`}`
}

type Fact = readonly [name: string, value: string | null | false]

const listOf = (facts: readonly Fact[]) =>
  markup`<dl>
    ${facts.map(([name, value]) => (value ? markup`<dt>${name}</dt><dd>${value}</dd>` : markup``))}
  </dl>`
