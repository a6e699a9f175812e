import { setImmediate } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { type FieldNode, type GraphQLOutputType, Kind, type OperationDefinitionNode, parse } from 'graphql'
import type { GraphContext } from '../../../platform/graph/context.ts'
import { prefetchFields } from '../../../platform/graph/prefetch.ts'
import { schema } from '../../../platform/graph/schema.ts'

test('what could not be loaded is not loaded again before its fields are resolved', async () => {
  let statements = 0
  const db = {
    getExecutor() {
      statements += 1
      throw new Error('the database is gone')
    },
  }
  const context = { db, viewer: { tenantId: 'a', tagId: 'b' } } as unknown as GraphContext
  const document = parse('{ blocks { tags { taskCount } sharingTags { tag { taskCount } } } }')
  const { selectionSet } = document.definitions[0] as OperationDefinitionNode
  const fieldNodes = selectionSet.selections.filter((node): node is FieldNode => node.kind === Kind.FIELD)
  const returnType = schema.getQueryType()?.getFields().blocks?.type as GraphQLOutputType
  await prefetchFields(context, { schema, fragments: {}, fieldNodes, returnType }, [{ block_id: 'c' }])
  await setImmediate()
  await setImmediate()
  expect(statements).toBe(1)
})
