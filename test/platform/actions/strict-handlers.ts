import { Ajv, type SchemaObject } from 'ajv'
import { type FakeResponse, problem, type ReceivedRequest } from './provider.ts'

const text = { type: 'string' }
const name = { type: 'string', minLength: 1 }
const webUrl = { type: 'string', pattern: '^https?://[^/]+/.+' }
const list = (items: SchemaObject) => ({ type: 'array', items })

/** An object all of whose members are required. */
const whole = (properties: Record<string, SchemaObject>, optional: string[] = []): SchemaObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((key) => !optional.includes(key)),
  additionalProperties: false,
})

const connectedProvider = whole({
  connectionId: name,
  provider: name,
  application: name,
  credential: { type: 'object', required: ['accessToken', 'email', 'profile'] },
})

const NOTES = whole({
  connectedProvider,
  externalNotes: list(
    whole({
      _id: name,
      externalId: text,
      title: text,
      documentHtml: text,
      uri: webUrl,
      tags: list(whole({ externalId: name, tagType: name })),
    }),
  ),
})

const metadata = whole({
  metadataType: { type: 'string', pattern: '^[^.]+$' },
  label: text,
  fields: list({ type: 'object', required: ['name', 'label', 'fieldType'] }),
})

const TABLE = whole({
  connectedProvider,
  table: whole({
    blockType: { const: 'table' },
    provider: name,
    application: name,
    externalId: name,
    uri: webUrl,
    metadata,
    records: list(whole({ externalId: name, values: list(whole({ name, value: text })) }, ['externalId'])),
  }),
})

interface Notes {
  externalNotes: { title: string; externalId: string }[]
}
interface Table {
  table: { records: { externalId?: string }[] }
}

/** Handlers of a provider that accepts whole primitives only and returns the very objects that it received, with ids. */
export const STRICT_HANDLERS = {
  '/upsert/notes': validating(NOTES, (body) =>
    (body as unknown as Notes).externalNotes.map((note) => ({ ...note, externalId: note.externalId || 'v-1' })),
  ),
  '/upsert/table': validating(TABLE, (body) => {
    const { table } = body as unknown as Table
    return { ...table, records: table.records.map((record) => ({ externalId: 'r-1', ...record })) }
  }),
}

function validating(schema: SchemaObject, respond: (body: Record<string, unknown>) => unknown) {
  const ajv = new Ajv({ allErrors: true })
  const validate = ajv.compile(schema)
  return ({ body }: ReceivedRequest): FakeResponse =>
    validate(body)
      ? { body: respond(body) }
      : problem(400, 'validation-error', ajv.errorsText(validate.errors, { dataVar: 'body' }))
}
