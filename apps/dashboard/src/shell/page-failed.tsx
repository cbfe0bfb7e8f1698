import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorPanel } from '../components/page/error-panel.tsx'

/** In place of a page that failed to load or to render. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  return <ErrorPanel error={error} onRetry={reset} />
}
