import type { SalesforceError } from '../responses.ts'

/** Why a row was not written. `status` is the response status of a single call; collections return the errors per row. */
export class RecordError extends Error {
  readonly status: number
  readonly errors: readonly SalesforceError[]

  constructor(status: number, errors: readonly SalesforceError[]) {
    super(errors.map(({ message }) => message).join('; '))
    this.status = status
    this.errors = errors
  }
}

export function recordError(errorCode: string, message: string, fields: readonly string[] = [], status = 400) {
  return new RecordError(status, [{ errorCode, message, fields }])
}

export function notFound(): RecordError {
  return recordError('NOT_FOUND', 'The requested resource does not exist', [], 404)
}

export function entityIsDeleted(): RecordError {
  return recordError('ENTITY_IS_DELETED', 'entity is deleted', [], 404)
}

export function insufficientAccess(): RecordError {
  return recordError('INSUFFICIENT_ACCESS_OR_READONLY', 'insufficient access rights on object id', [], 403)
}

/** The JSON of the request is malformed or does not match the field types. The whole request fails. */
export class JsonParserError extends Error {}
