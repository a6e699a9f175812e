import type { ErrorRule } from '../../../src/kit/vendor-errors.ts'
import { API_ERRORS } from './api-errors.ts'

/** What the errors of Beacon mean. docs/errors.md is generated from it. */
export const BEACON_ERRORS: readonly ErrorRule[] = [...API_ERRORS]
