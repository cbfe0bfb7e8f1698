import { access } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { helpPages } from '../src/components/page/help-pages.ts'
import { allRoutes } from './support/routes.ts'

const routes = await allRoutes()

it('names a page of the documentation for every page of the dashboard', () => {
  expect(Object.keys(helpPages).toSorted()).toEqual(routes.toSorted())
})

it.each([...new Set(Object.values(helpPages))])('docs/%s.md exists', async (page) => {
  await expect(access(new URL(`../../../docs/${page}.md`, import.meta.url))).resolves.toBeUndefined()
})
