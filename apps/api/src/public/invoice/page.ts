import type { SharedInvoice } from '@matterbase/domain/sending'
import { writerOf } from '@matterbase/schemas/writing'
import type { Response } from 'express'
import type { PrintedInvoice } from '../../drawing/printed-invoice.ts'
import { markup } from '../../http/browser/html.ts'
import type { Html } from '../../http/browser/html.ts'
import { sendPage } from '../page.ts'
import { wordsIn } from '../words.ts'
import type { PublicWords } from '../words-english.ts'

interface Shown {
  readonly shared: SharedInvoice
  readonly printed: PrintedInvoice
  readonly token: string
}

/** Sends the page with the invoice, the open amount and the bank details. */
export function sendInvoice(res: Response, { shared, printed, token }: Shown) {
  const { firm_name: firm, firm_logo: logo, environment, number } = shared
  const words = wordsIn(printed.invoice.locale)
  const { invoice } = words
  const title = invoice.title(number)
  const path = `/invoice/${token}`
  const body = markup`<h1>${title}</h1>
    <p class="muted">${invoice.sent(firm, printed.invoice.buyer.name)}</p>
    <div class="columns"><div>
      <iframe class="frame" src="${path}/read" title="${title}"></iframe>
      <p><a class="button" href="${path}/file">${invoice.download}</a></p>
    </div><div>
    ${stateOf(printed, invoice)}
    </div></div>`
  const masthead = { name: firm, logo: logo && `${path}/logo?v=${logo}` }
  sendPage(res, { words, title: `${title}: ${firm}`, isTest: environment === 'test', masthead, isWide: true, body })
}

type Words = PublicWords['invoice']

function stateOf(printed: PrintedInvoice, words: Words): Html {
  const { invoice, since } = printed
  const { locale, currency } = invoice
  const { exactMoney, day } = writerOf({ locale, currency, timeZone: null })
  const amounts: readonly Fact[] = [
    [words.date, day(invoice.issued)],
    [words.due, invoice.due && day(invoice.due)],
    [words.total, exactMoney(invoice.totals.total)],
    [words.paid, Number(since.paid) > 0 && exactMoney(since.paid)],
    [words.credited, Number(since.credited) > 0 && exactMoney(since.credited)],
  ]
  if (since.isVoid) return markup`<h2>${words.void}</h2><p>${words.nothingToPay}</p>${listOf(amounts)}`
  if (since.status === 'paid' || Number(since.due) <= 0)
    return markup`<h2>${words.settled}</h2>
      <p>${since.paidOn === null ? words.isSettled : words.paidOn(day(since.paidOn))}</p>
      ${listOf(amounts)}`
  return markup`<h2>${words.toPay(exactMoney(since.due))}</h2>
    ${since.status === 'overdue' && markup`<p class="alert">${words.overdue}</p>`}
    ${listOf(amounts)} ${accountOf(printed, words)}`
}

function accountOf({ invoice: { payment, seller, number }, epc }: PrintedInvoice, words: Words): Html | false {
  if (payment.iban === null) return false
  return markup`<h2>${words.transfer}</h2>
    ${listOf([
      [words.holder, payment.accountHolder ?? seller.name],
      ['IBAN', payment.iban.replaceAll(/(.{4})(?=.)/g, '$1 ')],
      ['BIC', payment.bic],
      [words.bank, payment.bankName],
      [words.reference, number],
    ])}
    ${epc !== null && markup`<p class="hint">${words.code}</p>`}`
}

type Fact = readonly [name: string, value: string | null | false]

const listOf = (facts: readonly Fact[]) =>
  markup`<dl>
    ${facts.map(([name, value]) => (value ? markup`<dt>${name}</dt><dd>${value}</dd>` : markup``))}
  </dl>`
