import type { Fail } from '../api/errors.ts'
import { compareValues, type Field, type Fields, resolveField, toComparable, type Value } from './fields.ts'
import type { Token } from './filter-tokens.ts'

type Test<T> = (record: T) => boolean
type Literal = Extract<Token, { kind: 'literal' }>

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
}
const FUNCTIONS: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  contains: (text, part) => text.includes(part),
  startswith: (text, part) => text.startsWith(part),
  endswith: (text, part) => text.endsWith(part),
}
const MAX_IN_VALUES = 15

/** A recursive-descent parser that compiles the tokens of a `$filter` to a predicate. */
export class FilterParser<T> {
  /** The paths in the filter, in the order of their first appearance. */
  readonly paths = new Set<string>()
  readonly #text: string
  readonly #tokens: Token[]
  readonly #fields: Fields<T>
  readonly #fail: Fail

  constructor(text: string, tokens: Token[], fields: Fields<T>, fail: Fail) {
    this.#text = text
    this.#tokens = tokens
    this.#fields = fields
    this.#fail = fail
  }

  parse(): Test<T> {
    const test = this.#parseOr()
    return this.#tokens.length === 0 ? test : this.#failSyntax(this.#tokens[0])
  }

  #parseOr(): Test<T> {
    const tests = [this.#parseAnd()]
    while (this.#accept('name', 'or')) tests.push(this.#parseAnd())
    return (record) => tests.some((test) => test(record))
  }

  #parseAnd(): Test<T> {
    const tests = [this.#parseUnary()]
    while (this.#accept('name', 'and')) tests.push(this.#parseUnary())
    return (record) => tests.every((test) => test(record))
  }

  #parseUnary(): Test<T> {
    if (this.#accept('name', 'not')) {
      const test = this.#parseUnary()
      return (record) => !test(record)
    }
    if (this.#accept('symbol', '(')) return this.#expectClose(this.#parseOr())
    const path = this.#expectName()
    if (Object.hasOwn(FUNCTIONS, path) && this.#accept('symbol', '('))
      return this.#expectClose(this.#parseFunction(path))
    if (path.endsWith('/any') && this.#accept('symbol', '('))
      return this.#expectClose(this.#parseAny(path.slice(0, -'/any'.length)))
    return this.#accept('name', 'in') ? this.#parseInList(path) : this.#parseComparison(path)
  }

  #parseComparison(path: string): Test<T> {
    const operator = this.#expectName()
    const accepts = COMPARISONS[operator] ?? this.#failSyntax(this.#tokens[0])
    const field = this.#resolveFilterable(path)
    const value = this.#parseLiteralFor(field, operator)
    return (record) => accepts(compareValues(field.read(record), value))
  }

  #parseInList(path: string): Test<T> {
    const field = this.#resolveFilterable(path)
    this.#expect('(')
    const values = [this.#parseLiteralFor(field, 'in')]
    while (this.#accept('symbol', ',')) values.push(this.#parseLiteralFor(field, 'in'))
    if (values.length > MAX_IN_VALUES) {
      this.#fail('BadRequest', `Too many values in the list: at most ${MAX_IN_VALUES} are allowed.`)
    }
    return this.#expectClose((record) => values.some((value) => compareValues(field.read(record), value) === 0))
  }

  #parseFunction(operator: string): Test<T> {
    const field = this.#resolveFilterable(this.#expectName())
    this.#expect(',')
    const part = String(toComparable(this.#parseLiteralFor(field, operator)))
    return (record) => FUNCTIONS[operator]?.(String(toComparable(field.read(record)) ?? ''), part) ?? false
  }

  /** `categories/any(c:c eq 'x')`. Recipients are not a collection of strings and cannot be used in a filter. */
  #parseAny(path: string): Test<T> {
    this.paths.add(path)
    const { lists } = this.#fields
    const list = (Object.hasOwn(lists, path) && lists[path]) || this.#fail('ErrorInvalidUrlQueryFilter')
    const variable = this.#expectName()
    this.#expect(':')
    if (this.#expectName() !== variable || this.#expectName() !== 'eq') this.#failSyntax(this.#tokens[0])
    const value = toComparable(this.#expectLiteral().value)
    return (record) => list(record).some((text) => toComparable(text) === value)
  }

  #resolveFilterable(path: string): Field<T> {
    this.paths.add(path)
    const field = resolveField(this.#fields, path, this.#fail)
    return field.sortOnly ? this.#fail('ErrorInvalidUrlQueryFilter') : field
  }

  #parseLiteralFor({ type }: Field<T>, operator: string): Value {
    const literal = this.#expectLiteral()
    if (literal.type === type || literal.type === 'null') return literal.value
    const kinds = `incompatible types was detected for operator kind '${operator}'`
    return this.#fail('RequestBroker--ParseUri', `A binary operator with ${kinds}.`)
  }

  #expectLiteral(): Literal {
    const token = this.#tokens.shift()
    return token?.kind === 'literal' ? token : this.#failSyntax(token)
  }

  #expectName(): string {
    const token = this.#tokens.shift()
    return token?.kind === 'name' ? token.text : this.#failSyntax(token)
  }

  #expectClose(test: Test<T>): Test<T> {
    this.#expect(')')
    return test
  }

  #expect(symbol: string): void {
    if (!this.#accept('symbol', symbol)) this.#failSyntax(this.#tokens[0])
  }

  #accept(kind: 'name' | 'symbol', text: string): boolean {
    const [next] = this.#tokens
    if (next?.kind !== kind || next.text !== text) return false
    this.#tokens.shift()
    return true
  }

  #failSyntax(token: Token | undefined): never {
    return this.#fail('RequestBroker--ParseUri', syntaxError(this.#text, token?.position ?? this.#text.length))
  }
}

export function syntaxError(text: string, position: number): string {
  return `Syntax error at position ${position} in '${text}'.`
}
