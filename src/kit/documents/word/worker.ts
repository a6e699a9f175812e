import { parentPort } from 'node:worker_threads'
import type { Log } from '../../application.ts'
import { unzip } from './archive.ts'
import { type Contents, readContents } from './contents.ts'
import { requireWordDocument } from './package.ts'
import { type DocumentProblem, UnusableDocumentError } from './problem.ts'
import { type FilledDocument, fill, readNames } from './template.ts'

/** What to do with the bytes of a document. */
export type WorkerRequest = { bytes: Uint8Array } & (
  | { type: 'contents' }
  | { type: 'names' }
  | { type: 'fill'; values: ReadonlyMap<string, string> }
)

/** A warning for the log. */
export interface Warning {
  fields: object
  message: string
}

export type WorkerResponse =
  | { type: 'contents'; contents: Contents; warnings: Warning[] }
  | { type: 'names'; names: string[] }
  | { type: 'filled'; document: FilledDocument }
  | { type: 'unusable'; problem: DocumentProblem; message: string }

parentPort?.on('message', async (request: WorkerRequest) => {
  parentPort?.postMessage(await respond(request))
})

async function respond(request: WorkerRequest): Promise<WorkerResponse> {
  try {
    const archive = await unzip(request.bytes)
    requireWordDocument(archive)
    if (request.type === 'names') return { type: 'names', names: readNames(archive) }
    if (request.type === 'fill') return { type: 'filled', document: fill(archive, request.values) }
    const warnings: Warning[] = []
    return { type: 'contents', contents: await readContents(archive, collectWarnings(warnings)), warnings }
  } catch (error) {
    const problem = error instanceof UnusableDocumentError ? error.problem : 'unreadable'
    const { message } = ((error as Error).cause ?? error) as Error
    return { type: 'unusable', problem, message }
  }
}

/** The log of the hub is not in this thread. */
function collectWarnings(warnings: Warning[]): Log {
  const ignore = () => {}
  return { debug: ignore, info: ignore, error: ignore, warn: (fields, message) => warnings.push({ fields, message }) }
}
