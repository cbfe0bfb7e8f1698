import { expect } from 'vitest'
import { adds, changed, check, dialog, fill, made, panel, press, send } from './form.ts'
import type { Form } from './form.ts'
import type { World } from '../world.ts'

const lead = async (world: World) => {
  const leadData = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' }
  return (await world.account.rest<{ lead: { lead_id: string } }>('POST', '/leads', { leadData })).lead.lead_id
}

const client = (world: World) => made(world, '/clients', { company_name: 'Hale' })

const cell = 'Week, Mon 9 Mar'
const savesWhenLeft = 'a cell saves when it is left'

const week: Omit<Form, 'operation'> = {
  at: async (world) => {
    await made(world, '/matters', { title: 'Week' })
    return '/time?date=2026-03-11'
  },
  open: async (page) => {
    await page.getByLabel('Add a matter to the week').fill('Week')
    await page.getByRole('option', { name: 'Week' }).click()
    await page.getByLabel(cell, { exact: true }).waitFor()
  },
  fill: fill({ [cell]: '1:23' }),
  save: async (page) => {
    const field = page.getByLabel(cell, { exact: true })
    // It is read-only while it is saved.
    await expect.poll(() => field.isEditable()).toBe(true)
    await field.press('Enter')
  },
  isDialog: false,
  table: 'time_entries',
}

/** Forms of matters, clients, leads, time and documents. */
export const recordForms: readonly Form[] = [
  dialog({
    operation: 'POST /matters',
    at: () => '/matters?new=1',
    fill: fill({ Title: 'Once' }),
    button: 'Create matter',
    table: 'matters',
    without: adds,
  }),
  dialog({
    operation: 'PATCH /matters/{id} (custom fields)',
    at: async (world) => {
      await made(world, '/custom-fields', { resource: 'matters', key: 'judge', label: 'Judge', type: 'text' })
      return `/matters/${await made(world, '/matters', { title: 'Judged' })}`
    },
    open: press('Edit custom fields'),
    fill: fill({ Judge: 'Mine' }),
    other: changed('/matters/{id}', { custom_fields: { judge: 'Another' } }),
  }),
  panel({
    operation: 'PATCH /matters/{id}/billing',
    at: async (world) => `/matters/${await made(world, '/matters', { title: 'Billed' })}?tab=billing`,
    fill: fill({ 'Client’s matter number': 'MINE-1' }),
    other: changed('/matters/{id}/billing', { client_matter_id: 'OTHER-1' }),
  }),
  dialog({
    operation: 'POST /clients',
    at: () => '/clients?new=1',
    fill: fill({ Company: 'Once Ltd' }),
    button: 'Create client',
    table: 'clients',
    without: adds,
  }),
  panel({
    operation: 'PATCH /clients/{id} (billing details)',
    at: async (world) => `/clients/${await client(world)}?tab=billing`,
    fill: fill({ Street: 'Mine Street 1' }),
    other: changed('/clients/{id}', { street: 'Other Street 1' }),
  }),
  panel({
    operation: 'PATCH /clients/{id}/billing',
    at: async (world) => `/clients/${await client(world)}?tab=billing`,
    fill: fill({ 'Debtor number': '10001' }),
    button: 'Save debtor number',
    other: changed('/clients/{id}/billing', { debtor_number: 10_002 }),
  }),
  dialog({
    operation: 'POST /leads',
    at: () => '/leads?new=1',
    fill: fill({ 'First name': 'Ada' }),
    button: 'Create lead',
    table: 'leads',
    without: adds,
  }),
  panel({
    operation: 'POST /lead-board/{id}/conflicts',
    at: async (world) => `/leads/${await lead(world)}`,
    fill: async (page) => {
      await check('No conflict')(page)
      await fill({ Note: 'Asked' })(page)
    },
    button: 'Record decision',
    table: 'conflict_decisions',
    without: adds,
  }),
  dialog({
    operation: 'POST /lead-board/{id}/convert',
    at: async (world) => {
      const id = await lead(world)
      await send(world, `POST /lead-board/${id}/conflicts`, { decision: 'clear', note: '', opponents: [], seen: [] })
      return `/leads/${id}?convert=1`
    },
    fill: fill({ 'Title of the matter': 'Byron' }),
    button: 'Convert',
    table: 'matters',
    without: adds,
  }),
  dialog({
    operation: 'POST /documents',
    at: () => '/documents?new=1',
    fill: async (page) => {
      await fill({ Title: 'Once', 'Signer’s name': 'Jane Doe', 'Signer’s email': 'jane@doe.example' })(page)
      await page.getByRole('dialog').getByLabel('Text', { exact: true }).last().fill('We agree.')
    },
    button: 'Create document',
    table: 'documents',
    without: adds,
  }),
  dialog({
    operation: 'POST /time-entries',
    at: () => '/time?new=1',
    fill: fill({ Description: 'Call', Duration: '1h 12m' }),
    button: 'Create time entry',
    table: 'time_entries',
    without: adds,
  }),
  panel({
    operation: 'POST /time-entries (quick entry)',
    at: () => '/time?view=list',
    fill: fill({ 'Duration and description of your work': '1h Telefonat' }),
    button: 'Add',
    table: 'time_entries',
    without: adds,
  }),
  {
    ...week,
    operation: 'POST /time-entries (week cell)',
    without: { back: savesWhenLeft, link: savesWhenLeft, ...adds },
  },
  {
    ...week,
    operation: 'PATCH /time-entries/{id} (week cell)',
    other: async (world) => {
      const { data } = await send<{ data: { id: number }[] }>(world, 'GET /matters', {})
      const entry = { case_id: data[0]?.id, duration: 2, start_time: '2026-03-09T09:00:00Z' }
      await send(world, 'POST /time-entries', entry)
    },
    table: undefined,
    without: { back: savesWhenLeft, link: savesWhenLeft },
  },
  dialog({
    operation: 'PATCH /time-entries/{id}',
    at: async (world) =>
      `/time?view=list&entry=${await made(world, '/time-entries', { duration: 1, description: 'Call' })}`,
    fill: fill({ Description: 'Mine' }),
    other: changed('/time-entries/{id}', { description: 'Another' }),
  }),
]
