import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { contractPlugin } from './contract-plugin.ts'

const entry = (name: string) => fileURLToPath(new URL(name, import.meta.url))

// A face that comes too late is used from the next page on: swapped in, it would move what already shows.
const steadyFonts: Plugin = {
  name: 'steady-fonts',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/styles.css') ? code.replaceAll(/font-display:\s*swap/g, 'font-display:optional') : undefined,
}

/** What the same pages need is one file; what is smaller than `least` bytes joins the file that is nearest to it. */
const shared = (name: 'initial' | 'shared', least: number) => ({
  name,
  entriesAware: true,
  entriesAwareMergeThreshold: least,
  ...(name === 'initial' ? { priority: 2, tags: ['$initial' as const] } : { priority: 1, minShareCount: 2 }),
})

export default defineConfig({
  plugins: [react(), tailwindcss(), steadyFonts, contractPlugin()],
  build: {
    // One style sheet for both entries, no file as a data: address.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: [entry('index.html'), entry('sign-in.html')],
      // Small modules that several pages share go together: a page of 45 files would cost the browser more to ask for
      // than to run.
      output: {
        codeSplitting: { groups: [shared('initial', 12_000), shared('shared', 20_000)] },
        chunkFileNames: ({ isDynamicEntry }) => `assets/${isDynamicEntry ? '[name]' : 'shared'}-[hash].js`,
      },
    },
  },
})
