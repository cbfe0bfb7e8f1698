import { Play, Square } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useStore } from '../../api/store.ts'
import { Button } from '../../components/buttons/button.tsx'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { lazyPart } from '../../components/overlays/when-open.tsx'
import { setTitlePrefix } from '../../components/page/use-document-title.ts'
import { formatClock } from '../../components/values/formats.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { stoppedEntry, timerSubject, useTimer } from './use-timer.ts'

const TimerDialog = lazyPart(() => import('./timer-dialog.tsx'), 'TimerDialog')
const EntryDialog = lazyPart(() => import('../time/entry-dialog.tsx'), 'EntryDialog')

/** The running timer in the top bar. */
export function HeaderTimer() {
  const { isAllowed, isKnown, running, start, stop } = useTimer()
  const [isOpen, setOpen] = useState(false)
  const stopped = useStore(stoppedEntry)
  const subject = useStore(timerSubject)
  const seconds = useSeconds(running?.started_at)
  const clock = formatClock(seconds)
  useEffect(() => {
    setTitlePrefix(running ? clock.slice(0, -3) : '')
  }, [running, clock])
  useEffect(() => () => setTitlePrefix(''), [])

  const begin = () => void start(subject === undefined ? {} : { case_id: subject })
  const toggle = () => (running ? void stop() : begin())
  const label = running ? 'Stop timer' : 'Start timer'
  useShortcuts(isAllowed && isKnown ? [{ keys: 'T', scope: 'Anywhere', label, run: toggle }] : [])

  if (!isAllowed) return null
  return (
    <>
      {running ? (
        <span role="group" aria-label="Timer" className="flex items-center gap-1">
          <Button
            onClick={() => setOpen(true)}
            title={
              [running.case_title, running.description].filter(Boolean).join(' · ') || 'Add a matter or a description'
            }
            className="max-w-56"
          >
            <span role="timer" aria-label={`Running for ${clock}`} className="font-medium tabular-nums">
              {clock}
            </span>
            <span className="truncate font-normal text-muted max-lg:hidden">
              {running.case_title ?? running.description ?? 'No matter'}
            </span>
          </Button>
          <IconButton
            label="Stop timer"
            icon={<Square className="size-3.5 fill-current" />}
            onClick={() => void stop()}
          />
        </span>
      ) : (
        <IconButton
          label="Start timer"
          title="Start timer (T)"
          icon={<Play className="size-4" />}
          onClick={begin}
          disabled={!isKnown}
        />
      )}
      <Suspense>
        {isOpen && running && <TimerDialog timer={running} onClose={() => setOpen(false)} />}
        {stopped && <EntryDialog entry={stopped} title="Time recorded" onClose={() => stoppedEntry.set(undefined)} />}
      </Suspense>
    </>
  )
}

/** Seconds since a moment, updated each second. */
function useSeconds(since: string | undefined): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (since === undefined) return undefined
    setNow(Date.now())
    const tick = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(tick)
  }, [since])
  return since === undefined ? 0 : Math.max(0, (now - Date.parse(since)) / 1000)
}
