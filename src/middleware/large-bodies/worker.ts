import { parentPort } from 'node:worker_threads'
import type { ProblemItem, TSchema } from '../../contract/index.ts'
import * as contract from '../../contract/index.ts'
import { ValidationError } from '../../kit/errors.ts'
import { parseJson } from '../../runtime/json-body.ts'
import { JsonError } from '../../runtime/json-scan.ts'
import { validateJson } from '../validate.ts'
import { type Piece, toPieces } from './pieces.ts'

/** What the hub asks for: to read a body that must match a schema of the contract, or for the next piece of it. */
export type WorkerRequest = { type: 'read'; bytes: Uint8Array; schema: string } | { type: 'next' }

/** The number of values of a valid body, a piece of it, its end, or why the body is refused. */
export type WorkerResponse =
  | { type: 'valid'; values: number }
  | { type: 'piece'; piece: Piece }
  | { type: 'end' }
  | { type: 'malformed'; message: string }
  | { type: 'invalid'; message: string; errors: ProblemItem[] }

const SCHEMAS = new Map<string, unknown>(Object.entries(contract))

let pieces: Generator<Piece> | undefined

/** One body is read at a time; the hub asks for its pieces one by one, so that it can respond to others in between. */
parentPort?.on('message', (request: WorkerRequest) => {
  parentPort?.postMessage(request.type === 'read' ? read(request.bytes, request.schema) : next())
})

function read(bytes: Uint8Array, schema: string): WorkerResponse {
  // The memory of a body whose pieces were not all asked for.
  pieces = undefined
  try {
    const parsed = parseJson(bytes)
    pieces = toPieces(validateJson(SCHEMAS.get(schema) as TSchema, parsed))
    return { type: 'valid', values: parsed.values }
  } catch (error) {
    if (error instanceof JsonError) return { type: 'malformed', message: error.message }
    if (!(error instanceof ValidationError)) throw error
    return { type: 'invalid', message: error.message, errors: error.options.errors ?? [] }
  }
}

function next(): WorkerResponse {
  const { value, done } = pieces?.next() ?? { done: true, value: undefined }
  if (!done) return { type: 'piece', piece: value as Piece }
  pieces = undefined
  return { type: 'end' }
}
