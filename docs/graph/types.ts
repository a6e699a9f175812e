import {
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLUnionType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isUnionType,
} from 'graphql'
import { fieldCostOf } from '../../platform/graph/with-cost.ts'
import { cell, table } from '../tables.ts'
import type { Links, Operation } from './links.ts'

/** The section of an operation: what it does, what it returns and what it costs, and its arguments. */
export function operationSection(field: Operation, schema: GraphQLSchema, links: Links): string {
  const cost = costOf(field)
  const rows = field.args.map((argument) => [
    `\`${argument.name}\`${isRequiredArgument(argument) ? ', required' : ''}`,
    links.toType(argument.type),
    meaningOf(argument),
  ])
  return [
    `## ${field.name}\n`,
    field.description ? `${text(field.description)}\n` : '',
    `Returns ${links.toType(field.type)}.${cost ? ` ${cost}` : ''}\n`,
    rows.length > 0 ? table(['Argument', 'Type', 'Meaning'], rows) : '',
    ...links.inputsOf(field).map((input) => typeSection(input, schema, links, 3)),
  ]
    .filter(Boolean)
    .join('\n')
}

/** The section of a type: its description, and its fields, values or members. */
export function typeSection(type: GraphQLNamedType, schema: GraphQLSchema, links: Links, level = 2): string {
  const parts = [`${'#'.repeat(level)} ${type.name}\n`, type.description ? `${text(type.description)}\n` : '']
  if (isEnumType(type)) parts.push(enumValues(type))
  else if (isUnionType(type)) parts.push(unionMembers(type, links))
  else if (isInputObjectType(type)) parts.push(inputFields(type, links))
  else if (isObjectType(type) || isInterfaceType(type)) parts.push(objectFields(type, schema, links))
  const users = level === 2 && !isObjectType(type) && !isInterfaceType(type) ? links.usersOf(type) : []
  if (users.length > 0) parts.push(`Used by ${users.join(', ')}.\n`)
  return parts.filter(Boolean).join('\n')
}

function objectFields(type: GraphQLObjectType | GraphQLInterfaceType, schema: GraphQLSchema, links: Links): string {
  const interfaces = type.getInterfaces()
  const inherited = new Set(interfaces.flatMap((parent) => Object.keys(parent.getFields())))
  const own = Object.values(type.getFields()).filter(({ name }) => !inherited.has(name))
  const rows = own.map((field) => [`\`${field.name}\``, links.toType(field.type), fieldMeaning(field, links)])
  const parents = interfaces.map((parent) => links.toType(parent))
  const kinds = isInterfaceType(type) ? schema.getImplementations(type).objects.map((kind) => links.toType(kind)) : []
  return [
    kinds.length > 0 ? `Implemented by ${kinds.join(', ')}.\n` : '',
    parents.length > 0 ? `Has the fields of ${parents.join(', ')}${rows.length > 0 ? ', and:' : '.'}\n` : '',
    rows.length > 0 ? table(['Field', 'Type', 'Meaning'], rows) : '',
  ]
    .filter(Boolean)
    .join('\n')
}

function inputFields(type: GraphQLInputObjectType, links: Links): string {
  const rows = Object.values(type.getFields()).map((field) => [
    `\`${field.name}\`${isRequiredInputField(field) ? ', required' : ''}`,
    links.toType(field.type),
    meaningOf(field),
  ])
  return table(['Field', 'Type', 'Meaning'], rows)
}

/** Enums accept their values in both cases; the lower one is listed. */
function enumValues(type: GraphQLEnumType): string {
  const values = type.getValues()
  const names = new Set(values.map(({ name }) => name))
  const listed = values.filter(({ name }) => name === name.toLowerCase() || !names.has(name.toLowerCase()))
  if (listed.every(({ description }) => !description)) return `${listed.map(({ name }) => `\`${name}\``).join(', ')}\n`
  return table(
    ['Value', 'Meaning'],
    listed.map(({ name, description }) => [`\`${name}\``, cell(description)]),
  )
}

function unionMembers(type: GraphQLUnionType, links: Links): string {
  return `One of ${type
    .getTypes()
    .map((member) => links.toType(member))
    .join(', ')}.\n`
}

function fieldMeaning(field: Operation, links: Links): string {
  const argumentsOf = field.args.map((argument) => {
    const meaning = meaningOf(argument)
    return `\`${argument.name}\` ${links.toType(argument.type)}${meaning ? `: ${meaning}` : ''}`
  })
  const parts = [cell(field.description), costOf(field)].filter(Boolean).join(' ')
  const taken = argumentsOf.length > 0 ? `Arguments: ${argumentsOf.join('; ')}` : ''
  return [parts, taken].filter(Boolean).join('<br>')
}

function meaningOf({ description, defaultValue }: GraphQLArgument | GraphQLInputField): string {
  const preset = defaultValue === undefined ? '' : `Defaults to \`${JSON.stringify(defaultValue)}\`.`
  return [cell(description), preset].filter(Boolean).join(' ')
}

function costOf(field: Operation): string {
  const { points, rows, heavy, timeoutMs } = fieldCostOf(field)
  return [
    points ? `Costs ${points} ${points === 1 ? 'point' : 'points'} more than what is selected.` : '',
    rows ? `Estimated with ${rows} rows where no size is set.` : '',
    heavy ? 'Counts against the limit of heavy fields.' : '',
    timeoutMs ? `May take ${timeoutMs / 1000} s.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** A description as a paragraph. */
function text(description: string): string {
  return description.replaceAll('<', '&lt;')
}
