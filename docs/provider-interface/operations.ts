import { cell, table } from '../tables.ts'
import { type Content, type Document, nameOf, type OperationObject, type ResponseObject, resolve } from './document.ts'
import { typeOf } from './schemas.ts'

/** The section of an operation: what it does, what it takes and what it returns, with examples. */
export function operationSection(title: string, operation: OperationObject, document: Document): string {
  const { summary, description = '', security } = operation
  const access = security?.length === 0 ? 'Open: it needs no key.' : 'Needs the platform’s key as a bearer token.'
  return [
    `## ${title}\n`,
    `${summary} ${description}`.trim().concat('\n'),
    `${access}\n`,
    parameters(operation, document),
    requestBody(operation),
    responses(operation, document),
  ]
    .filter(Boolean)
    .join('\n')
}

function parameters({ parameters = [] }: OperationObject, { components }: Document): string {
  const rows = parameters
    .map((parameter) => resolve(parameter, components.parameters))
    .map(({ name, in: place, required, schema, description }) => [
      `\`${name}\`${required ? '' : ', optional'}`,
      place,
      typeOf(schema),
      cell(description),
    ])
  return rows.length > 0 ? table(['Parameter', 'In', 'Type', 'Meaning'], rows) : ''
}

function requestBody({ requestBody }: OperationObject): string {
  if (!requestBody) return ''
  return Object.entries(requestBody.content)
    .map(([type, { schema }]) => {
      const members = Object.entries(schema?.properties ?? {}).map(([name, member]) => [
        `\`${name}\`${schema?.required?.includes(name) ? '' : ', optional'}`,
        typeOf(member),
        cell(member.description),
      ])
      const shape = schema && members.length === 0 ? `: ${typeOf(schema)}` : ''
      const fields = members.length > 0 ? `\n${table(['Field', 'Type', 'Meaning'], members)}` : ''
      return `**Body**, \`${type}\`${shape}\n${fields}${example({ [type]: requestBody.content[type] ?? {} })}`
    })
    .join('\n')
}

function responses({ responses }: OperationObject, { components }: Document): string {
  const rows = Object.entries(responses).map(([status, response]) => {
    const { description, content = {} } = resolve(response, components.responses)
    const link = '$ref' in response ? `[${nameOf(response)}](problems.md#${nameOf(response).toLowerCase()})` : ''
    const types = Object.entries(content).map(([type, { schema }]) => (schema?.$ref ? typeOf(schema) : `\`${type}\``))
    return [status, link || types.join(', '), cell(description)]
  })
  const first = Object.values(responses).find((response): response is ResponseObject => !('$ref' in response))
  return `**Responses**\n\n${table(['Status', 'Body', 'Meaning'], rows)}${example(first?.content)}`
}

/** The section of a response that several operations have. */
export function responseSection(name: string, { description, headers = {}, content }: ResponseObject): string {
  const names = Object.keys(headers).map((header) => `\`${header}\``)
  return [
    `## ${name}\n`,
    `${description}\n`,
    names.length > 0 ? `Headers: ${names.join(', ')}.\n` : '',
    example(content),
  ]
    .filter(Boolean)
    .join('\n')
}

/** The examples of a body in JSON; those of pages and metrics are left out. */
function example(content: Content | undefined): string {
  const examples = Object.entries(content ?? {}).flatMap(([type, { example, examples = {} }]) => {
    if (!type.endsWith('json')) return []
    return [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)]
  })
  return examples.map((value) => `\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n`).join('')
}
