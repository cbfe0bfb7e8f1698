/** Browsers treat https and this machine itself as secure. */
export function Banner() {
  if (window.isSecureContext) return null
  return (
    <p role="alert" className="bg-bad px-3 py-1 text-center text-meta font-medium text-on-bad">
      This connection is not encrypted: your password can be read on the way. Serve Matterbase over https.
    </p>
  )
}
