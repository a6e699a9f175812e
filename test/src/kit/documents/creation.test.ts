import { describe, expect, test } from '@jest/globals'
import { Budget } from '../../../../src/kit/budget.ts'
import { unknownInputs } from '../../../../src/kit/documents/configuration.ts'
import {
  onBehalfOf,
  readTemplateConnection,
  requireOutputConnection,
} from '../../../../src/kit/documents/connections.ts'
import { completeOrRemove, makeOnce } from '../../../../src/kit/documents/creation.ts'
import { CredentialsExpiredError, ProviderError } from '../../../../src/kit/errors.ts'
import { callVendor } from '../../../../src/kit/http.ts'
import { type ErrorClass, VendorError } from '../../../../src/kit/vendor-errors.ts'
import { createCall } from '../../../kit/call.ts'

const CREATION = { vendor: 'Acme', name: 'Offer 7' }

function refusal(status: number, errorClass: ErrorClass, reasons: string[] = [], retryAfterMs?: number): VendorError {
  const rule = { class: errorClass, retry: true, sentence: 'Acme refused.', next: 'Wait.' }
  return new VendorError(rule, {
    at: 'api',
    status,
    reasons,
    cause: undefined,
    ...(retryAfterMs ? { retryAfterMs } : {}),
  })
}

async function errorOf(work: Promise<unknown>): Promise<ProviderError> {
  return work.then(
    () => expect('the work').toBe('rejected') as never,
    (error) => error,
  )
}

describe('something that must not be made twice', () => {
  const make = (error: Error, begins = true) =>
    errorOf(
      makeOnce(CREATION, async (begin) => {
        if (begins) begin()
        throw error
      }),
    )

  test.each([[0], [500], [502], [504]])('may exist after a status of %i, and is named', async (status) => {
    const error = await make(refusal(status, 'unavailable'))
    expect(error).toMatchObject({ status: 504, problem: 'vendor-error' })
    expect(error.message).toMatch(/“Offer 7” was made. It may exist/)
  })

  test.each([
    [refusal(503, 'unavailable'), true],
    [refusal(429, 'rate-limited'), true],
    [refusal(403, 'scope-required'), true],
    [refusal(0, 'unavailable', ['ECONNREFUSED']), true],
    [refusal(504, 'unavailable'), false],
    [new Error('a defect'), true],
  ])('does not exist after %s', async (error, begins) => {
    expect(await make(error, begins)).toBe(error)
  })

  test.each([
    ['a rate limit', refusal(429, 'rate-limited', [], 1), 2],
    ['a 503 with a Retry-After', refusal(503, 'unavailable', [], 1), 2],
    ['a 503 without one', refusal(503, 'unavailable'), 1],
    ['a 502', refusal(502, 'unavailable', [], 1), 1],
    ['no response', refusal(0, 'unavailable'), 1],
  ])('is sent again only if it was refused: %s', async (_, error, expected) => {
    let calls = 0
    const send = async () => {
      calls += 1
      if (calls === 1) throw error
    }
    const options = { vendor: 'Acme', maxConcurrent: 1, toError: () => error }
    await callVendor(createCall({}), options, { account: 'ann', retryable: 'refused', send }).catch(() => undefined)
    expect(calls).toBe(expected)
  })
})

describe('an incomplete document', () => {
  const failure = new ProviderError(502, 'vendor-error', 'Acme failed.')
  const fail = async () => {
    throw failure
  }

  test('is removed, also when the time of the request is used up', async () => {
    const call = createCall({}, { budget: new Budget(0) })
    const removed: boolean[] = []
    const work = completeOrRemove(call, { name: 'Offer 7' }, fail, async ({ budget }) =>
      removed.push(budget.allows(1_000)),
    )
    expect(await errorOf(work)).toBe(failure)
    expect(removed).toEqual([true])
  })

  test('is named in the error if it cannot be removed', async () => {
    const error = await errorOf(
      completeOrRemove(createCall({}), { name: 'Offer 7', url: 'https://x.example/7' }, fail, fail),
    )
    expect(error).toMatchObject({ status: 502, problem: 'vendor-error' })
    expect(error.message).toBe(
      'Acme failed. The incomplete document “Offer 7” (https://x.example/7) could not be removed: delete it.',
    )
  })
})

test('an incomplete document that stays is named in an error that the platform does not repeat', async () => {
  const expire = async () => {
    throw new CredentialsExpiredError('Connect again.')
  }
  const error = await errorOf(completeOrRemove(createCall({}), { name: 'Offer 7' }, expire, expire))
  expect(error).toMatchObject({ status: 502, problem: 'vendor-error' })
  expect(error.message).toMatch(/^Connect again. The incomplete document “Offer 7” could not be removed/)
})

describe('the two connections of a function', () => {
  const credential = { accessToken: 'a-token', email: 'ann@example.com', profile: null }
  const provider = { connectionId: 'c1', provider: 'provider-hub', application: 'acme', credential }

  test('have roles and pointers', () => {
    expect(readTemplateConnection({}, 'acme')).toBeUndefined()
    expect(readTemplateConnection({ templateConnectedProvider: provider }, 'acme')).toEqual({
      role: 'template',
      connectionId: 'c1',
      credential,
      pointer: '#/templateConnectedProvider',
    })
    expect(() => requireOutputConnection({}, 'acme')).toThrow('#/outputConnectedProvider: is required')
    expect(() => requireOutputConnection({ outputConnectedProvider: provider }, 'other')).toThrow(
      '#/outputConnectedProvider/application: must be "other"',
    )
  })

  test.each([
    [new CredentialsExpiredError('Expired.'), { connectionId: 'c1', role: 'output' }],
    [refusal(403, 'scope-required'), { connectionId: 'c1', role: 'output' }],
    [refusal(404, 'not-found'), undefined],
  ])('are named in errors that concern them: %s', async (failure, extensions) => {
    const connection = requireOutputConnection({ outputConnectedProvider: provider }, 'acme')
    const error = await errorOf(onBehalfOf(connection, () => Promise.reject(failure)))
    expect(error).toBe(failure)
    expect(error.options.extensions).toEqual(extensions)
  })

  test('a function without template and fields names both members', () => {
    expect(unknownInputs().options.errors?.map(({ pointer }) => pointer)).toEqual([
      '#/templateConnectedProvider',
      '#/configuration/fields',
    ])
  })
})
