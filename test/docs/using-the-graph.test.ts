import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { parse, validate } from 'graphql'
import { schema } from '../../platform/graph/schema.ts'

const text = readFileSync(new URL('../../docs/using-the-graph.md', import.meta.url), 'utf8')
const documents = [...text.matchAll(/^```graphql\n(.*?)^```$/gms)].map(([, document = '']) => document)

describe('the documents in the guide', () => {
  test('exist', () => expect(documents.length).toBeGreaterThan(5))

  test.each(documents.map((document) => [document.split('{')[0]?.trim() ?? '', document] as const))(
    '%s is valid',
    (_, document) => {
      expect(validate(schema, parse(document))).toEqual([])
    },
  )
})
