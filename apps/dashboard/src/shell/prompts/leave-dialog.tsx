import { leavePrompt } from '../../api/prompts/leave-prompt.ts'
import { useStore } from '../../api/store.ts'
import { Button } from '../../components/buttons/button.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'

/** Opens when a page is left with typed text that is not saved. */
export function LeaveDialog() {
  const prompt = useStore(leavePrompt.asked)
  const isKept = prompt?.question.isKept ?? true
  return (
    <Dialog
      open={prompt !== undefined}
      onClose={() => prompt?.answer(false)}
      title="Leave without saving?"
      description={
        isKept
          ? 'Your changes are not saved. This tab keeps them until you sign out. Open the page again to restore them.'
          : 'Your changes are not saved. If you sign out, they are lost.'
      }
      size="sm"
      asks
    >
      <DialogActions>
        <Button autoFocus onClick={() => prompt?.answer(false)}>
          Keep editing
        </Button>
        <Button tone="danger" onClick={() => prompt?.answer(true)}>
          {isKept ? 'Leave' : 'Sign out'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
