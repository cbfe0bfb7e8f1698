import { PrismaPg } from '@prisma/adapter-pg'
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import { Pool } from 'pg'
import type { QueryConfig, QueryResult } from 'pg'

const charType = 18
const uuidType = 2950

/**
 * Prisma's adapter, able to read PostgreSQL's catalogue: the engine asks for columns of the
 * one-byte type "char", which the adapter refuses. They pass it as uuid, which no column of the
 * catalogue is, and reach the engine as characters.
 */
export class CatalogAdapter extends PrismaPg {
  constructor(url: string) {
    super(new CatalogPool({ connectionString: url }), { disposeExternalPool: true })
  }

  override async connect(): ReturnType<PrismaPg['connect']> {
    const adapter = await super.connect()
    const queryRaw = adapter.queryRaw.bind(adapter)
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query)
      const columnTypes = result.columnTypes.map((type) =>
        type === ColumnTypeEnum.Uuid ? ColumnTypeEnum.Character : type,
      )
      return { ...result, columnTypes }
    }
    return adapter
  }
}

class CatalogPool extends Pool {
  // The adapter calls it with a config and awaits the result: the one overload of many that is needed.
  override query = (async (config: QueryConfig): Promise<QueryResult> => {
    const result = await super.query(config)
    for (const field of result.fields) if (field.dataTypeID === charType) field.dataTypeID = uuidType
    return result
  }) as Pool['query']
}
