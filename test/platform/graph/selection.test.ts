import { expect, test } from '@jest/globals'
import { type GraphQLOutputType, getOperationAST, Kind, parse } from 'graphql'
import { schema } from '../../../platform/graph/schema.ts'
import { selectedFields } from '../../../platform/graph/selection.ts'

test('a fragment is visited once, however often it is spread', () => {
  const spreads = (level: number) => `...Level${level} `.repeat(20)
  const levels = Array.from(
    { length: 3 },
    (_, level) => `fragment Level${level} on Block { _id ${level < 2 ? spreads(level + 1) : 'title'} }`,
  )
  const document = parse(`{ blocks { ${spreads(0)} } } ${levels.join(' ')}`)
  const definitions = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
  const fragments = Object.fromEntries(definitions.map((fragment) => [fragment.name.value, fragment]))
  const { selections = [] } = getOperationAST(document)?.selectionSet ?? {}
  const fieldNodes = selections.filter((selection) => selection.kind === Kind.FIELD)
  const returnType = schema.getQueryType()?.getFields().blocks?.type as GraphQLOutputType
  const selected = selectedFields({ schema, fragments, fieldNodes, returnType })
  expect(selected.map(({ field }) => field.name)).toEqual(['_id', '_id', '_id', 'title'])
})
