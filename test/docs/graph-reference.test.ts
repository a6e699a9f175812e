import { describe, expect, test } from '@jest/globals'
import { graphDocuments, writtenGraph } from '../../docs/write-graph.ts'

const documents = graphDocuments()
const text = (file: string) => documents.get(file) ?? ''

describe('the reference of the graph', () => {
  test.each([...documents.keys()])('docs/graph/%s is up to date with the schema: run npm run docs:write', (file) => {
    expect(writtenGraph(file)).toBe(text(file))
  })

  test('has a section for each operation and type, with links between them', () => {
    expect(text('queries.md')).toContain('## searchGraph\n')
    expect(text('queries.md')).toContain('| `input` | [`GraphSearchInput`](inputs.md#graphsearchinput) |')
    expect(text('blocks.md')).toContain('Has the fields of [`Block`](blocks.md#block), and:')
    expect(text('inputs.md')).toMatch(/^Used by .*\[`searchGraph`\]\(queries\.md#searchgraph\)/m)
  })

  test('describes the input of a single operation beside it', () => {
    expect(text('mutations.md')).toContain('### AcceptRecommendationInput\n')
    expect(text('inputs.md')).not.toContain('AcceptRecommendationInput')
  })

  test('names what costs more than it looks, and lists an enum in lower case only', () => {
    expect(text('blocks.md')).toMatch(
      /\| `documentHtml` \| `String` \| Costs \d+ points more than what is selected\. \|/,
    )
    expect(text('enums.md')).toContain('## TagType\n\n`date`, `location`, `person`, `topic`\n')
  })
})
