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

export default defineConfig({
  plugins: [react(), tailwindcss(), steadyFonts, contractPlugin()],
  build: {
    // One style sheet for both entries, no file as a data: address.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: [entry('index.html'), entry('sign-in.html')],
      // What the same pages need is one file, and what is smaller than the threshold joins the nearest: a page of 45
      // files would cost the browser more to ask for than to run.
      output: {
        codeSplitting: {
          groups: [
            // It would join the library of forms, and lists would load that for it.
            { name: 'words', test: /forms.plain-words/, priority: 3 },
            {
              name: 'initial',
              tags: ['$initial'],
              priority: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 1_000,
            },
            { name: 'shared', minShareCount: 2, priority: 1, entriesAware: true, entriesAwareMergeThreshold: 14_000 },
          ],
        },
        chunkFileNames: ({ isDynamicEntry }) => `assets/${isDynamicEntry ? '[name]' : 'shared'}-[hash].js`,
      },
    },
  },
})
