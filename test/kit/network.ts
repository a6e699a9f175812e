import { afterAll, afterEach, beforeAll } from '@jest/globals'
import nock from 'nock'

/**
 * Takes the network away from the tests of a file: only what nock was told to answer is answered. Node's http is put
 * back at the end, because the next file in the same process brings a nock of its own.
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
