import { readFileSync } from 'node:fs'
import nock from 'nock'

/** Replays a recording; any other request fails. The result returns the responses that were not requested yet. */
export function replay(name: string): () => string[] {
  nock.define(recording(name))
  return () => nock.pendingMocks()
}

export function recording(name: string): nock.Definition[] {
  return JSON.parse(readFileSync(new URL(`recordings/${name}.json`, import.meta.url), 'utf8'))
}

/** Replays a recording with these response headers. */
export function replayWith(name: string, headers: Record<string, string>): void {
  nock.define(recording(name).map((definition) => ({ ...definition, rawHeaders: headers })))
}
