import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { startMicrosoft } from '../../../../sandbox/microsoft/index.ts'
import { CONTENT_MISTAKES } from './content-mistakes.ts'
import { ADA, callAs } from './harness.ts'
import { LINK_MISTAKES } from './link-mistakes.ts'
import type { Trial } from './mistakes.ts'
import { UPLOAD_MISTAKES } from './upload-mistakes.ts'

let trial: Trial

async function start() {
  const microsoft = await startMicrosoft()
  trial = { microsoft, ada: callAs(microsoft, ADA) }
}

beforeEach(start)
afterEach(() => trial.microsoft.stop())

describe('an adapter that', () => {
  const all = [...LINK_MISTAKES, ...CONTENT_MISTAKES, ...UPLOAD_MISTAKES]
  test.each(all)('$name is found out', async ({ wrong, loses, right, gets }) => {
    expect(await wrong(trial)).toEqual(loses)
    await trial.microsoft.stop()
    await start()
    expect(await right(trial)).toEqual(gets)
    expect(loses).not.toEqual(gets)
  })
})
