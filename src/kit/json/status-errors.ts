import type { ErrorRule } from '../vendor-errors.ts'

/** The error table of a vendor whose statuses mean what HTTP says (RFC 9110, 6585). Begin with it, and add rules of your own. */
export function statusErrors(vendor: string): ErrorRule[] {
  const unavailable: Omit<ErrorRule, 'status'> = {
    at: 'api',
    class: 'unavailable',
    retry: true,
    fault: 'vendor',
    sentence: `${vendor} is currently unavailable.`,
    next: 'The next run tries again.',
  }
  return [
    {
      at: 'api',
      status: 401,
      class: 'credentials-expired',
      retry: false,
      fault: 'user',
      sentence: `${vendor} no longer accepts this connection.`,
      next: 'Connect the account again.',
    },
    {
      at: 'api',
      status: 403,
      class: 'scope-required',
      retry: false,
      fault: 'user',
      sentence: `${vendor} does not allow this account to read or write that.`,
      next: 'Ask an administrator for the permission, and connect the account again.',
    },
    {
      at: 'api',
      status: 404,
      class: 'not-found',
      retry: false,
      concerns: 'item',
      fault: 'user',
      sentence: `${vendor} does not have that, or does not show it to this account.`,
      next: 'Check whether it was deleted or moved.',
    },
    {
      at: 'api',
      status: 429,
      class: 'rate-limited',
      retry: true,
      fault: 'vendor',
      sentence: `${vendor} is limiting the number of requests.`,
      next: 'The next run continues from here.',
    },
    ...[500, 502, 503, 504].map((status) => ({ ...unavailable, status })),
  ]
}
