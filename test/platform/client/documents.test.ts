import { describe, expect, test } from '@jest/globals'
import {
  type DocumentNode,
  type GraphQLNamedType,
  isEnumType,
  Kind,
  type OperationDefinitionNode,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import * as exported from '../../../platform/client/documents.ts'
import { generateDocuments, readDocuments, sourceDocuments } from '../../../platform/client/write-documents.ts'
import { schema } from '../../../platform/graph/schema.ts'
import { GRAPH_LIMITS } from '../../../platform/graph/server/limits.ts'
import { Operations } from '../../../platform/graph/server/operations.ts'

const DOCUMENTS = Object.entries(exported).map(([name, document]) => [name, String(document)] as const)

const ROOT_FIELDS = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
  Object.keys(type?.getFields() ?? {}),
)

function getOperation(text: string): OperationDefinitionNode {
  const operations = parse(text).definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
  expect(operations).toHaveLength(1)
  return operations[0] as OperationDefinitionNode
}

function getRootFields({ selectionSet }: OperationDefinitionNode): string[] {
  return selectionSet.selections.flatMap((selection) => (selection.kind === Kind.FIELD ? [selection.name.value] : []))
}

/** Collects the fields that a document selects, as `Type.field`. */
function collectFields(document: DocumentNode): Set<string> {
  const info = new TypeInfo(schema)
  const fields = new Set<string>()
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: ({ name }) => void fields.add(`${info.getParentType()?.name}.${name.value}`),
    }),
  )
  return fields
}

test('documents.ts is up to date', async () => {
  expect(readDocuments()).toBe(await generateDocuments())
})

test('every operation of the schema has one document', () => {
  const rootFields = DOCUMENTS.flatMap(([, text]) => getRootFields(getOperation(text)))
  expect(rootFields.toSorted()).toEqual(ROOT_FIELDS.toSorted())
})

test.each(DOCUMENTS)('%s is named for its field, is valid and uses all of its fragments', (name, text) => {
  const operation = getOperation(text)
  expect(validate(schema, parse(text))).toEqual([])
  expect(name).toBe(`${operation.name?.value}Document`)
  expect(getRootFields(operation).map((field) => field.charAt(0).toUpperCase() + field.slice(1))).toEqual([
    operation.name?.value,
  ])
})

test('every fragment is used', () => {
  const definitions = sourceDocuments().flatMap(({ document }) => document.definitions)
  const fragments = definitions.flatMap((definition) =>
    definition.kind === Kind.FRAGMENT_DEFINITION ? [definition.name.value] : [],
  )
  const texts = DOCUMENTS.map(([, text]) => text).join('\n')
  expect(fragments.filter((name) => !texts.includes(`...${name}`))).toEqual([])
})

/** Fields that the specification allows for a single block only. */
const LARGE_FIELDS = [
  'Email.cleanBodyHtml',
  'Transcription.transcript',
  'Transcription.highlights',
  'Transcription.outline',
  'Email.bodyText',
  'Document.documentHtml',
  'Block.document',
  'Block.text',
]

test('large fields are selected for a single block only', () => {
  const holders = DOCUMENTS.filter(([, text]) => LARGE_FIELDS.some((field) => collectFields(parse(text)).has(field)))
  expect(holders.map(([name]) => name)).toEqual(['BlockDocument'])
})

describe('the cost of documents', () => {
  const operations = new Operations(schema, GRAPH_LIMITS)
  const paged = DOCUMENTS.filter(([, text]) => hasInputField(text, 'size'))

  test.each(paged)('a page of 100 rows of %s is within the limit', (_, text) => {
    const input = { ...REQUIRED, size: 100 }
    const prepared = operations.prepare({ query: text, variables: { input: pickInputFields(input, text) } })
    expect('errors' in prepared ? prepared.errors : []).toEqual([])
  })

  test('twenty lists of the default size exceed the limit of a batch, so that batches must be split', () => {
    const prepared = operations.prepare({ query: String(exported.SearchGraphDocument) })
    expect('points' in prepared && prepared.points * 20).toBeGreaterThan(2 * GRAPH_LIMITS.cost)
  })
})

/** Values for the required fields of the inputs of lists. */
const REQUIRED = {
  _id: 'a',
  tableId: 'a',
  tagId: 'a',
  tagIds: ['a'],
  tagTypes: ['topic'],
  blockId: 'a',
  fields: [],
  connectionId: 'a',
}

function getInputFields(text: string): Record<string, { type: unknown }> {
  const [variable] = getOperation(text).variableDefinitions ?? []
  let type = variable?.type
  while (type && type.kind !== Kind.NAMED_TYPE) type = type.type
  const named: GraphQLNamedType | undefined = type && schema.getType(type.name.value)
  return named && 'getFields' in named ? (named.getFields() as Record<string, { type: unknown }>) : {}
}

function hasInputField(text: string, field: string): boolean {
  return field in getInputFields(text)
}

function pickInputFields(values: Record<string, unknown>, text: string): Record<string, unknown> {
  const fields = getInputFields(text)
  const entries = Object.entries(values).filter(([name]) => {
    const isRequired = String(fields[name]?.type).endsWith('!')
    return name in fields && (isRequired || name === 'size')
  })
  return Object.fromEntries(entries)
}

test('the types of enums contain the values of results', () => {
  const enums = Object.values(schema.getTypeMap()).filter((type) => isEnumType(type))
  const source = readDocuments()
  for (const type of enums.filter(({ name }) => source.includes(`export type ${name} =`))) {
    const [, union = ''] = new RegExp(`export type ${type.name} =([^;]*);`).exec(source) ?? []
    const names = [...union.matchAll(/'(\w+)'/g)].map(([, name]) => name)
    expect(names.map((name) => type.serialize(type.parseValue(name)))).toEqual(names)
    expect(names).toHaveLength(new Set(type.getValues().map(({ value }) => value)).size)
  }
})
