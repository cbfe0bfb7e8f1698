import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createAttempt } from '../../api/attempt.ts'
import { call } from '../../api/call.ts'
import type { Answer, CallInput } from '../../api/contract.ts'
import { queryClient, refresh } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { createStore } from '../../api/store.ts'
import { toastError } from '../../components/overlays/toast.tsx'
import type { Entry } from '../time/entry.ts'

type Timer = Answer<'GET /timer'>
type Notes = NonNullable<CallInput<'PUT /timer'>['body']>

/** The entry of the stopped timer, which the user can complete. */
export const stoppedEntry = createStore<Entry | undefined>(undefined)

const key = ['GET /timer']
/** The user can start or stop the timer in another browser. */
const askAgainMs = 4_000

const setTimer = (answer: Timer) => queryClient.setQueryData<Timer>(key, answer)

/** The user's timer and its actions. */
export function useTimer() {
  const isAllowed = useCan()('timer')
  const { data } = useQuery<Timer>({
    queryKey: key,
    queryFn: ({ signal }) => call('GET /timer', {}, { signal, isQuiet: true }),
    enabled: isAllowed,
    refetchInterval: askAgainMs,
    refetchOnWindowFocus: 'always',
  })
  return { isAllowed, isKnown: data !== undefined, running: data?.timer ?? undefined, start, change, stop, discard }
}

/** After an error, the server's state is loaded again. */
async function attempt(act: () => Promise<Timer>) {
  await queryClient.cancelQueries({ queryKey: key })
  try {
    setTimer(await act())
  } catch (error) {
    toastError(error)
    await refresh(['GET /timer'])
  }
}

const start = (notes: Notes = {}) => attempt(() => call('PUT /timer', { body: notes }))
const change = (notes: Notes) => attempt(() => call('PATCH /timer', { body: notes }))

const stopping = createAttempt()

const stop = (notes: Notes = {}) =>
  attempt(async () => {
    const { data } = await call('POST /timer/stop', { body: notes }, { attempt: stopping })
    stopping.end()
    stoppedEntry.set(data)
    void refresh()
    return { timer: null }
  })

const discard = () =>
  attempt(async () => {
    await call('DELETE /timer', {})
    return { timer: null }
  })

/** The matter on the screen, for a timer that is started by keyboard. */
export const timerSubject = createStore<number | undefined>(undefined)

export function useTimerSubject(matterId: number) {
  useEffect(() => {
    timerSubject.set(matterId)
    return () => timerSubject.set(undefined)
  }, [matterId])
}
