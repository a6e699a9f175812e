import type { Fail } from '../api/errors.ts'
import { propertyTest, textTest } from './kql-properties.ts'
import type { Message } from './message.ts'

type Test = (message: Message) => boolean

interface Token {
  bracket?: string
  property?: string
  operator?: string
  value: string
}

const TOKEN = /\s*(?:([()])|(\w+)(:|>=|<=|<>|=|>|<)(?:"([^"]*)"|([^\s()"]+))|"([^"]*)"|([^\s()"]+))/y

/** Compiles the subset of the Keyword Query Language that mailboxes support. Adjacent terms are joined by AND. */
export function parseKql(text: string, fail: Fail): Test {
  const failSyntax = () => fail('BadRequest', `The search query '${text}' is not valid.`)
  return new KqlParser(tokenize(text) ?? failSyntax(), failSyntax).parse()
}

class KqlParser {
  readonly #tokens: Token[]
  readonly #failSyntax: () => never

  constructor(tokens: Token[], failSyntax: () => never) {
    this.#tokens = tokens
    this.#failSyntax = failSyntax
  }

  parse(): Test {
    const test = this.#parseOr()
    return this.#tokens.length === 0 ? test : this.#failSyntax()
  }

  #parseOr(): Test {
    const tests = [this.#parseAnd()]
    while (this.#accept('OR')) tests.push(this.#parseAnd())
    return (message) => tests.some((test) => test(message))
  }

  #parseAnd(): Test {
    const tests = [this.#parseUnary()]
    while (this.#tokens[0] && this.#tokens[0].bracket !== ')' && !this.#peeks('OR')) {
      this.#accept('AND')
      tests.push(this.#parseUnary())
    }
    return (message) => tests.every((test) => test(message))
  }

  #parseUnary(): Test {
    if (this.#accept('NOT')) {
      const test = this.#parseUnary()
      return (message) => !test(message)
    }
    const token = this.#tokens.shift() ?? this.#failSyntax()
    if (token.bracket === '(') {
      const test = this.#parseOr()
      return this.#tokens.shift()?.bracket === ')' ? test : this.#failSyntax()
    }
    if (token.bracket !== undefined) this.#failSyntax()
    return token.property === undefined
      ? textTest(token.value)
      : propertyTest(token.property, token.operator ?? ':', token.value)
  }

  #peeks(word: string): boolean {
    const [next] = this.#tokens
    return next?.value === word && next.property === undefined
  }

  #accept(word: string): boolean {
    return this.#peeks(word) && this.#tokens.shift() !== undefined
  }
}

/** Returns undefined when a quote is not closed. */
function tokenize(text: string): Token[] | undefined {
  const tokens: Token[] = []
  const end = text.trimEnd().length
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < end) {
    const match = TOKEN.exec(text)
    if (!match) return undefined
    tokens.push(toToken(match))
  }
  return tokens
}

function toToken([, bracket, property, operator, quoted, bare, phrase, word]: RegExpExecArray): Token {
  if (bracket !== undefined) return { bracket, value: '' }
  if (property === undefined || operator === undefined) return { value: phrase ?? word ?? '' }
  return { property, operator, value: quoted ?? bare ?? '' }
}
