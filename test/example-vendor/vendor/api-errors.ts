import type { ErrorRule } from '../../../src/kit/vendor-errors.ts'

type Meaning = Omit<ErrorRule, 'at' | 'status' | 'reason'>

const SIGN_IN_ENDED: Meaning = {
  class: 'credentials-expired',
  retry: false,
  fault: 'user',
  sentence: 'Beacon no longer accepts this connection.',
  next: 'Connect the account again.',
}
const FORBIDDEN: Meaning = {
  class: 'scope-required',
  retry: false,
  fault: 'user',
  sentence: 'This account is not allowed to read or write this in Beacon.',
  next: 'Ask an administrator of Beacon for access.',
}
const NOT_FOUND: Meaning = {
  class: 'not-found',
  retry: false,
  concerns: 'item',
  fault: 'user',
  sentence: 'This does not exist in Beacon, or this account cannot see it.',
  next: 'Check that it was not deleted.',
}
const REJECTED: Meaning = {
  class: 'invalid-request',
  retry: false,
  fault: 'user',
  sentence: 'Beacon does not accept these values.',
  next: 'Correct them and try again.',
}
const RATE_LIMITED: Meaning = {
  class: 'rate-limited',
  retry: true,
  fault: 'vendor',
  sentence: 'Beacon is limiting the number of requests.',
  next: 'The next run continues from here.',
}
const UNAVAILABLE: Meaning = {
  class: 'unavailable',
  retry: true,
  fault: 'vendor',
  sentence: 'Beacon is currently unavailable.',
  next: 'The next run tries again.',
}

/** What the errors of Beacon's API mean: by its status and, where one status has several meanings, its `code`. */
export const API_ERRORS: readonly ErrorRule[] = [
  { at: 'api', status: 401, ...SIGN_IN_ENDED },
  { at: 'api', status: 403, ...FORBIDDEN },
  { at: 'api', status: 404, ...NOT_FOUND },
  { at: 'api', status: 422, reason: 'invalid_value', ...REJECTED },
  { at: 'api', status: 429, ...RATE_LIMITED },
  { at: 'api', status: 500, ...UNAVAILABLE },
  { at: 'api', status: 503, ...UNAVAILABLE },
]
