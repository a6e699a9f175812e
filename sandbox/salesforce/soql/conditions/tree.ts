import type { FunctionExp, HavingClause, LiteralType, Operator, Query, WhereClause } from '@jetstreamapp/soql-parser-js'
import { unexpectedToken } from '../errors.ts'

export interface Literal {
  readonly type: LiteralType
  /** The literal as written in the statement, with quotes. */
  readonly text: string
}

/** A comparison of a field or aggregate. */
export interface Comparison {
  readonly kind: 'compare'
  readonly left: string | FunctionExp
  readonly operator: Operator
  readonly literals: readonly Literal[]
  /** The subquery of IN, if there is one. */
  readonly subquery: Query | undefined
}

export type Condition =
  | Comparison
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Condition[] }
  | { readonly kind: 'not'; readonly operand: Condition }

type Token = '(' | ')' | 'AND' | 'OR' | 'NOT' | Comparison

/**
 * Converts a WHERE or HAVING clause to a tree. The parser returns a flat chain with counted parentheses and accepts any
 * mixture; Salesforce requires parentheses to combine AND with OR, and around a NOT that is combined with other operators.
 */
export function parseCondition(clause: WhereClause | HavingClause, soql: string): Condition {
  const tokens = flattenTokens(clause)
  const condition = parseGroup(tokens, soql)
  const remaining = tokens[0]
  if (remaining !== undefined) throw unexpectedToken(soql, tokenText(remaining))
  return condition
}

function parseGroup(tokens: Token[], soql: string): Condition {
  if (tokens[0] === 'NOT') {
    tokens.shift()
    return { kind: 'not', operand: parseUnit(tokens, soql) }
  }
  const operands = [parseUnit(tokens, soql)]
  const connector = tokens[0]
  if (connector !== 'AND' && connector !== 'OR') return operands[0] as Condition
  while (tokens[0] === connector) {
    tokens.shift()
    operands.push(parseUnit(tokens, soql))
  }
  return { kind: connector === 'AND' ? 'and' : 'or', operands }
}

function parseUnit(tokens: Token[], soql: string): Condition {
  const token = tokens.shift()
  if (typeof token === 'object') return token
  if (token !== '(') throw unexpectedToken(soql, token ?? '<EOF>')
  const group = parseGroup(tokens, soql)
  const close = tokens.shift()
  if (close !== ')') throw unexpectedToken(soql, close === undefined ? '<EOF>' : tokenText(close))
  return group
}

function tokenText(token: Token): string {
  if (typeof token === 'string') return token
  return typeof token.left === 'string' ? token.left : (token.left.functionName ?? '')
}

function flattenTokens(clause: WhereClause | HavingClause): Token[] {
  const tokens: Token[] = []
  for (
    let node: WhereClause | HavingClause | undefined = clause;
    node;
    node = 'right' in node ? node.right : undefined
  ) {
    const { left } = node
    if (left?.openParen) tokens.push(...Array<Token>(left.openParen).fill('('))
    if (left && 'operator' in left) {
      tokens.push(toComparison(left))
      tokens.push(...Array<Token>(left.closeParen ?? 0).fill(')'))
    }
    if ('operator' in node) tokens.push(node.operator)
  }
  return tokens
}

type Leaf = Extract<WhereClause['left'], { operator: Operator }>

function toComparison(leaf: Leaf): Comparison {
  const left = 'fn' in leaf ? leaf.fn : leaf.field
  const { operator } = leaf
  if ('valueQuery' in leaf) return { kind: 'compare', left, operator, literals: [], subquery: leaf.valueQuery }
  const texts = Array.isArray(leaf.value) ? leaf.value : [leaf.value]
  const { literalType = 'STRING' } = leaf
  const literals = texts.map((text, index) => ({ text, type: literalTypeAt(literalType, index) }))
  return { kind: 'compare', left, operator, literals, subquery: undefined }
}

function literalTypeAt(type: LiteralType | LiteralType[], index: number): LiteralType {
  return Array.isArray(type) ? (type[index] ?? 'STRING') : type
}
