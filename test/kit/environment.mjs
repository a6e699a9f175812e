import { TestEnvironment } from 'jest-environment-node'

/**
 * Jest loads every module anew for every test file, which takes a second for the whole platform. Modules that a test
 * only starts and talks to over HTTP or SQL are loaded once per worker instead: see load-once.ts.
 */
export default class Environment extends TestEnvironment {
  async setup() {
    await super.setup()
    this.global.importOnce = (url) => import(url)
  }
}
