import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

export interface CopyButtonProps {
  readonly text: string
  /** The copied thing: "request ID". */
  readonly what: string
  /** Text on the button. Default: only the icon. */
  readonly label?: string
  readonly className?: string
}

export function CopyButton({ text, what, label, className }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await copyText(text)
    setCopied(true)
    setTimeout(setCopied, 1_500, false)
  }
  const icon = isCopied ? <Check className="size-3.5 text-ok" /> : <Copy className="size-3.5" />
  return (
    <>
      {label ? (
        <Button icon={icon} onClick={() => void copy()} {...(className && { className })}>
          {isCopied ? 'Copied' : label}
        </Button>
      ) : (
        <IconButton
          size="xs"
          label={`Copy ${what}`}
          icon={icon}
          onClick={() => void copy()}
          className={className ?? '-my-1 touch:-my-2.5'}
        />
      )}
      <span role="status" className="sr-only">
        {isCopied ? `${what} copied` : ''}
      </span>
    </>
  )
}

/** Over plain HTTP, browsers have no clipboard API, so a hidden text box copies the text. */
export async function copyText(text: string) {
  if (window.isSecureContext) return navigator.clipboard.writeText(text)
  const box = document.createElement('textarea')
  box.value = text
  box.className = 'sr-only'
  document.body.append(box)
  box.select()
  document.execCommand('copy')
  box.remove()
}
