import { lazy, Suspense, useDeferredValue, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { loadPart } from '../../api/load-part.ts'

export interface WhenOpenProps {
  readonly open: boolean
  readonly children: ReactNode
}

/** Loads a part when it opens first, and keeps it, so that closing can be animated. */
export function WhenOpen({ open, children }: WhenOpenProps) {
  const [wasOpen, setWasOpen] = useState(open)
  if (open && !wasOpen) setWasOpen(true)
  // React would show a fallback for at least 300 ms. A deferred value waits without one.
  const isShown = useDeferredValue(wasOpen, false)
  return <Suspense fallback={null}>{isShown && children}</Suspense>
}

/** `lazyPart(() => import('../../shell/palette/palette.tsx'), 'Palette')` */
export const lazyPart = <const Name extends string, Props>(
  load: () => Promise<{ readonly [K in Name]: ComponentType<Props> }>,
  name: Name,
) => lazy(async () => ({ default: (await loadPart(load))[name] }))
