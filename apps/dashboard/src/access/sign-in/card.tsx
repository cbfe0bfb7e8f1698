import type { ReactNode } from 'react'
import { Brand } from '../../components/brand.tsx'

export interface CardProps {
  readonly title: string
  readonly description?: ReactNode
  readonly children: ReactNode
}

/** The frame of every page outside the app. */
export function Card({ title, description, children }: CardProps) {
  return (
    <main className="flex min-h-dvh flex-col items-center bg-subtle px-4 pt-[12vh] pb-8">
      <div className="w-full max-w-[400px]">
        <div className="mb-5 flex items-center gap-2.5">
          <Brand className="size-7" />
          <span className="text-h2 font-semibold">Matterbase</span>
        </div>
        <div className="rounded-lg border border-line bg-raised p-6">
          <h1 className="text-h1">{title}</h1>
          {description && <p className="mt-1 text-table text-muted">{description}</p>}
          <div className="mt-5">{children}</div>
        </div>
      </div>
    </main>
  )
}
