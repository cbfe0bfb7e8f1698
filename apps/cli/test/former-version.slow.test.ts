import { createTestDatabase } from '@matterbase/db/testing'
import { expect, it, onTestFinished } from 'vitest'
import { checkOut } from './former/check-out.ts'
import { openFirm } from './former/firm.ts'
import { command, startProgram } from './former/server.ts'
import { readEverything, useEverything } from './former/use-everything.ts'
import { versionBefore } from './former/versions.ts'

/** The first run builds the version. */
const patienceMs = 900_000

// The order of an upgrade without downtime: the programs of the version before run when this version migrates.
it(
  'migrates under the programs of the version before, which then issue, email, download, edit, sign and read as before',
  async () => {
    const folder = await checkOut(versionBefore)
    const database = await createTestDatabase({ migrated: false })
    onTestFinished(database.close)
    const former = { url: database.url, folder }
    await command(former, ['migrate'])
    const { firm, api } = await openFirm(former)
    onTestFinished(api.stop)
    const mailing = await startProgram('api', { ...former, canMail: true })
    onTestFinished(mailing.stop)
    const worker = await startProgram('worker', former)
    onTestFinished(worker.stop)

    await command({ url: database.url }, ['migrate'])
    await useEverything(firm, { api, mailing })
    expect(await readEverything(firm, folder)).toEqual([])
    // Levels of pino: 40 is a warning, 50 an error.
    const troubles = worker
      .output()
      .stdout.split('\n')
      .filter((line) => /"level":(40|50|60)/.test(line))
    expect(troubles).toEqual([])
  },
  patienceMs,
)
