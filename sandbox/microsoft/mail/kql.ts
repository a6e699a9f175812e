import type { Refuse } from '../query/fields.ts'
import { propertyTest, textTest } from './kql-properties.ts'
import type { Message } from './message.ts'

type Test = (message: Message) => boolean

interface Token {
  /** A bracket. */
  sign?: string
  property?: string
  operator?: string
  value: string
}

const TOKEN = /\s*(?:([()])|(\w+)(:|>=|<=|<>|=|>|<)(?:"([^"]*)"|([^\s()"]+))|"([^"]*)"|([^\s()"]+))/y

/** Keyword Query Language, as far as mailboxes know it. Operators are written in capitals; blanks mean AND. */
export function parseKql(text: string, refuse: Refuse): Test {
  const broken = () => refuse('BadRequest', `The search query '${text}' is not valid.`)
  return new KqlParser(tokensOf(text) ?? broken(), broken).whole()
}

class KqlParser {
  readonly #tokens: Token[]
  readonly #broken: () => never

  constructor(tokens: Token[], broken: () => never) {
    this.#tokens = tokens
    this.#broken = broken
  }

  whole(): Test {
    const test = this.#either()
    return this.#tokens.length === 0 ? test : this.#broken()
  }

  #either(): Test {
    const tests = [this.#both()]
    while (this.#take('OR')) tests.push(this.#both())
    return (message) => tests.some((test) => test(message))
  }

  #both(): Test {
    const tests = [this.#one()]
    while (this.#tokens[0] && this.#tokens[0].sign !== ')' && !this.#isNext('OR')) {
      this.#take('AND')
      tests.push(this.#one())
    }
    return (message) => tests.every((test) => test(message))
  }

  #one(): Test {
    if (this.#take('NOT')) {
      const test = this.#one()
      return (message) => !test(message)
    }
    const token = this.#tokens.shift() ?? this.#broken()
    if (token.sign === '(') {
      const test = this.#either()
      return this.#tokens.shift()?.sign === ')' ? test : this.#broken()
    }
    if (token.sign !== undefined) this.#broken()
    return token.property === undefined
      ? textTest(token.value)
      : propertyTest(token.property, token.operator ?? ':', token.value)
  }

  #isNext(word: string): boolean {
    const [next] = this.#tokens
    return next?.value === word && next.property === undefined
  }

  #take(word: string): boolean {
    return this.#isNext(word) && this.#tokens.shift() !== undefined
  }
}

/** Undefined for a text with a quote that is not closed. */
function tokensOf(text: string): Token[] | undefined {
  const tokens: Token[] = []
  const end = text.trimEnd().length
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < end) {
    const match = TOKEN.exec(text)
    if (!match) return undefined
    tokens.push(tokenOf(match))
  }
  return tokens
}

function tokenOf([, sign, property, operator, quoted, bare, phrase, word]: RegExpExecArray): Token {
  if (sign !== undefined) return { sign, value: '' }
  if (property === undefined || operator === undefined) return { value: phrase ?? word ?? '' }
  return { property, operator, value: quoted ?? bare ?? '' }
}
