import type { ComponentProps } from 'react'
import { useStore } from '../../api/store.ts'
import { DraftOffer } from './drafts/draft-offer.tsx'
import { useAskBeforeLeaving } from './drafts/unsaved.ts'
import type { Draft } from './drafts/use-draft.ts'
import type { FormAction } from './use-form-action.ts'

export interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** The action that sends the form, with its draft. */
  readonly of: Pick<FormAction, 'onSubmit' | 'draft'>
}

/** A form that offers an earlier draft, and asks before unsaved text is lost. `<Form of={save}>` */
export function Form({ of: { onSubmit, draft }, className = 'flex flex-col gap-4', children, ...rest }: FormProps) {
  useAskBeforeLeaving(draft)
  return (
    <form {...rest} onSubmit={onSubmit} className={className}>
      <Offer draft={draft} />
      {children}
    </form>
  )
}

function Offer({ draft }: { readonly draft: Draft }) {
  const at = useStore(draft.offer)
  if (at === undefined) return null
  return <DraftOffer at={at} onRestore={thenFocus(draft.restore)} onRefuse={thenFocus(draft.refuse)} />
}

/** Moves the focus to the first field, because the pressed button disappears. */
const thenFocus = (act: () => void) => (event: { readonly currentTarget: HTMLElement }) => {
  const form = event.currentTarget.closest('form')
  act()
  form?.querySelector<HTMLElement>(':is(input, select, textarea):not([type=hidden], :disabled)')?.focus()
}
