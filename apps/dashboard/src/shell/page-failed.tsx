import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PartGone } from '../api/load-part.ts'
import { ErrorPanel } from '../components/page/error-panel.tsx'
import { reloadForNewVersion } from './new-version.ts'

/** In place of a page that failed to load or to render. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const isGone = error instanceof PartGone
  useEffect(() => {
    if (isGone) reloadForNewVersion()
  }, [isGone])
  return <ErrorPanel error={error} onRetry={isGone ? () => location.reload() : reset} />
}
