import { describe, expect, it } from 'vitest'
import { paperProblems } from '../src/billing/einvoice/paper-problems.ts'
import { completeInvoice, line } from '../src/testing/frozen-invoices.ts'

const { buyer, seller } = completeInvoice
const nowhere = { street: null, postalCode: null, city: null, region: null, address: null }

describe('the problems of an invoice on paper', () => {
  it('are none if both have an address and each line a description', () => {
    expect(paperProblems(completeInvoice)).toEqual([])
    expect(paperProblems({ ...completeInvoice, buyer: { ...buyer, ...nowhere, address: 'Weg 1, Köln' } })).toEqual([])
  })

  it('name a missing client, and the address of the client or firm', () => {
    const placesOf = (more: object) => paperProblems({ ...completeInvoice, ...more }).map(({ place }) => place)
    expect(placesOf({ buyer: { ...buyer, ...nowhere } })).toEqual(['client'])
    expect(placesOf({ buyer: { ...buyer, ...nowhere, address: '\u200B' } })).toEqual(['client'])
    expect(placesOf({ buyer: { ...buyer, ...nowhere, id: null, name: null } })).toEqual(['client'])
    expect(placesOf({ seller: { ...seller, ...nowhere } })).toEqual(['firm'])
  })

  it('list the lines without text, and those with the word for work without a description', () => {
    const lines = ['Work', '\u200B', 'Tätigkeit', '', 'Expense'].map((description) =>
      line({ unitPrice: '1', description }),
    )
    expect(paperProblems({ ...completeInvoice, lines })).toEqual([
      { place: 'invoice', message: 'Lines 2, 4 have no text that can be read.' },
      { place: 'invoice', message: 'Lines 3, 5 have no description.' },
    ])
  })
})
