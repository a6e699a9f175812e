import { createRequire } from 'node:module'
import { types } from 'node:util'
import { ModernFakeTimers } from '@jest/fake-timers'
import { TestEnvironment } from 'jest-environment-node'

const require = createRequire(import.meta.url)

// Each test file has its own built-in classes. Packages must recognize its regular expressions nevertheless.
Object.defineProperty(RegExp, Symbol.hasInstance, { value: types.isRegExp })

/** The environment of a test file whose product is loaded by Node itself: see transform.mjs. */
export default class Environment extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    const { projectConfig } = config
    if (!projectConfig.testEnvironmentOptions.shareModules) return
    this.global.requireShared = (path) => require(path)
    // The product's classes of errors, and the timers that it uses.
    for (const error of [Error, RangeError, SyntaxError, TypeError]) this.global[error.name] = error
    this.fakeTimersModern.dispose()
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis })
  }

  /** Importing nock makes it intercept the http of all files of the process, also if it is imported for a recording only. */
  async teardown() {
    if (this.global.requireShared) require('nock').default.restore()
    await super.teardown()
  }
}
