import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractPlugin } from './contract-plugin.ts'

const entry = (name: string) => fileURLToPath(new URL(name, import.meta.url))

export default defineConfig({
  plugins: [react(), tailwindcss(), contractPlugin()],
  build: {
    // One style sheet for both entries, no file as a data: address.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rollupOptions: { input: [entry('index.html'), entry('sign-in.html')] },
  },
})
