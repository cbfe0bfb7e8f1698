import '../../styles.css'
import { createRoot } from 'react-dom/client'
import { Page } from './page.tsx'

const root = document.querySelector('#root')
if (!root) throw new Error('sign-in.html has no #root')
createRoot(root).render(<Page path={location.pathname} />)
