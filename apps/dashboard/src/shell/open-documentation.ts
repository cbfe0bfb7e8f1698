import { apiReference, documentation } from '../components/page/help-pages.ts'

export const openInNewTab = (address: string) => void window.open(address, '_blank', 'noopener,noreferrer')

export const openDocumentation = () => openInNewTab(documentation)
export const openApiReference = () => openInNewTab(apiReference)
