/// <reference types="vitepress/client" />
import { onContentUpdated } from 'vitepress'
import type { DefaultTheme, Theme } from 'vitepress'
import theme from 'vitepress/theme-without-fonts'
import { copyOnPress } from './copy.ts'
import { withInternalsLast } from './search.ts'
import { keepLanguage, showLanguage } from './tabs.ts'
import './style.css'

if (!import.meta.env.SSR) {
  // The API reference was the first page once. Its places have a slash in them; those of the guides have none.
  if (location.pathname === '/docs/' && location.hash.includes('/')) location.replace(`/docs/api${location.hash}`)
  copyOnPress()
  keepLanguage()
}

export default {
  extends: theme,
  setup: () => onContentUpdated(showLanguage),
  enhanceApp({ siteData }) {
    const { themeConfig, ...site } = siteData.value
    siteData.value = { ...site, themeConfig: withInternalsLast(themeConfig as DefaultTheme.Config) }
  },
} satisfies Theme
