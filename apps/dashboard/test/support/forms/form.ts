import type { Page } from 'playwright-core'
import type { World } from '../world.ts'

/** What a form must survive without a loss. */
export const trials = ['back', 'link', 'second tab', 'lost response'] as const

export type Trial = (typeof trials)[number]

export interface Form {
  /** The operation that the form sends, and which of its forms it is: `PATCH /firm (bank)`. */
  readonly operation: string
  /** Makes what the form needs, and returns its address. */
  readonly at: (world: World) => Promise<string> | string
  /** Opens the form on the page, if the address alone does not. */
  readonly open?: (page: Page) => Promise<void>
  readonly fill: (page: Page) => Promise<void>
  readonly save: (page: Page) => Promise<void>
  /** A dialog covers the links of the page. It is left by Esc. */
  readonly isDialog: boolean
  /** The table that gets one row. */
  readonly table?: string
  /** Saves another value of the same field, as another tab does. */
  readonly other?: (world: World) => Promise<unknown>
  /** Why a trial is left out. */
  readonly without?: Partial<Record<Trial, string>>
}

/** `PATCH /firm (bank)` → `PATCH /firm` */
export const operationOf = ({ operation }: Pick<Form, 'operation'>) => operation.replace(/ \(.*$/, '')

export const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()

export const check = (name: string) => (page: Page) => page.getByLabel(name, { exact: true }).check()

/** Fills in fields by their labels. */
export const fill =
  (values: Readonly<Record<string, string>>) =>
  async (page: Page): Promise<void> => {
    for (const [label, value] of Object.entries(values))
      await page
        .getByLabel(label, { exact: true })
        .or(page.getByLabel(`${label} · optional`, { exact: true }))
        .fill(value)
  }

export const menu = (item: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

interface Button {
  readonly button?: string
}

export const dialog = ({ button = 'Save', ...of }: Omit<Form, 'isDialog' | 'save'> & Button): Form => ({
  ...of,
  isDialog: true,
  save: (page) => page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click(),
})

export const panel = ({ button = 'Save', ...of }: Omit<Form, 'isDialog' | 'save'> & Button): Form => ({
  ...of,
  isDialog: false,
  save: press(button),
})

/** Sends a request as another tab of the member. @throws Error if it is refused. */
export async function send<T = { data: { id: number } }>(
  { page, origin }: World,
  operation: string,
  data: object,
): Promise<T> {
  const [method = '', path = ''] = operation.split(' ')
  const reply = await page.request.fetch(`${origin}/dash/v1/live${path}`, {
    method,
    data,
    headers: { origin, 'if-match': '*' },
  })
  if (!reply.ok()) throw new Error(`${operation}: ${reply.status()} ${await reply.text()}`)
  return (await reply.json()) as T
}

export const made = async (world: World, path: string, body: object) =>
  (await send(world, `POST ${path}`, body)).data.id

/** The ID of the record in the address of the page. */
export function idIn(page: Page) {
  const { pathname, search } = new URL(page.url())
  return Number(/\d+/.exec(pathname + search)?.[0])
}

/** Changes the record of the page, as another tab does. */
export const changed = (path: string, body: object) => (world: World) =>
  send(world, `PATCH ${path.replace('{id}', String(idIn(world.page)))}`, body)

export const adds = { 'second tab': 'adds a record' }
