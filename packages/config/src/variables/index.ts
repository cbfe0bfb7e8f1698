import { databaseVariables } from './database.ts'
import { logVariables } from './logs.ts'
import { mailVariables } from './mail.ts'
import { networkVariables } from './network.ts'
import { requiredVariables } from './required.ts'
import { tracingVariables } from './tracing.ts'
import { webhookVariables } from './webhooks.ts'

/** The variables by what they are about, in the order of the reference page. */
export const variableGroups = {
  Required: requiredVariables,
  Network: networkVariables,
  Database: databaseVariables,
  Webhooks: webhookVariables,
  Mail: mailVariables,
  Logs: logVariables,
  Tracing: tracingVariables,
} as const

/**
 * Every environment variable of the server's programs, its one rule, and which program reads it. The cli goes
 * without what it only passes to the api and the worker, or generates itself for the embedded database.
 */
export const variables = {
  ...requiredVariables,
  ...networkVariables,
  ...databaseVariables,
  ...webhookVariables,
  ...mailVariables,
  ...logVariables,
  ...tracingVariables,
} as const
