import { afterAll, afterEach, beforeAll } from '@jest/globals'
import nock from 'nock'

/**
 * Takes the network away from the tests of a file: only what nock was told to response is answered. Node's http is put
 * back at the end, because the next file in the same process brings a nock of its own. Whatever imports nock takes hold
 * of http, so only files that call this may do so.
 */
export function cutNetwork(): void {
  beforeAll(() => {
    if (!nock.isActive()) nock.activate()
    nock.disableNetConnect()
  })
  afterEach(() => nock.cleanAll())
  afterAll(() => {
    nock.enableNetConnect()
    nock.restore()
  })
}

/** An response for nock's `reply` that comes when it is released. */
export function aSlowAnswer(): { reply: () => Promise<[number, object]>; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<[number, object]>()
  return { reply: () => promise, release: () => resolve([200, {}]) }
}
