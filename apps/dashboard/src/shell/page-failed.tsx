import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorPanel } from '../components/page/error-panel.tsx'

/** A page that broke while it was drawn or fetched. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  return <ErrorPanel error={error} onRetry={reset} />
}
