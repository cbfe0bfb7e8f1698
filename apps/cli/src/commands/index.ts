import { commands as forDevelopers } from '@matterbase/sdk/cli'
import type { Command } from '../command.ts'
import { accountsCreate } from './accounts/create.ts'
import { accountsDelete } from './accounts/delete.ts'
import { accountsLimits } from './accounts/limits.ts'
import { accountsResetPassword } from './accounts/reset-password.ts'
import { accountsRestore } from './accounts/restore.ts'
import { backup } from './backup.ts'
import { databaseUrl } from './database-url.ts'
import { documentsCheck } from './documents-check.ts'
import { documentsCreate } from './documents-create.ts'
import { documentsSign } from './documents-sign.ts'
import { doctor } from './doctor.ts'
import { exportCommand } from './export.ts'
import { invoicesCreate } from './invoices-create.ts'
import { invoicesUpdate } from './invoices-update.ts'
import { keysCreate } from './keys-create.ts'
import { keysList } from './keys-list.ts'
import { keysRevoke } from './keys-revoke.ts'
import { migrateCommand } from './migrate.ts'
import { api, worker } from './programs.ts'
import { recovered } from './recovered.ts'
import { restore } from './restore.ts'
import { start } from './start.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  start,
  api,
  worker,
  migrateCommand,
  doctor,
  databaseUrl,
  backup,
  restore,
  recovered,
  exportCommand,
  accountsCreate,
  accountsLimits,
  accountsResetPassword,
  accountsDelete,
  accountsRestore,
  keysCreate,
  keysList,
  keysRevoke,
  invoicesCreate,
  invoicesUpdate,
  documentsCreate,
  documentsSign,
  documentsCheck,
  ...forDevelopers,
]
