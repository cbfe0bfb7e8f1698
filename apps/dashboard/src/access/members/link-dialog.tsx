import { Button } from '../../components/buttons/button.tsx'
import { CopyButton } from '../../components/buttons/copy-button.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { DateTime } from '../../components/values/moments.tsx'
import { TextField } from '../../components/forms/text-field.tsx'

/** A one-time link, to be passed on by hand. */
export interface HandedLink {
  readonly title: string
  readonly url: string
  readonly expires_at: string
}

export function LinkDialog({ link, onClose }: { readonly link: HandedLink | undefined; readonly onClose: () => void }) {
  return (
    <Dialog
      open={link !== undefined}
      onClose={onClose}
      title={link?.title}
      description={
        <>
          A single-use link, valid until <DateTime value={link?.expires_at} />. Copy it now, because it is not shown
          again. Anyone who has the link can use it.
        </>
      }
    >
      <TextField label="Link" value={link?.url ?? ''} readOnly onFocus={(event) => event.target.select()} />
      <DialogActions>
        <CopyButton text={link?.url ?? ''} what="link" label="Copy" />
        <Button tone="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}
