import type { SalesforceError } from '../error-form.ts'

/** Why a row was not written. A single call answers with `status`; in a collection the errors stand at the row. */
export class RecordFailure extends Error {
  readonly status: number
  readonly errors: readonly SalesforceError[]

  constructor(status: number, errors: readonly SalesforceError[]) {
    super(errors.map(({ message }) => message).join('; '))
    this.status = status
    this.errors = errors
  }
}

export function failure(errorCode: string, message: string, fields: readonly string[] = [], status = 400) {
  return new RecordFailure(status, [{ errorCode, message, fields }])
}

export function notFound(): RecordFailure {
  return failure('NOT_FOUND', 'The requested resource does not exist', [], 404)
}

export function isDeleted(): RecordFailure {
  return failure('ENTITY_IS_DELETED', 'entity is deleted', [], 404)
}

export function notAllowed(): RecordFailure {
  return failure('INSUFFICIENT_ACCESS_OR_READONLY', 'insufficient access rights on object id', [], 403)
}

/** The whole request is refused because its JSON cannot be what it says. */
export class ParserFailure extends Error {}
