import type { UseFormRegisterReturn } from 'react-hook-form'
import { TypedInput } from './typed-input.tsx'
import type { TypedKind } from './typed-kind.ts'
import { problemOf, ReadingButtons } from './typed-problem.tsx'
import { useRegistered } from './use-registered.ts'

interface TypedBoxProps extends UseFormRegisterReturn {
  readonly kind: TypedKind
  readonly 'aria-label': string
  readonly 'aria-invalid'?: true | undefined
  readonly placeholder?: string | undefined
  readonly readOnly?: boolean
  /** Default: aligned to the right. */
  readonly boxClass?: string
}

/** A box without a label, in a row of boxes. Its error covers the content below. */
export function TypedBox({ kind, placeholder, boxClass = 'text-right tabular-nums', ...props }: TypedBoxProps) {
  const { box, isLeft, control } = useRegistered(props)
  const { 'aria-label': label, 'aria-invalid': isInvalid, readOnly } = props
  const problem = isLeft || isInvalid ? problemOf(control.value, kind) : undefined
  return (
    <span ref={box} className="relative block">
      <TypedInput
        {...control}
        {...{ kind, placeholder, boxClass, readOnly }}
        aria-label={label}
        aria-invalid={isInvalid ?? (problem ? true : undefined)}
      />
      {problem && (
        <span
          role="alert"
          className="absolute top-full right-0 z-20 mt-0.5 flex w-max max-w-64 flex-col gap-1.5 rounded-sm border border-bad bg-raised px-2 py-1 text-left text-meta font-medium text-bad"
        >
          {problem.message}
          <ReadingButtons {...{ kind }} value={control.value} onValue={control.onValue} />
        </span>
      )}
    </span>
  )
}
