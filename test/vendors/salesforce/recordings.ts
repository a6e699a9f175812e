import { readFileSync } from 'node:fs'
import nock from 'nock'

/** Answers with a recording; whatever else is asked fails. Gives the answers that are still waiting to be asked for. */
export function replay(name: string): () => string[] {
  nock.define(recording(name))
  return () => nock.pendingMocks()
}

export function recording(name: string): nock.Definition[] {
  return JSON.parse(readFileSync(new URL(`recordings/${name}.json`, import.meta.url), 'utf8'))
}
