import type { Session } from '../api/session.ts'
import type { Value } from '../schema/field.ts'
import type { ObjectView } from '../schema/view.ts'
import { recordError } from './errors.ts'
import { parseValue } from './values.ts'

export type Changes = Readonly<Record<string, Value>>

/** Parses the fields of a request's record and checks that the user may write them. `attributes` is ignored. */
export function parseChanges(
  { salesforce }: Session,
  object: ObjectView,
  body: Readonly<Record<string, unknown>>,
  step: 'create' | 'update',
): Changes {
  const lenient = salesforce.settings.textForNumbers === 'accept'
  const changes: Record<string, Value> = {}
  const notWriteable: string[] = []
  for (const [name, json] of Object.entries(body)) {
    if (name === 'attributes') continue
    const field = object.field(name)
    if (!field) throw recordError('INVALID_FIELD', `No such column '${name}' on sobject of type ${object.name}`)
    if (field.type === 'id') throw idNotAllowed(step)
    const isWriteable = step === 'create' ? object.createable(field) : object.updateable(field)
    if (!isWriteable) notWriteable.push(field.name)
    changes[field.name] = parseValue(field, json, lenient) ?? (field.type === 'boolean' ? false : null)
  }
  if (notWriteable.length > 0) throw fieldsNotWriteable(notWriteable)
  return changes
}

function idNotAllowed(step: 'create' | 'update') {
  return step === 'create'
    ? recordError('INVALID_FIELD_FOR_INSERT_UPDATE', 'cannot specify Id in an insert call', ['Id'])
    : recordError('INVALID_FIELD', 'The Id field should not be specified in the sobject data.')
}

function fieldsNotWriteable(names: readonly string[]) {
  const advice = 'Please check the security settings of this field and verify that it is read/write for your profile'
  const message = `Unable to create/update fields: ${names.join(', ')}. ${advice} or permission set.`
  return recordError('INVALID_FIELD_FOR_INSERT_UPDATE', message, names)
}
