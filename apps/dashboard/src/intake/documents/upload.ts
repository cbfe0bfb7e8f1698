import { exchange } from '../../api/call.ts'
import { environment } from '../../environment.ts'

const maxBytes = 10 * 1024 * 1024

/** Why a file cannot be what is signed; undefined when it can. */
export function fileProblem(file: File | undefined): string | undefined {
  if (!file) return 'Choose a PDF file'
  if (file.type !== 'application/pdf') return 'This is not a PDF file'
  return file.size > maxBytes ? 'The file is larger than 10 MiB. Choose a smaller one.' : undefined
}

export const contentUrl = (id: number) => `/dash/v1/${environment}/documents/${id}/content`

export const certificateUrl = (id: number) => `/dash/v1/${environment}/documents/${id}/certificate`

/** Sets what is signed. @throws CallError */
export const uploadContent = (id: number, file: File) => exchange('PUT', contentUrl(id), file)
