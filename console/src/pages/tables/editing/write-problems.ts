import { GraphRequestError } from '../../../../../platform/client/index.ts'
import { describeError } from '../../../graph/errors.ts'
import type { WriteProblem } from './edits.ts'

/** Points at the third cell that was sent: `#/table/records/0/values/2`. */
const CELL = /^#\/table\/records\/0\/values\/(\d+)/

interface Reason {
  pointer?: unknown
  detail?: unknown
}

/** What a failed write means for the cells that were sent, whose fields are `fields` in their order. */
export function toWriteProblem(error: unknown, fields: readonly string[]): WriteProblem {
  const { detail } = describeError(error)
  const extensions = error instanceof GraphRequestError ? (error.errors[0]?.extensions ?? {}) : {}
  if (isUnknown(error, extensions)) return { status: 'unknown', message: detail, byField: new Map() }
  const reasons = Array.isArray(extensions.errors) ? (extensions.errors as Reason[]) : []
  const byField = new Map<string, string>()
  for (const { pointer, detail: reason } of reasons) {
    const field = fields[Number(CELL.exec(String(pointer))?.[1] ?? Number.NaN)]
    if (field !== undefined && typeof reason === 'string') byField.set(field, reason)
  }
  const argument = /^input\.values\[(\d+)\]/.exec(String(extensions.argument ?? ''))?.[1]
  const named = argument === undefined ? undefined : fields[Number(argument)]
  if (byField.size === 0 && named !== undefined) byField.set(named, detail)
  return { status: 'refused', message: detail, byField }
}

/** Whether it is unknown if the vendor has the record: it was sent, and nothing or no clear word came back. */
function isUnknown(error: unknown, { state }: Readonly<Record<string, unknown>>): boolean {
  if (state === 'unknown' || state === 'begun') return true
  return error instanceof GraphRequestError && (error.code === 'UNREACHABLE' || error.code === 'TIMEOUT')
}

/** Whether the account has to be connected again before anything can be written. */
export function needsReconnect(error: unknown): boolean {
  return error instanceof GraphRequestError && error.errors[0]?.extensions.status === 'reconnect_required'
}

/** Whether an equal record may have been created before, so that it is only created again on request. */
export function mayRepeat(error: unknown): boolean {
  return error instanceof GraphRequestError && error.errors[0]?.extensions.state === 'unknown'
}
