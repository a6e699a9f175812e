import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { SCOPE, startGoogle } from '../../../../sandbox/google/index.ts'
import { ADA, BILAL } from '../harness.ts'
import { callAs, READER, RUNNER } from './harness.ts'
import type { Trial } from './mistakes.ts'
import { READING_MISTAKES } from './reading-mistakes.ts'
import { WRITING_MISTAKES } from './writing-mistakes.ts'

let trial: Trial

async function start() {
  const google = await startGoogle()
  const [installer, runner] = [callAs(google, ADA, READER), callAs(google, BILAL, RUNNER)]
  trial = { google, installer, runner, sheets: callAs(google, ADA, [SCOPE.spreadsheets]) }
}

beforeEach(start)
afterEach(() => trial.google.stop())

describe('an adapter that', () => {
  test.each([...READING_MISTAKES, ...WRITING_MISTAKES])('$name is found out', async ({ wrong, loses, right, gets }) => {
    expect(await wrong(trial)).toEqual(loses)
    await trial.google.stop()
    await start()
    expect(await right(trial)).toEqual(gets)
    expect(loses).not.toEqual(gets)
  })
})
