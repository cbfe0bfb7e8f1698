import { PrismaPg } from '@prisma/adapter-pg'
import type { Db } from '../client/client.ts'
import { Prisma, PrismaClient } from '../generated/client.ts'

type Model = Uncapitalize<Prisma.ModelName>

/** A database with Prisma's models of its tables, for tests. */
export type TestDb = Db & Pick<PrismaClient, Model | '$executeRawUnsafe' | '$queryRawUnsafe'>

const models = Object.values(Prisma.ModelName).map((name) => `${name.charAt(0).toLowerCase()}${name.slice(1)}` as Model)

/** Adds the models. Prisma's client starts at the first use, because that takes longer than a short test. */
export function withModels(db: Db): TestDb {
  let client: PrismaClient | undefined
  const prisma = () => (client ??= new PrismaClient({ adapter: new PrismaPg(db.pool), errorFormat: 'minimal' }))
  const getters = models.map((model) => [model, { configurable: true, get: () => prisma()[model] }] as const)
  const unsafe: Pick<PrismaClient, '$executeRawUnsafe' | '$queryRawUnsafe'> = {
    $executeRawUnsafe: (...statement) => prisma().$executeRawUnsafe(...statement),
    $queryRawUnsafe: (...statement) => prisma().$queryRawUnsafe(...statement),
  }
  return Object.defineProperties(Object.assign(db, unsafe), Object.fromEntries(getters)) as TestDb
}
