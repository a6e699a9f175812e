import type { SyntaxNode } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'

/** A metric in an expression, with the labels that its matchers name. */
export interface Selector {
  metric: string
  labels: readonly string[]
}

export interface Expression {
  selectors: readonly Selector[]
  /** The labels after `by`, `on`, `without`, `ignoring` and `group_left`. */
  groupings: readonly string[]
}

/** Parses an expression of PromQL. Throws a SyntaxError if it is none. */
export function parseExpression(text: string): Expression {
  const selectors: Selector[] = []
  const groupings: string[] = []
  const textOf = ({ from, to }: { from: number; to: number }) => text.slice(from, to)
  parser.parse(text).iterate({
    enter(node) {
      if (node.type.isError) throw new SyntaxError(`${text}: unexpected at ${node.from}`)
      if (node.name === 'GroupingLabels') groupings.push(...namesBelow(node.node).map(textOf))
      if (node.name !== 'VectorSelector') return
      const identifier = node.node.getChild('Identifier')
      const matchers = node.node.getChild('LabelMatchers')
      const labels = matchers ? namesBelow(matchers).map(textOf) : []
      selectors.push({ metric: identifier ? textOf(identifier) : '', labels })
    },
  })
  return { selectors, groupings }
}

function namesBelow(node: SyntaxNode): { from: number; to: number }[] {
  const names: { from: number; to: number }[] = []
  node.cursor().iterate(({ name, from, to }) => {
    if (name === 'LabelName') names.push({ from, to })
  })
  return names
}
