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
import { generatedDocuments, sourceDocuments, writtenDocuments } from '../../../platform/client/write-documents.ts'
import { GRAPH_LIMITS } from '../../../platform/graph/server/limits.ts'
import { Operations } from '../../../platform/graph/server/operations.ts'
import { schema } from '../../../platform/graph/schema.ts'

const DOCUMENTS = Object.entries(exported).map(([name, document]) => [name, String(document)] as const)

const ROOT_FIELDS = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
  Object.keys(type?.getFields() ?? {}),
)

function operationIn(text: string): OperationDefinitionNode {
  const operations = parse(text).definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  expect(operations).toHaveLength(1)
  return operations[0] as OperationDefinitionNode
}

function rootFieldsOf({ selectionSet }: OperationDefinitionNode): string[] {
  return selectionSet.selections.flatMap((one) => (one.kind === Kind.FIELD ? [one.name.value] : []))
}

/** The fields that a document selects, as `Type.field`. */
function fieldsOf(document: DocumentNode): Set<string> {
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

test('the documents that are kept as a file are those that are made', async () => {
  expect(writtenDocuments()).toBe(await generatedDocuments())
})

test('every operation of the schema has one document', () => {
  const asked = DOCUMENTS.flatMap(([, text]) => rootFieldsOf(operationIn(text)))
  expect(asked.toSorted()).toEqual(ROOT_FIELDS.toSorted())
})

test.each(DOCUMENTS)('%s is named for its field, fits the schema and spreads what it brings', (name, text) => {
  const operation = operationIn(text)
  expect(validate(schema, parse(text))).toEqual([])
  expect(name).toBe(`${operation.name?.value}Document`)
  expect(rootFieldsOf(operation).map((field) => field.charAt(0).toUpperCase() + field.slice(1))).toEqual([
    operation.name?.value,
  ])
})

test('no fragment stands unused in a file', () => {
  const definitions = sourceDocuments().flatMap(({ document }) => document.definitions)
  const fragments = definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [one.name.value] : []))
  const texts = DOCUMENTS.map(([, text]) => text).join('\n')
  expect(fragments.filter((name) => !texts.includes(`...${name}`))).toEqual([])
})

/** What the specification wants selected for a single block only. */
const LARGE = [
  ...['Email.cleanBodyHtml', 'Transcription.transcript', 'Transcription.highlights', 'Transcription.outline'],
  ...['Email.bodyText', 'Document.documentHtml', 'Block.document', 'Block.text'],
]

test('what may be long is selected for a single block only', () => {
  const holders = DOCUMENTS.filter(([, text]) => LARGE.some((field) => fieldsOf(parse(text)).has(field)))
  expect(holders.map(([name]) => name)).toEqual(['BlockDocument'])
})

describe('what documents cost', () => {
  const operations = new Operations(schema, GRAPH_LIMITS)
  const sized = DOCUMENTS.filter(([, text]) => takes(text, 'size'))

  test.each(sized)('a hundred rows of %s may be asked for', (_, text) => {
    const input = { ...REQUIRED, size: 100 }
    const prepared = operations.prepare({ query: text, variables: { input: only(input, text) } })
    expect('errors' in prepared ? prepared.errors : []).toEqual([])
  })

  test('twenty lists of the usual size cost more than a batch may, so that batches must be split', () => {
    const prepared = operations.prepare({ query: String(exported.SearchGraphDocument) })
    expect('points' in prepared && prepared.points * 20).toBeGreaterThan(2 * GRAPH_LIMITS.cost)
  })
})

/** Values for fields that inputs of lists require. */
const REQUIRED = { _id: 'a', tableId: 'a', tagId: 'a', tagIds: ['a'], tagTypes: ['topic'], blockId: 'a', fields: [] }
const MORE = { connectionId: 'a' }

function inputFields(text: string): Record<string, { type: unknown }> {
  const [variable] = operationIn(text).variableDefinitions ?? []
  let type = variable?.type
  while (type && type.kind !== Kind.NAMED_TYPE) type = type.type
  const named: GraphQLNamedType | undefined = type && schema.getType(type.name.value)
  return named && 'getFields' in named ? (named.getFields() as Record<string, { type: unknown }>) : {}
}

function takes(text: string, field: string): boolean {
  return field in inputFields(text)
}

function only(values: Record<string, unknown>, text: string): Record<string, unknown> {
  const fields = inputFields(text)
  const wanted = Object.entries({ ...MORE, ...values }).filter(([name]) => {
    const isRequired = String(fields[name]?.type).endsWith('!')
    return name in fields && (isRequired || name === 'size')
  })
  return Object.fromEntries(wanted)
}

test('an enum is typed by the words that are answered', () => {
  const enums = Object.values(schema.getTypeMap()).filter((type) => isEnumType(type))
  const written = writtenDocuments()
  for (const type of enums.filter(({ name }) => written.includes(`export type ${name} =`))) {
    const [, union = ''] = new RegExp(`export type ${type.name} =([^;]*);`).exec(written) ?? []
    const words = [...union.matchAll(/'(\w+)'/g)].map(([, word]) => word)
    expect(words.map((word) => type.serialize(type.parseValue(word)))).toEqual(words)
    expect(words).toHaveLength(new Set(type.getValues().map(({ value }) => value)).size)
  }
})
