import type { Fail } from '../api/errors.ts'

/** A relation in `$expand`, with the options in parentheses behind it. */
export interface Expansion {
  relation: string
  select?: readonly string[]
  filter?: string
}

/** Parses `attachments($select=id,name),other($filter=id eq 'x')`: options are separated by semicolons. */
export function parseExpand(text: string, fail: Fail): Expansion[] {
  if (text === '') return []
  return splitTopLevel(text, ',').map((part) => {
    const [, relation, options = ''] = /^(\w+)(?:\((.*)\))?$/.exec(part.trim()) ?? []
    if (relation === undefined)
      return fail('BadRequest', `Parsing OData Select and Expand failed: Syntax error in '${part}'.`)
    const expansion: Expansion = { relation }
    for (const option of splitTopLevel(options, ';').filter(Boolean)) {
      const [name = '', value = ''] = splitOnce(option.trim())
      if (name === '$select') expansion.select = value.split(',').map((property) => property.trim())
      else if (name === '$filter') expansion.filter = value
      else fail('BadRequest', `Parsing OData Select and Expand failed: The option '${name}' is not supported.`)
    }
    return expansion
  })
}

function splitOnce(option: string): string[] {
  const at = option.indexOf('=')
  return at < 0 ? [option] : [option.slice(0, at), option.slice(at + 1)]
}

/** Splits at a separator that is neither in parentheses nor in quotes. */
function splitTopLevel(text: string, separator: string): string[] {
  const parts = ['']
  let depth = 0
  let isQuoted = false
  for (const character of text) {
    if (character === "'") isQuoted = !isQuoted
    if (!isQuoted && character === '(') depth += 1
    if (!isQuoted && character === ')') depth -= 1
    if (character === separator && depth === 0 && !isQuoted) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts
}
