import { describe, expect, test } from '@jest/globals'
import { parse, validate } from 'graphql'
import * as exported from '../../console/src/documents.ts'
import { CONSOLE_DOCUMENTS } from '../../console/write-documents.ts'
import * as clientDocuments from '../../platform/client/documents.ts'
import { generateDocuments, readDocuments } from '../../platform/client/write-documents.ts'
import { schema } from '../../platform/graph/schema.ts'
import { GRAPH_LIMITS } from '../../platform/graph/server/limits.ts'
import { Operations } from '../../platform/graph/server/operations.ts'

const DOCUMENTS = Object.entries(exported).map(([name, document]) => [name, String(document)] as const)

describe('the documents of the console', () => {
  test('are up to date: run npm run docs', async () => {
    expect(readDocuments(CONSOLE_DOCUMENTS)).toBe(await generateDocuments(CONSOLE_DOCUMENTS))
  })

  test('have names of their own', () => {
    expect(DOCUMENTS.map(([name]) => name).filter((name) => name in clientDocuments)).toEqual([])
  })

  test.each(DOCUMENTS)('%s is valid, and within the limits of an operation', (_name, text) => {
    expect(validate(schema, parse(text))).toEqual([])
    const prepared = new Operations(schema, GRAPH_LIMITS).prepare({ query: text })
    const codes = 'errors' in prepared ? prepared.errors.map(({ extensions }) => extensions?.code) : []
    // Variables that are required are missing here.
    expect(codes.filter((code) => code !== 'BAD_USER_INPUT')).toEqual([])
  })
})
