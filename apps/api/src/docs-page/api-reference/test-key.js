/**
 * Whoever is signed in to the dashboard and may make keys gets a button that makes one for an hour, in the
 * test workspace only.
 *
 * @param useKey what takes the key.
 */
export async function offerTestKey(useKey) {
  const bar = document.querySelector('#test-key')
  if (!bar) return
  const session = await fetch('/dash/v1/session')
  if (!session.ok) return
  const { permissions, role, grantable_scopes: grantable } = await session.json()
  const all = bar.dataset.scopes.split(' ')
  const scopes = all.filter((scope) => grantable.includes(scope))
  if (!permissions.includes('keys:write') || scopes.length === 0) return
  const [button, told] = [bar.querySelector('button'), bar.querySelector('output')]
  bar.hidden = false
  const limits = scopes.length < all.length ? `, with what your role ${role} gives: ${scopes.join(', ')}` : ''
  const use = async () => {
    button.disabled = true
    try {
      useKey(await makeKey(scopes))
      told.textContent = `Requests from here use a test key until an hour from now${limits}.`
    } catch (error) {
      told.textContent = error.message
      button.disabled = false
    }
  }
  button.addEventListener('click', () => void use())
}

async function makeKey(scopes) {
  const response = await fetch('/dash/v1/test/keys', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'API reference',
      scopes,
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error)
  return answer.key
}
