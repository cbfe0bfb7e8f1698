import { randomUUID } from 'node:crypto'
import { dialog, fill, panel, press, send } from './form.ts'
import type { Form } from './form.ts'

const saves =
  (operation: string, body: object): NonNullable<Form['other']> =>
  (world) =>
    send(world, operation, body)

const section = (name: string) => () => `/settings/firm?section=${name}`

/** Forms of settings, which hold a whole. */
export const settingsForms: readonly Form[] = [
  panel({
    operation: 'PATCH /firm (letterhead)',
    at: section('letterhead'),
    fill: fill({ 'Legal name': 'Mine' }),
    other: saves('PATCH /firm', { legal_name: 'Another' }),
  }),
  panel({
    operation: 'PATCH /firm (bank)',
    at: section('bank'),
    fill: fill({ IBAN: 'DE89 3704 0044 0532 0130 00' }),
    other: saves('PATCH /firm', { iban: 'DE02120300000000202051' }),
  }),
  panel({
    operation: 'PUT /tax-rates',
    at: section('tax'),
    open: press('Add tax'),
    fill: fill({ 'Name of tax 1': 'USt 7 %', 'Percent of tax 1': '7' }),
    other: saves('PUT /tax-rates', { data: [{ name: 'USt 19 %', category: 'S', percent: 19, reason: null }] }),
  }),
  panel({
    operation: 'PUT /matter-numbers',
    at: section('numbers'),
    fill: fill({ Pattern: 'M-{seq:4}' }),
    other: saves('PUT /matter-numbers', { pattern: '{yyyy}-{seq:3}' }),
  }),
  panel({
    operation: 'PUT /timekeepers/{user_id}',
    at: section('rates'),
    fill: (page) => page.getByLabel('Timekeeper ID').first().fill('MINE'),
    other: async (world) => {
      const { db, account } = world
      const { user_id: id } = await db.membership.findFirstOrThrow({ where: { owner_uuid: account.ownerUuid } })
      return send(world, `PUT /timekeepers/${id}`, { timekeeper_id: 'OTHER' })
    },
  }),
  dialog({
    operation: 'PUT /rates',
    at: () => '/settings/firm?section=rates&new=1',
    fill: fill({ 'Hourly rate': '1500 €/h' }),
    button: 'Save rate',
    other: saves('PUT /rates', { scope: 'firm', amount: 240 }),
  }),
  panel({
    operation: 'PUT /intake-form',
    at: () => '/leads/form',
    fill: fill({ Address: `mine-${randomUUID().slice(0, 8)}`, Introduction: 'Mine' }),
    other: saves('PUT /intake-form', {
      slug: `other-${randomUUID().slice(0, 8)}`,
      title: 'Another',
      introduction: 'Another',
    }),
  }),
  panel({
    operation: 'PATCH /accounting/settings',
    at: () => '/settings/accounting',
    fill: fill({ 'Consultant number': '29098' }),
    other: saves('PATCH /accounting/settings', { consultant_number: 29_099 }),
  }),
  panel({
    operation: 'PATCH /firm (retention)',
    at: () => '/settings/data',
    fill: fill({ 'Delete documents after (years)': '10' }),
    other: saves('PATCH /firm', { document_years: 12 }),
  }),
]
