import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import type { Plugin } from 'vitepress'
import { highlight } from '../src/highlight.ts'
import { pageOf } from '../src/links.ts'
import { anchorOf, asOnGitHub } from '../src/markdown.ts'
import { readIndex } from '../src/navigation.ts'
import { sidebarOf } from '../src/sidebar.ts'
import { writeTextFiles } from '../src/text-files.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const index = readIndex(root)

/** The pages are outside of this package, and only its own folder leads to Vue. */
const vueOfThisPackage: Plugin = {
  name: 'vue-of-this-package',
  enforce: 'pre',
  resolveId: (id, _from, { ssr }) => (ssr && /^vue(?:$|\/)/.test(id) ? { id, external: true } : undefined),
}

export default defineConfig({
  title: 'Matterbase',
  description: 'Guides to the open, self-hosted platform for the data of law firms',
  lang: 'en',
  base: '/docs/',
  cleanUrls: true,
  srcDir: '../..',
  srcExclude: [
    '!(docs|packages)/**',
    'packages/!(sdk)/**',
    'packages/sdk/!(README|api).md',
    'packages/sdk/!(*.md)',
    'packages/sdk/*/**',
    '*.md',
  ],
  outDir: 'dist',
  cacheDir: 'node_modules/.vitepress',
  rewrites: (file) => pageOf(file) ?? file,
  // A test of the api follows every link. A dead one must not keep a server from being built.
  ignoreDeadLinks: true,
  vite: { plugins: [vueOfThisPackage] },
  markdown: { highlight, html: false, anchor: { slugify: anchorOf }, config: asOnGitHub(root) },
  // The policy of the pages allows two scripts in them, which are the same on each, and no style.
  transformHtml: (html) => html.replaceAll(/ style="[^"]*"/g, ''),
  appearance: { disableTransition: false },
  head: [['link', { rel: 'icon', href: '/favicon.svg' }]],
  buildEnd: ({ pages, outDir }) => writeTextFiles({ root, files: pages, index, outDir }),
  themeConfig: {
    nav: [
      { text: 'API reference', link: '/api', target: '_self' },
      { text: 'Dashboard', link: '/../', target: '_self' },
    ],
    sidebar: sidebarOf(index),
    search: { provider: 'local', options: { miniSearch: { searchOptions: { combineWith: 'AND' } } } },
    outline: [2, 3],
  },
})
