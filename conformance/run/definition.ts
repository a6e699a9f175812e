import { acceptAliases, ProviderDefinition } from '../../src/contract/index.ts'
import { type Client, NoReplyError } from './client.ts'
import { ConformanceError, type ConformanceOptions } from './options.ts'
import { findErrors } from './schemas.ts'

const PATH = '/definition.json'

/** The definition of the options, or that of the provider. Throws ConformanceError. */
export async function readDefinition(
  client: Client,
  { url, definition, applications = [] }: ConformanceOptions,
): Promise<ProviderDefinition> {
  const found = toDefinition(definition ?? (await request(client, url)))
  const names = found.applications.map(({ name }) => name)
  const unknown = applications.filter((name) => !names.includes(name))
  if (unknown.length > 0) {
    throw new ConformanceError(`the provider has no application ${unknown.join(', ')}; it has ${names.join(', ')}`)
  }
  return found
}

async function request(client: Client, url: string): Promise<unknown> {
  const exchange = await client.send({ method: 'GET', path: PATH }).catch((error) => {
    if (error instanceof NoReplyError) throw new ConformanceError(`${url}${PATH}: ${error.message}`)
    throw error
  })
  const { status, json } = exchange.reply
  if (status === 200 && json !== undefined) return json
  throw new ConformanceError(
    `${url}${PATH} responds with status ${status} and no definition. Name the file with the definition: --definition file.json`,
  )
}

/** The parts of a definition that are missing are those of an application that promises nothing. */
function toDefinition(value: unknown): ProviderDefinition {
  const accepted = acceptAliases(ProviderDefinition, withDefaults(value))
  const errors = findErrors(ProviderDefinition, accepted)
  if (errors.length > 0) throw new ConformanceError(`the definition is not valid: ${errors.join('; ')}`)
  return accepted as ProviderDefinition
}

function withDefaults(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('applications' in value) || !Array.isArray(value.applications)) {
    return value
  }
  const applications = value.applications.map((application: object) => ({
    description: '',
    sobjects: {},
    linkSubscriptions: [],
    externalIds: [],
    ...application,
  }))
  return { description: '', ...value, applications }
}
