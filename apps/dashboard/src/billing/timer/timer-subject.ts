import { useEffect } from 'react'
import { createStore } from '../../api/store.ts'

/** The matter on the screen, which a timer started by key is for. */
export const timerSubject = createStore<number | undefined>(undefined)

export function useTimerSubject(matterId: number) {
  useEffect(() => {
    timerSubject.set(matterId)
    return () => timerSubject.set(undefined)
  }, [matterId])
}
