/// <reference types="vitepress/client" />
import type { Theme } from 'vitepress'
import theme from 'vitepress/theme-without-fonts'
import './style.css'

// The API reference was the first page once. Its places have a slash in them; those of the guides have none.
if (!import.meta.env.SSR && location.pathname === '/docs/' && location.hash.includes('/'))
  location.replace(`/docs/api${location.hash}`)

export default theme satisfies Theme
