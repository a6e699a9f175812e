import type { ErrorRule } from '../../src/kit/vendor-errors.ts'

type Meaning = Omit<ErrorRule, 'at' | 'status' | 'reason'>

const KEY_REJECTED: Meaning = {
  class: 'credentials-expired',
  retry: false,
  fault: 'user',
  sentence: 'Beacon no longer accepts this key.',
  next: 'Create a new key in Beacon and connect again.',
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

export const BEACON_ERRORS: readonly ErrorRule[] = [
  { at: 'api', status: 401, ...KEY_REJECTED },
  { at: 'api', status: 429, ...RATE_LIMITED },
  { at: 'api', status: 500, ...UNAVAILABLE },
  { at: 'api', status: 503, ...UNAVAILABLE },
]
