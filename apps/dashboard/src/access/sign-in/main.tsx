import '../../styles.css'
import { createRoot } from 'react-dom/client'
import { LinkPage } from './link-page.tsx'
import { SignInForm } from './sign-in-form.tsx'

const root = document.querySelector('#root')
if (!root) throw new Error('sign-in.html has no #root')
createRoot(root).render(<Page path={location.pathname} />)

/** The page for an address: `/sign-in`, `/setup/:token`, `/reset/:token`, `/invite/:token`. */
function Page({ path }: { readonly path: string }) {
  const [, kind, token] = path.split('/')
  const isLink = kind !== 'sign-in' && token
  return (
    <>
      <Banner />
      {isLink ? <LinkPage token={token} /> : <SignInForm />}
    </>
  )
}

/** Browsers treat https and this machine itself as secure. */
function Banner() {
  if (window.isSecureContext) return null
  return (
    <p role="alert" className="bg-bad px-3 py-1 text-center text-meta font-medium text-on-bad">
      This connection is not encrypted. Others on the network can read your password. Serve Matterbase over HTTPS.
    </p>
  )
}
