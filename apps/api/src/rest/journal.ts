import { tagOf } from '@matterbase/domain'
import { exportJournal, journalFile } from '@matterbase/domain/accounting'
import type { Contract } from '@matterbase/schemas'
import { FileAnswer } from '../http/answer/file-answer.ts'
import type { Handlers } from '../http/operations/context.ts'

export const journal: Handlers<Contract['journal']> = {
  async file({ query: { format = 'json', from_date: from, to_date: to, currency, locale } }, { caller, sql, write }) {
    const { mediaType, name, content } = journalFile(
      await exportJournal({ sql, write }, caller, { format, from, to, currency, locale }),
      format,
      locale,
    )
    const bytes = Buffer.from(content)
    return new FileAnswer({
      mediaType,
      name,
      tag: tagOf(bytes.toString('latin1')),
      isOwn: true,
      read: async () => bytes,
    })
  },
}
