import { cell, table } from '../tables.ts'
import type { Schema } from './document.ts'

/** The type of a value, in a cell: `array of [Email](schemas.md#email)`. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return linkTo(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1))
  if ('const' in schema) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(' or ')
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return choices.map(typeOf).join(' or ')
  if (schema.items) return `array of ${typeOf(schema.items)}`
  if (typeof schema.additionalProperties === 'object') return `object of ${typeOf(schema.additionalProperties)}`
  return schema.type ?? 'any'
}

/** A link to the section of a schema. */
export function linkTo(name: string): string {
  return `[${name}](schemas.md#${name.toLowerCase()})`
}

/** The section of a schema: its description, its type or members, and an object within it with its path. */
export function schemaSection(name: string, schema: Schema, users: readonly string[]): string {
  const rows = memberRows(schema, '')
  return [
    `## ${name}\n`,
    schema.description ? `${schema.description}\n` : '',
    rows.length > 0 ? table(['Member', 'Type', 'Meaning'], rows) : `Type: ${typeOf(schema)}.\n`,
    users.length > 0 ? `Part of ${users.map(linkTo).join(', ')}.\n` : '',
  ]
    .filter(Boolean)
    .join('\n')
}

function memberRows({ properties = {}, required = [] }: Schema, path: string): string[][] {
  return Object.entries(properties).flatMap(([name, member]) => {
    const optional = required.includes(name) ? '' : ', optional'
    const meaning = [cell(member.description), limitsOf(member)].filter(Boolean).join(' ')
    const inside = member.items?.properties
      ? memberRows(member.items, `${path}${name}[].`)
      : memberRows(member, `${path}${name}.`)
    return [[`\`${path}${name}\`${optional}`, typeOf(member), meaning], ...inside]
  })
}

/** What a value must be beyond its type, if anything that a reader has to know. */
function limitsOf({ minLength, maxLength, minItems, pattern }: Schema): string {
  const limits = [
    minLength === 1 && maxLength === undefined ? 'Not empty.' : '',
    maxLength === undefined ? '' : `At most ${maxLength} characters.`,
    minItems === undefined ? '' : `At least ${minItems}.`,
    pattern === undefined ? '' : `Matches \`${pattern.replaceAll('|', '\\|')}\`.`,
  ]
  return limits.filter(Boolean).join(' ')
}

/** The schemas that refer to each schema. */
export function usersOf(schemas: Readonly<Record<string, Schema>>): ReadonlyMap<string, string[]> {
  const users = new Map<string, string[]>()
  for (const [name, schema] of Object.entries(schemas)) {
    const references = JSON.stringify(schema).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)
    for (const used of new Set([...references].map(([, reference = '']) => reference))) {
      users.set(used, [...(users.get(used) ?? []), name])
    }
  }
  return users
}
