import { type FailedAnswer, type GraphProblem, GraphRequestError, ownProblem } from './errors.ts'

/** Something to know about an answer that is no error, such as SIZE_CLAMPED. */
export interface Warning {
  code: string
  message: string
  [detail: string]: unknown
}

/** The answer to one operation, and how it came. */
export interface Answer extends FailedAnswer {
  warnings: readonly Warning[]
}

/** An answer without errors. */
export interface Sound<Result> {
  data: Result
  warnings: readonly Warning[]
}

/** What an answer without errors holds. Throws GraphRequestError of any other. */
export function sound<Result>(answer: Answer): Sound<Result> {
  if (answer.errors.length > 0) throw new GraphRequestError(answer)
  return { data: answer.data as Result, warnings: answer.warnings }
}

/** An answer as it stands in a body or in a message of a socket. */
export function toAnswer(body: unknown, how: Pick<FailedAnswer, 'status' | 'retryAfterMs'> = {}): Answer {
  const { data, errors, extensions } = isMap(body) ? body : {}
  const problems = Array.isArray(errors) ? errors.map(toProblem) : []
  const isBroken = problems.length === 0 && !isMap(data)
  return {
    ...how,
    data,
    errors: isBroken ? [ownProblem('BROKEN_ANSWER', `The answer is none of a graph${statusOf(how)}.`)] : problems,
    warnings: isMap(extensions) && Array.isArray(extensions.warnings) ? (extensions.warnings as Warning[]) : [],
  }
}

export function toProblem(error: unknown): GraphProblem {
  const { message, path, extensions } = isMap(error) ? error : {}
  const said = isMap(extensions) ? extensions : {}
  return {
    message: String(message ?? ''),
    code: typeof said.code === 'string' ? said.code : 'BROKEN_ANSWER',
    ...(Array.isArray(path) ? { path: path as (string | number)[] } : {}),
    ...(typeof said.requestId === 'string' ? { requestId: said.requestId } : {}),
    extensions: said,
  }
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function statusOf({ status }: Pick<FailedAnswer, 'status'>): string {
  return status === undefined ? '' : ` (HTTP ${status})`
}
