import type { GoogleSandbox } from '../../../../sandbox/google/index.ts'
import type { Caller } from './harness.ts'

/** What a mistake is tried with. */
export interface Trial {
  google: GoogleSandbox
  /** Ada with `drive.readonly`, as the installer of a function. */
  installer: Caller
  /** Bilal with `drive.readonly` and `drive.file`, as the runner of a function. */
  runner: Caller
  /** Ada with `spreadsheets`. */
  sheets: Caller
}

/** A mistake that an adapter could make, and the right call. */
export interface Mistake {
  name: string
  wrong(trial: Trial): Promise<unknown>
  /** What the mistake leads to. */
  loses: unknown
  right(trial: Trial): Promise<unknown>
  gets: unknown
}
