import { describe, expect, test } from '@jest/globals'
import { parse, validate } from 'graphql'
import { EXAMPLES } from '../../demo/examples.ts'
import { interpret } from '../../demo/prompt.ts'
import { schema } from '../../platform/graph/schema.ts'

describe('the prompt of the demo', () => {
  test.each([
    ['help', 'help'],
    ['?', 'help'],
    ['EXAMPLES', 'examples'],
    ['token', 'curl'],
    ['syncs', 'syncs'],
    ['log', 'log'],
    ['exit', 'exit'],
    ['q', 'exit'],
    ['  quit ', 'exit'],
    ['', 'nothing'],
  ])('understands “%s” as %s', (text, kind) => {
    expect(interpret(text)).toEqual({ kind })
  })

  test('runs an example by its number', () => {
    expect(interpret('1')).toEqual({ kind: 'query', query: EXAMPLES[0]?.query })
    expect(interpret('99')).toEqual({ kind: 'unknown', text: '99' })
  })

  test('reads an operation of several lines until its brackets are closed', () => {
    expect(interpret('query Q($a: Int) {')).toEqual({ kind: 'incomplete' })
    expect(interpret('{ tenant {\n_id }')).toEqual({ kind: 'incomplete' })
    expect(interpret('{ tenant {\n_id } }')).toEqual({ kind: 'query', query: '{ tenant {\n_id } }' })
    expect(interpret('{ searchGraph(input: {searchString: "a { b"}) { title } }').kind).toBe('query')
  })

  test('sends nothing else to the graph', () => {
    expect(interpret('where are my meetings')).toEqual({ kind: 'unknown', text: 'where are my meetings' })
  })

  test.each(EXAMPLES)('$title is a valid query', ({ query }) => {
    expect(validate(schema, parse(query))).toEqual([])
  })
})
