import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Kbd } from '../values/kbd.tsx'
import { popupItemStyle, popupStyle } from './popup-style.ts'

interface MenuItem {
  readonly label: string
  readonly icon?: ReactNode
  readonly onSelect: () => void
  readonly tone?: 'danger'
  readonly disabled?: boolean
  /** Shown at the right: `T`. */
  readonly keys?: string
  /** A tick, for one choice among several. */
  readonly checked?: boolean
}

export interface MenuProps {
  /** The button that opens it: `<Button>More</Button>`. */
  readonly trigger: ReactElement
  /** `null` draws a line. */
  readonly items: readonly (MenuItem | null)[]
  readonly header?: ReactNode
  readonly align?: 'start' | 'center' | 'end'
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
}

export function Menu({ trigger, items, header, align = 'end', ...state }: MenuProps) {
  return (
    <Base.Root {...state}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} className="z-50 outline-none">
          <Base.Popup className={classNames(popupStyle, 'max-h-[70vh] min-w-44 overflow-y-auto')}>
            {header}
            {items.map((item, index) =>
              item ? (
                <Base.Item
                  key={item.label}
                  disabled={item.disabled ?? false}
                  onClick={item.onSelect}
                  className={classNames(popupItemStyle, item.tone === 'danger' && 'text-bad')}
                >
                  {item.icon}
                  <span className="flex-1">{item.label}</span>
                  {item.checked && <span aria-label="selected">✓</span>}
                  {item.keys && <Kbd keys={item.keys} />}
                </Base.Item>
              ) : (
                <Base.Separator key={index} className="mx-1 my-1 h-px bg-line" />
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
