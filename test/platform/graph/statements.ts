import { execute, parse } from 'graphql'
import type { GraphContext } from '../../../platform/graph/context.ts'
import { schema } from '../../../platform/graph/schema.ts'
import type { Tenant } from '../../../platform/storage/connections/tenants.ts'
import type { Database } from '../../../platform/storage/postgres/database.ts'

interface CountedResult {
  data: Record<string, unknown>
  statements: number
}

/** Executes a query as a person, without the network, and counts its SQL statements. */
export async function countStatements(
  db: Database,
  viewer: Tenant,
  query: string,
  variables: Record<string, unknown>,
): Promise<CountedResult> {
  let statements = 0
  const counting = db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const context: Partial<GraphContext> = { db: counting, viewer, warnings: [], timeZone: 'UTC', now: Date.now }
  const { data, errors } = await execute({
    schema,
    document: parse(query),
    variableValues: variables,
    contextValue: context,
  })
  if (errors) throw errors[0]
  return { data: data as CountedResult['data'], statements }
}
