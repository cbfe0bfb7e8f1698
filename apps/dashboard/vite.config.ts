import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { codeSplitting } from './chunks.ts'
import { contractPlugin } from './contract-plugin.ts'

const entry = (name: string) => fileURLToPath(new URL(name, import.meta.url))

// A face that comes too late is used from the next page on: swapped in, it would move what already shows.
const steadyFonts: Plugin = {
  name: 'steady-fonts',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/styles.css') ? code.replaceAll(/font-display:\s*swap/g, 'font-display:optional') : undefined,
}

const server = 'http://localhost:3000'

export default defineConfig({
  plugins: [react(), tailwindcss(), steadyFonts, contractPlugin()],
  // `vite` shows changes as they are saved, next to a server that `start` runs; its cookie holds for every port.
  server: {
    proxy: {
      '^/(?:dash|api|docs|sign-in|sign-out)': { target: server, changeOrigin: true, headers: { origin: server } },
    },
  },
  build: {
    // One style sheet for both entries, no file as a data: address.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: [entry('index.html'), entry('sign-in.html')],
      output: {
        codeSplitting,
        chunkFileNames: ({ isDynamicEntry }) => `assets/${isDynamicEntry ? '[name]' : 'shared'}-[hash].js`,
      },
    },
  },
})
