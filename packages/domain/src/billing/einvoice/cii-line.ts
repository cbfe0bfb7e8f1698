import type { PaperWords } from '@matterbase/schemas/paper-words'
import type { FrozenLine } from '../frozen/frozen-invoice.ts'
import { ciiDay } from './cii-day.ts'
import { isNegative, isZero, negated, plain, decimalOf, unitsOf } from '@matterbase/schemas/decimal'
import { branch, leaf } from './xml.ts'

/** An hour, or a piece of anything. */
const unitCodes = { time: 'HUR', fee: 'C62', expense: 'C62' }

interface LineContext {
  readonly digits: number
  readonly words: PaperWords
}

export function ciiLine(line: FrozenLine, number: number, { digits, words }: LineContext) {
  const { kind, date, member, category, percent, net, discount } = line
  // A price is never negative, so what is taken off is a negative quantity (BR-27).
  const isOff = isNegative(line.unitPrice)
  const [quantity, price] = isOff ? [negated(line.quantity), negated(line.unitPrice)] : [line.quantity, line.unitPrice]
  return branch(
    'ram:IncludedSupplyChainTradeLineItem',
    branch('ram:AssociatedDocumentLineDocument', leaf('ram:LineID', String(number))),
    branch(
      'ram:SpecifiedTradeProduct',
      leaf('ram:Name', line.description.replaceAll(/\s+/g, ' ')),
      leaf('ram:Description', member?.name ?? null),
    ),
    branch(
      'ram:SpecifiedLineTradeAgreement',
      branch('ram:NetPriceProductTradePrice', leaf('ram:ChargeAmount', plain(price))),
    ),
    branch(
      'ram:SpecifiedLineTradeDelivery',
      leaf(
        'ram:BilledQuantity',
        plain(quantity),
        `unitCode="${line.unit === 'piece' ? unitCodes.fee : unitCodes[kind]}"`,
      ),
    ),
    branch(
      'ram:SpecifiedLineTradeSettlement',
      branch(
        'ram:ApplicableTradeTax',
        leaf('ram:TypeCode', 'VAT'),
        leaf('ram:CategoryCode', category),
        category === 'O' ? undefined : leaf('ram:RateApplicablePercent', plain(percent)),
      ),
      date &&
        branch(
          'ram:BillingSpecifiedPeriod',
          branch('ram:StartDateTime', ciiDay('udt', date)),
          branch('ram:EndDateTime', ciiDay('udt', date)),
        ),
      isZero(discount)
        ? undefined
        : branch(
            'ram:SpecifiedTradeAllowanceCharge',
            branch('ram:ChargeIndicator', leaf('udt:Indicator', 'false')),
            leaf('ram:ActualAmount', decimalOf(unitsOf(discount, digits), digits)),
            leaf('ram:Reason', words.discount),
          ),
      branch(
        'ram:SpecifiedTradeSettlementLineMonetarySummation',
        leaf('ram:LineTotalAmount', decimalOf(unitsOf(net, digits), digits)),
      ),
    ),
  )
}
