import { afterAll, afterEach, beforeAll } from '@jest/globals'
import nock from 'nock'

/**
 * Disables the network for the tests of a file: only requests that nock intercepts get a response. Node's http is
 * restored at the end, because the next file in the same process may not use nock. Importing nock is enough to intercept http,
 * so the environment restores it after files that do not call this function.
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

/** A response for nock's `reply` that is sent on `release`. */
export function slowResponse(): { reply: () => Promise<[number, object]>; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<[number, object]>()
  return { reply: () => promise, release: () => resolve([200, {}]) }
}
