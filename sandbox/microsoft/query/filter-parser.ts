import { compareValues, type Fail, type Field, type Fields, resolveField, toComparable, type Value } from './fields.ts'
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

/** Makes a test of the tokens, by recursive descent. */
export class FilterParser<T> {
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
    if (this.#accept('sign', '(')) return this.#expectClose(this.#parseOr())
    const path = this.#expectName()
    if (Object.hasOwn(FUNCTIONS, path) && this.#accept('sign', '(')) return this.#expectClose(this.#parseFunction(path))
    if (path.endsWith('/any') && this.#accept('sign', '('))
      return this.#expectClose(this.#parseAny(path.slice(0, -'/any'.length)))
    return this.#accept('name', 'in') ? this.#parseInList(path) : this.#parseComparison(path)
  }

  #parseComparison(path: string): Test<T> {
    const operator = this.#expectName()
    const fits = COMPARISONS[operator] ?? this.#failSyntax(this.#tokens[0])
    const field = this.#resolveFilterable(path)
    const value = this.#parseLiteralFor(field, operator)
    return (record) => fits(compareValues(field.read(record), value))
  }

  #parseInList(path: string): Test<T> {
    const field = this.#resolveFilterable(path)
    this.#expect('(')
    const values = [this.#parseLiteralFor(field, 'in')]
    while (this.#accept('sign', ',')) values.push(this.#parseLiteralFor(field, 'in'))
    const most = `at most ${MAX_IN_VALUES} are allowed`
    if (values.length > MAX_IN_VALUES) this.#fail('BadRequest', `Too many values in the list: ${most}.`)
    return this.#expectClose((record) => values.some((value) => compareValues(field.read(record), value) === 0))
  }

  #parseFunction(operator: string): Test<T> {
    const field = this.#resolveFilterable(this.#expectName())
    this.#expect(',')
    const part = String(toComparable(this.#parseLiteralFor(field, operator)))
    return (record) => FUNCTIONS[operator]?.(String(toComparable(field.read(record)) ?? ''), part) ?? false
  }

  /** `categories/any(c:c eq 'x')`. Recipients are no list of texts, and cannot be filtered by. */
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
    const found = this.#expectLiteral()
    if (found.type === type || found.type === 'null') return found.value
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

  #expect(sign: string): void {
    if (!this.#accept('sign', sign)) this.#failSyntax(this.#tokens[0])
  }

  #accept(kind: 'name' | 'sign', text: string): boolean {
    const [next] = this.#tokens
    if (next?.kind !== kind || next.text !== text) return false
    this.#tokens.shift()
    return true
  }

  #failSyntax(token: Token | undefined): never {
    return this.#fail('RequestBroker--ParseUri', syntaxError(this.#text, token?.at ?? this.#text.length))
  }
}

export function syntaxError(text: string, position: number): string {
  return `Syntax error at position ${position} in '${text}'.`
}
