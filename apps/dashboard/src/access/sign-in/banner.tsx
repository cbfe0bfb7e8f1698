/** Browsers treat https and this machine itself as secure. */
export function Banner() {
  if (window.isSecureContext) return null
  return (
    <p role="alert" className="bg-bad px-3 py-1 text-center text-meta font-medium text-on-bad">
      This connection is not encrypted. Others on the network can read your password. Serve Matterbase over HTTPS.
    </p>
  )
}
