import type { Column } from './journal-columns.ts'
import type { EntryKind } from '../journal-entry.ts'

/** The words of a file in a language. */
export interface Words {
  readonly heads: Readonly<Record<Column, string>>
  readonly kinds: Readonly<Record<EntryKind, string>>
}

export const english: Words = {
  heads: {
    date: 'Date',
    kind: 'Entry',
    document: 'Document',
    client_id: 'Client ID',
    client: 'Client',
    debtor_account: 'Debtor account',
    contra_account: 'Contra account',
    currency: 'Currency',
    net: 'Net',
    tax: 'Tax',
    gross: 'Gross',
    tax_category: 'Tax category',
    tax_percent: 'Tax rate %',
    tax_key: 'Tax key',
    method: 'Method',
    text: 'Text',
    vat_id: 'VAT ID',
  },
  kinds: {
    invoice: 'Invoice',
    void: 'Void invoice',
    credit_note: 'Credit note',
    write_off: 'Write-off',
    write_off_reversal: 'Write-off taken back',
    payment: 'Payment',
    client_credit: 'Client credit',
    payment_reversal: 'Reversed payment',
    refund: 'Refund',
    refund_reversal: 'Reversed refund',
  },
}

export const german: Words = {
  heads: {
    date: 'Datum',
    kind: 'Vorgang',
    document: 'Beleg',
    client_id: 'Mandanten-ID',
    client: 'Mandant',
    debtor_account: 'Debitorenkonto',
    contra_account: 'Gegenkonto',
    currency: 'Währung',
    net: 'Netto',
    tax: 'Steuer',
    gross: 'Brutto',
    tax_category: 'Steuerart',
    tax_percent: 'Steuersatz %',
    tax_key: 'BU-Schlüssel',
    method: 'Zahlungsart',
    text: 'Text',
    vat_id: 'USt-IdNr.',
  },
  kinds: {
    invoice: 'Rechnung',
    void: 'Storno',
    credit_note: 'Gutschrift',
    write_off: 'Ausbuchung',
    write_off_reversal: 'Storno Ausbuchung',
    payment: 'Zahlung',
    client_credit: 'Guthaben',
    payment_reversal: 'Storno Zahlung',
    refund: 'Erstattung',
    refund_reversal: 'Storno Erstattung',
  },
}

export const french: Words = {
  heads: {
    date: 'Date',
    kind: 'Opération',
    document: 'Pièce',
    client_id: 'ID client',
    client: 'Client',
    debtor_account: 'Compte client',
    contra_account: 'Contrepartie',
    currency: 'Devise',
    net: 'HT',
    tax: 'TVA',
    gross: 'TTC',
    tax_category: 'Catégorie de TVA',
    tax_percent: 'Taux de TVA %',
    tax_key: 'Code TVA',
    method: 'Mode de paiement',
    text: 'Libellé',
    vat_id: 'N° de TVA',
  },
  kinds: {
    invoice: 'Facture',
    void: 'Annulation de facture',
    credit_note: 'Avoir',
    write_off: 'Créance irrécouvrable',
    write_off_reversal: 'Reprise de créance',
    payment: 'Règlement',
    client_credit: 'Crédit client',
    payment_reversal: 'Annulation de règlement',
    refund: 'Remboursement',
    refund_reversal: 'Annulation de remboursement',
  },
}
