import { Banner } from './banner.tsx'
import { LinkPage } from './link-page.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** The page for an address: `/sign-in`, `/setup/:token`, `/reset/:token`, `/invite/:token`. */
export function Page({ path }: { readonly path: string }) {
  const [, kind, token] = path.split('/')
  const isLink = kind !== 'sign-in' && token
  return (
    <>
      <Banner />
      {isLink ? <LinkPage token={token} /> : <SignInForm />}
    </>
  )
}
