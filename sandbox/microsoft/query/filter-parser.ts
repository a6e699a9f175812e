import { comparable, compareValues, type Field, type Fields, fieldOf, type Refuse, type Value } from './fields.ts'
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
const MOST_IN_LIST = 15

/** Makes a test of the tokens, by recursive descent. */
export class FilterParser<T> {
  readonly paths = new Set<string>()
  readonly #text: string
  readonly #tokens: Token[]
  readonly #fields: Fields<T>
  readonly #refuse: Refuse

  constructor(text: string, tokens: Token[], fields: Fields<T>, refuse: Refuse) {
    this.#text = text
    this.#tokens = tokens
    this.#fields = fields
    this.#refuse = refuse
  }

  whole(): Test<T> {
    const test = this.#either()
    return this.#tokens.length === 0 ? test : this.#broken(this.#tokens[0])
  }

  #either(): Test<T> {
    const tests = [this.#both()]
    while (this.#take('name', 'or')) tests.push(this.#both())
    return (record) => tests.some((test) => test(record))
  }

  #both(): Test<T> {
    const tests = [this.#one()]
    while (this.#take('name', 'and')) tests.push(this.#one())
    return (record) => tests.every((test) => test(record))
  }

  #one(): Test<T> {
    if (this.#take('name', 'not')) {
      const test = this.#one()
      return (record) => !test(record)
    }
    if (this.#take('sign', '(')) return this.#closed(this.#either())
    const path = this.#name()
    if (Object.hasOwn(FUNCTIONS, path) && this.#take('sign', '(')) return this.#closed(this.#call(path))
    if (path.endsWith('/any') && this.#take('sign', '(')) return this.#closed(this.#any(path.slice(0, -'/any'.length)))
    return this.#take('name', 'in') ? this.#inList(path) : this.#comparison(path)
  }

  #comparison(path: string): Test<T> {
    const operator = this.#name()
    const fits = COMPARISONS[operator] ?? this.#broken(this.#tokens[0])
    const field = this.#filterable(path)
    const value = this.#literalOf(field, operator)
    return (record) => fits(compareValues(field.read(record), value))
  }

  #inList(path: string): Test<T> {
    const field = this.#filterable(path)
    this.#demand('(')
    const values = [this.#literalOf(field, 'in')]
    while (this.#take('sign', ',')) values.push(this.#literalOf(field, 'in'))
    const most = `at most ${MOST_IN_LIST} are allowed`
    if (values.length > MOST_IN_LIST) this.#refuse('BadRequest', `Too many values in the list: ${most}.`)
    return this.#closed((record) => values.some((value) => compareValues(field.read(record), value) === 0))
  }

  #call(operator: string): Test<T> {
    const field = this.#filterable(this.#name())
    this.#demand(',')
    const part = String(comparable(this.#literalOf(field, operator)))
    return (record) => FUNCTIONS[operator]?.(String(comparable(field.read(record)) ?? ''), part) ?? false
  }

  /** `categories/any(c:c eq 'x')`. Recipients are no list of texts, and cannot be filtered by. */
  #any(path: string): Test<T> {
    this.paths.add(path)
    const { lists } = this.#fields
    const list = (Object.hasOwn(lists, path) && lists[path]) || this.#refuse('ErrorInvalidUrlQueryFilter')
    const variable = this.#name()
    this.#demand(':')
    if (this.#name() !== variable || this.#name() !== 'eq') this.#broken(this.#tokens[0])
    const value = comparable(this.#literal().value)
    return (record) => list(record).some((text) => comparable(text) === value)
  }

  #filterable(path: string): Field<T> {
    this.paths.add(path)
    const field = fieldOf(this.#fields, path, this.#refuse)
    return field.sortOnly ? this.#refuse('ErrorInvalidUrlQueryFilter') : field
  }

  #literalOf({ type }: Field<T>, operator: string): Value {
    const found = this.#literal()
    if (found.type === type || found.type === 'null') return found.value
    const kinds = `incompatible types was detected for operator kind '${operator}'`
    return this.#refuse('RequestBroker--ParseUri', `A binary operator with ${kinds}.`)
  }

  #literal(): Literal {
    const token = this.#tokens.shift()
    return token?.kind === 'literal' ? token : this.#broken(token)
  }

  #name(): string {
    const token = this.#tokens.shift()
    return token?.kind === 'name' ? token.text : this.#broken(token)
  }

  #closed(test: Test<T>): Test<T> {
    this.#demand(')')
    return test
  }

  #demand(sign: string): void {
    if (!this.#take('sign', sign)) this.#broken(this.#tokens[0])
  }

  #take(kind: 'name' | 'sign', text: string): boolean {
    const [next] = this.#tokens
    if (next?.kind !== kind || next.text !== text) return false
    this.#tokens.shift()
    return true
  }

  #broken(token: Token | undefined): never {
    return this.#refuse('RequestBroker--ParseUri', syntaxError(this.#text, token?.at ?? this.#text.length))
  }
}

export function syntaxError(text: string, position: number): string {
  return `Syntax error at position ${position} in '${text}'.`
}
